import type { Readable } from 'node:stream'
import type { GroupsRequest, ResultGroups } from '@sightline/contract/result-groups.ts'
import type { BriefProfile, ColumnProfile } from '@sightline/contract/result-profiles.ts'
import type { Cell, DistinctValues, EarlierValue, ResultColumns, RowFilter } from '@sightline/contract/results.ts'
import type { Column } from './batch.ts'
import type { ResponseCache } from './response-cache.ts'

/** The data needed to read a stored result: its file and its columns. */
export interface StoredResult {
  /** Name in the file store. */
  file: string
  columns: Column[]
  rowCount: number
  /** Size of the file in bytes. */
  size: number
}

export interface Window {
  offset: number
  limit: number
  /** In order of precedence. */
  sort: { column: number; descending: boolean }[]
  /** Whose alphabet sorts texts: a tag of BCP 47; English if omitted. */
  language?: string
  /** '' for no search. */
  search: string
  /** Indexes of the columns to search; null for all. */
  searchColumns: readonly number[] | null
  /** Rows must pass all of them. */
  filters: RowFilter[]
  /** Whether the first rows may be returned before all rows are counted. */
  isCountedLater: boolean
  /** Values of earlier rows, which follow the cells of each row; none if omitted. */
  earlier?: EarlierValues
}

/** Values of earlier rows, and the time zone in whose calendar these are found. */
export interface EarlierValues {
  values: readonly EarlierValue[]
  timeZone: string
}

/** Request for the distinct values of a column. */
export interface DistinctRequest {
  column: number
  /** '' for no search. */
  search: string
  limit: number
  /** By count, largest first, or by first occurrence. */
  order?: 'frequent' | 'first'
}

/** Request for the profile of a column, in the rows that a window with these would have. */
export type ProfileRequest = Pick<Window, 'search' | 'searchColumns' | 'filters'> & { column: number }

/** Request for brief profiles of columns, in the same rows. @param timeZone IANA name; the days of instants are those of its clock */
export type ProfilesRequest = Omit<ProfileRequest, 'column'> & { columns: readonly number[]; timeZone: string }

/** A search for rows, as in a window. */
export type RowSearch = Pick<Window, 'search' | 'searchColumns'>

/** Request for some columns, whole or thinned. */
export interface ColumnsRequest {
  columns: readonly number[]
  limit: number
  extreme: number | null
  /** Rows must pass all of them. */
  filters?: readonly RowFilter[]
}

/** The organization's formats of dates and times, in tokens `DD MM YYYY YY HH mm ss SSS`. */
export interface TextFormats {
  date: string
  time: string
}

/**
 * How a file writes its values:
 * - `wire`: as the Redash API does. Text files and workbooks write times in UTC in the organization's formats, JSON writes ISO 8601
 *   with milliseconds, and numbers that are not finite are empty
 * - `displayed`: dates and times as a table shows them
 * - `exact`: every digit; instants in ISO 8601 with the offset of the time zone
 */
export type FileValues = { form: 'wire'; formats: TextFormats } | ChosenValues
export type ChosenValues = { form: 'displayed'; formats: TextFormats; timeZone: string } | { form: 'exact'; timeZone: string }

export const encodings = ['json', 'csv', 'tsv', 'xlsx', 'parquet'] as const
export type Encoding = (typeof encodings)[number]

/** A stream, with its size in bytes if that is known in advance. */
export interface Encoded {
  body: Readable
  length: number | null
}

/** Which pairs of two columns are read: those whose name contains a text, and whose value is one of these. */
export interface PairsRequest {
  name: number
  value: number
  limit: number
  search?: string
  values?: readonly string[]
}

/**
 * Reads stored results. Only this module knows DuckDB and Parquet. If the file is missing, a call fails with the AppError
 * `result_unavailable`; if the file cannot be read, with `result_damaged`. A stream may fail in the middle.
 */
export interface Results {
  /** Checks that the file exists and has not been truncated. */
  check(result: StoredResult): Promise<void>
  /**
   * @returns `total` is null only if the request allows counting later
   * @throws AppError `invalid_input` for filters that do not fit their column
   */
  window(result: StoredResult, window: Window): Promise<{ total: number | null; rows: Cell[][] }>
  distinct(result: StoredResult, ask: DistinctRequest): Promise<DistinctValues>
  /** The distinct texts of one column, each with the cell of another column, in order of first occurrence. */
  pairs(result: StoredResult, ask: PairsRequest): Promise<{ name: Cell; value: string }[]>
  /** @throws AppError `invalid_input` for filters that do not fit their column */
  profile(result: StoredResult, ask: ProfileRequest): Promise<ColumnProfile>
  /** In the order of the requested columns. @throws AppError `invalid_input` for an unknown time zone, or filters that do not fit their column */
  profiles(result: StoredResult, ask: ProfilesRequest): Promise<BriefProfile[]>
  /** The smallest and the largest number of a column; null if it has no rows, or if a cell is not a number. */
  extremes(result: StoredResult, column: number): Promise<{ min: number; max: number } | null>
  /** @throws AppError `invalid_input` for filters that do not fit their column */
  columns(result: StoredResult, ask: ColumnsRequest): Promise<ResultColumns>
  /** Groups rows, once for each set of columns. @throws AppError `invalid_input` for filters that do not fit their column */
  groups(result: StoredResult, ask: GroupsRequest, filters: RowFilter[], search?: RowSearch): Promise<ResultGroups>
  /**
   * The `rows` of the wire format: a JSON array of objects keyed by column name, in source order, written while the file is read.
   * Numbers are plain digits of any length; `json` columns are inlined.
   * @param values null for the values of the Redash API
   */
  jsonRows(result: StoredResult, values: ChosenValues | null): Readable
  /** CSV or TSV. @param isForExcel adds a byte order mark and escapes texts that look like formulas */
  delimited(result: StoredResult, type: 'csv' | 'tsv', values: FileValues, isForExcel: boolean): Readable
  /** @throws AppError `invalid_input` for a result that does not fit into a sheet */
  workbook(result: StoredResult, values: FileValues): Promise<Readable>
  parquet(result: StoredResult): Promise<Encoded>
  /** Responses built from results, shared by all callers who may see them. */
  answers: ResponseCache
  close(): Promise<void>
}
