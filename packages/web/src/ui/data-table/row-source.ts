import type { Cell, ColumnType } from '@sightline/contract/results.ts'

/** A part of the rows, in an order. */
export interface RowWindow {
  offset: number
  limit: number
  /** Column indexes in order of precedence. */
  sort: { column: number; descending: boolean }[]
}

/** What is known of the number of rows. */
export interface RowCount {
  rows: number
  /** Otherwise there are at least as many, and the rest is being counted. */
  isExact: boolean
}

/** Where a table gets its rows from: any number of them, asked for in windows. */
export interface RowSource {
  /** Changes when the rows do: windows of another key are never shown. */
  key: string
  columns: SourceColumn[]
  rowCount: number
  /** Whether these are the first rows only, and nobody knows how many there will be. */
  isPart?: boolean
  /** Whether these are only the rows that contain some text. */
  isSearched?: boolean
  /** The rows of a window. `total` is null when it is worth showing them before all are counted. */
  load(window: RowWindow, signal: AbortSignal): Promise<{ total: number | null; rows: Cell[][] }>
  /** How many rows there are; asked after `load` has left it open. */
  count?(sort: RowWindow['sort'], signal: AbortSignal): Promise<number>
  /** Told how many rows there are, each time that more is known of it. */
  onRowCount?(counted: RowCount): void
  /** The rows in which one of these columns contains a text, whatever its case; absent where rows cannot be searched. */
  searched?(text: string, columns: readonly number[]): RowSource
}

export interface SourceColumn {
  name: string
  type: ColumnType | null
  /** The source's own name of the type, for the tooltip. */
  source_type: string
}
