import type { GroupsRequest } from '@sightline/contract/result-groups.ts'
import type { BriefProfile, ColumnProfile } from '@sightline/contract/result-profiles.ts'
import type { Cell, ColumnType, DistinctValues, EarlierValue, RowFilter } from '@sightline/contract/results.ts'
import type { ColumnGroups } from '@sightline/domain/table-columns/subtotals.ts'
import type { TableLines } from './table-lines.ts'

/** A range of rows in a sort order. */
export interface RowWindow {
  offset: number
  limit: number
  /** Column indexes in order of precedence. */
  sort: { column: number; descending: boolean }[]
}

/** A number of rows, which may still be growing. */
export interface RowCount {
  rows: number
  /** false: there are at least this many rows, and counting goes on. */
  isExact: boolean
}

/** A measure of the cells of one column, or of whole rows. */
export type ColumnMeasure = GroupsRequest['measures'][number]

/** Where a table gets its rows from: any number of them, loaded in windows. */
export interface RowSource {
  /** Changes when the rows change: the table never shows windows of another key. */
  key: string
  columns: SourceColumn[]
  rowCount: number
  /** Some rows at hand, from which the number formats of columns follow; a search may leave them out. Absent if there are none. */
  sample?: readonly (readonly Cell[])[]
  /** Whether these are only the first rows of a result whose size is not known yet. */
  isPart?: boolean
  /** Whether the query may have returned more rows than its result has. */
  isLimited?: boolean
  /** Whether these are only the rows that match a search or conditions. */
  isSearched?: boolean
  /** Loads the rows of a window. `total` is null if the rows are returned before all are counted. */
  load(window: RowWindow, signal: AbortSignal): Promise<{ total: number | null; rows: Cell[][] }>
  /** Counts the rows. Called after `load` has returned a null `total`. */
  count?(sort: RowWindow['sort'], signal: AbortSignal): Promise<number>
  /** Called whenever more is known about the number of rows. */
  onRowCount?(counted: RowCount): void
  /** Profiles a column in these rows; absent if that is not possible. */
  profile?(column: number, signal: AbortSignal): Promise<ColumnProfile>
  /**
   * Profiles columns briefly in these rows, in the order in which they are given; absent if that is not possible.
   * @param timeZone the days of instants are those of its clock
   */
  profiles?(columns: readonly number[], timeZone: string, signal: AbortSignal): Promise<BriefProfile[]>
  /** Computes measures over these rows, or over all rows of the result, in their order; absent if that is not possible. */
  totals?(measures: readonly ColumnMeasure[], rows: 'these' | 'all', signal: AbortSignal): Promise<Cell[]>
  /** The groups of these rows by a column, in the order of its values; absent if that is not possible. */
  groups?(column: number, descending: boolean, measures: readonly ColumnMeasure[], signal: AbortSignal): Promise<ColumnGroups>
  /** Tells rows from subtotals; absent if there are only rows. */
  lines?: TableLines
  /** Why there are no subtotals, as a sentence; absent if there are, and if none are wanted. */
  subtotalProblem?: string
  /** The different values of a column in all rows of the result that contain a text; absent if that is not possible. */
  values?(column: number, search: string, signal: AbortSignal): Promise<DistinctValues>
  /**
   * These rows, each followed by values of earlier rows of the whole result; absent if that is not possible.
   * @param timeZone a month or year earlier is one of its calendar
   */
  compare?(values: readonly EarlierValue[], timeZone: string): RowSource
  /** The rows that meet all of these conditions; absent if the rows cannot be filtered. */
  filter?(conditions: readonly RowFilter[]): RowSource
  /** The rows in which one of these columns contains a text, ignoring case; absent if the rows cannot be searched. */
  search?(text: string, columns: readonly number[]): RowSource
}

export interface SourceColumn {
  name: string
  type: ColumnType | null
  /** The data source's own name of the type, for the tooltip. */
  source_type: string
}

export type Sort = RowWindow['sort']

/**
 * The sort order after a click on a column head: ascending, descending, none. With `isAdded` (shift-click) the other columns
 * stay in the sort order, otherwise the table is sorted by this column alone.
 */
export function sortedBy(sort: Sort, column: number, isAdded: boolean): Sort {
  const now = sort.find((entry) => entry.column === column)
  const next = now === undefined ? { column, descending: false } : now.descending ? null : { column, descending: true }
  if (!isAdded) return next ? [next] : []
  if (now === undefined) return next ? [...sort, next] : sort
  return sort.flatMap((entry) => (entry.column !== column ? [entry] : next ? [next] : []))
}
