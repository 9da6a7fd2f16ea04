import type { Readable } from 'node:stream'
import type { Cell, DistinctValues, ResultColumns, RowFilter } from '@sightline/contract/executions.ts'
import type { Column } from './batch.ts'
import type { KeptAnswers } from './kept-answers.ts'

/** What a reader must know of a stored result: its file and its columns. */
export interface StoredResult {
  /** Name in the file store. */
  file: string
  columns: Column[]
  rowCount: number
  /** Bytes of the file. */
  size: number
}

export interface Window {
  offset: number
  limit: number
  /** In order of precedence. */
  sort: { column: number; descending: boolean }[]
  /** '' for none. */
  search: string
  /** Rows must pass them all. */
  filters: RowFilter[]
}

/** How dates and times are written: the organization's formats, in tokens `DD MM YYYY YY HH mm ss SSS`. */
export interface TextFormats {
  date: string
  time: string
}

export const encodings = ['json', 'csv', 'tsv', 'xlsx', 'parquet'] as const
export type Encoding = (typeof encodings)[number]

/** A stream, and its bytes where they are known beforehand. */
export interface Encoded {
  body: Readable
  length: number | null
}

/**
 * Reads stored results. DuckDB and Parquet are known only behind this door. A file that is gone fails with the AppError
 * `result_unavailable`, one that cannot be read with `result_damaged`; a stream may do so in its midst.
 */
export interface Results {
  /** Makes sure that the file is there and has not lost anything at its end. */
  check(result: StoredResult): Promise<void>
  /** @throws AppError `invalid_input` for filters that fit no column */
  window(result: StoredResult, window: Window): Promise<{ total: number; rows: Cell[][] }>
  /** The different values of a column, the most frequent first. @param ask `search` is '' for none */
  distinct(result: StoredResult, ask: { column: number; search: string; limit: number }): Promise<DistinctValues>
  /** The different texts of one column with the cell beside each in another, in the order of their first rows. */
  pairs(result: StoredResult, ask: { name: number; value: number; limit: number }): Promise<{ name: Cell; value: string }[]>
  columns(result: StoredResult, ask: { columns: number[]; limit: number; extreme: number | null }): Promise<ResultColumns>
  /**
   * The `rows` of the wire format: a JSON array of objects keyed by column name, in source order, written as it is read.
   * Numbers are plain digits whatever their size; `json` columns are inlined.
   */
  jsonRows(result: StoredResult): Readable
  /** CSV or TSV. @param isForExcel marked as UTF-8, and no text looks like a formula */
  delimited(result: StoredResult, type: 'csv' | 'tsv', formats: TextFormats, isForExcel: boolean): Readable
  /** @throws AppError `invalid_input` for a result that no sheet can hold */
  workbook(result: StoredResult, formats: TextFormats): Promise<Readable>
  parquet(result: StoredResult): Promise<Encoded>
  /** Answers made of results, which callers who may see them share. */
  answers: KeptAnswers
  close(): Promise<void>
}
