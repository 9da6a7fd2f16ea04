import type { Readable } from 'node:stream'
import type { Cell, ResultColumns } from '@sightline/contract/executions.ts'
import type { Column } from './batch.ts'

/** What a reader must know of a stored result: its file and its columns. */
export interface StoredResult {
  /** Name in the file store. */
  file: string
  columns: Column[]
  rowCount: number
}

export interface Window {
  offset: number
  limit: number
  /** In order of precedence. */
  sort: { column: number; descending: boolean }[]
  /** '' for none. */
  search: string
}

/** How dates and times are written in CSV and TSV: the organization's formats, in tokens `DD MM YYYY YY HH mm ss SSS`. */
export interface TextFormats {
  date: string
  time: string
}

export const encodings = ['json', 'csv', 'tsv', 'xlsx', 'parquet'] as const
export type Encoding = (typeof encodings)[number]

/** Reads stored results. DuckDB and Parquet are known only behind this door. */
export interface Results {
  window(result: StoredResult, window: Window): Promise<{ total: number; rows: Cell[][] }>
  columns(result: StoredResult, ask: { columns: number[]; limit: number; extreme: number | null }): Promise<ResultColumns>
  /**
   * The `rows` of the wire format: a JSON array of objects keyed by column name, in source order, written as it is read.
   * Numbers are plain digits whatever their size; `json` columns are inlined.
   */
  jsonRows(result: StoredResult): Readable
  /** A whole download. `json` is not here: its envelope belongs to the caller. */
  encode(result: StoredResult, encoding: Exclude<Encoding, 'json'>, formats: TextFormats): Promise<Readable>
  close(): Promise<void>
}
