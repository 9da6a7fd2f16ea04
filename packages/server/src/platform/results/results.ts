import type { Readable } from 'node:stream'
import type {
  Cell,
  DistinctValues,
  GroupsRequest,
  ResultColumns,
  ResultGroups,
  RowFilter,
} from '@sightline/contract/results.ts'
import type { Column } from './batch.ts'
import type { ResponseCache } from './response-cache.ts'

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
  /** Indexes of the columns that are searched; null for all. */
  searchColumns: readonly number[] | null
  /** Rows must pass them all. */
  filters: RowFilter[]
  /** Whether the first rows need not wait until all are counted. */
  isCountedLater: boolean
}

/** The different values of a column. */
export interface DistinctRequest {
  column: number
  /** '' for none. */
  search: string
  limit: number
  /** The most frequent first, or as they first come up. */
  order?: 'frequent' | 'first'
}

/** Some columns, whole or thinned. */
export interface ColumnsRequest {
  columns: readonly number[]
  limit: number
  extreme: number | null
  /** Rows must pass them all. */
  filters?: readonly RowFilter[]
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
  /**
   * @returns `total` is null only where the window leaves counting for later
   * @throws AppError `invalid_input` for filters that fit no column
   */
  window(result: StoredResult, window: Window): Promise<{ total: number | null; rows: Cell[][] }>
  distinct(result: StoredResult, ask: DistinctRequest): Promise<DistinctValues>
  /** The different texts of one column with the cell beside each in another, in the order of their first rows. */
  pairs(result: StoredResult, ask: { name: number; value: number; limit: number }): Promise<{ name: Cell; value: string }[]>
  /** @throws AppError `invalid_input` for filters that fit no column */
  /** The smallest and the largest number of a column; null when it has no rows, or a cell in it is no number. */
  extremes(result: StoredResult, column: number): Promise<{ min: number; max: number } | null>
  columns(result: StoredResult, ask: ColumnsRequest): Promise<ResultColumns>
  /** Rows in groups, once for each set of columns. @throws AppError `invalid_input` for filters that fit no column */
  groups(result: StoredResult, ask: GroupsRequest, filters: readonly RowFilter[]): Promise<ResultGroups>
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
  answers: ResponseCache
  close(): Promise<void>
}
