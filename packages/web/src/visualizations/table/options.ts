import { z } from 'zod/mini'
import { StoredColumns } from '../columns/stored-column.ts'
import { maybe } from '../stored-options.ts'
import type { Place } from '../visualization.ts'

/** The page sizes on offer; other stored sizes are kept. */
export const pageSizes = [5, 10, 15, 20, 25, 50, 100, 150, 200, 250]
export const DEFAULT_PAGE_SIZE = 25
/** Page size on the query page, where the table fills the window. */
export const QUERY_PAGE_SIZE = 50

/** The stored options of a table, as named in the API. A new table stores none of them. */
export const TableOptions = z.looseObject({
  /** Absent means the default of the place where the table is shown. */
  itemsPerPage: maybe(z.int().check(z.positive())),
  columns: StoredColumns,
})
export type TableOptions = z.infer<typeof TableOptions>

/** Returns the rows per page: the stored number, else 50 on the query page and 25 elsewhere. */
export const pageSizeOf = ({ itemsPerPage }: TableOptions, place: Place) =>
  itemsPerPage ?? (place === 'query page' ? QUERY_PAGE_SIZE : DEFAULT_PAGE_SIZE)

/** Whether any visible column is searchable, which adds a search box above the table. */
export const isSearched = ({ columns }: TableOptions) =>
  columns.some(({ visible, allowSearch }) => visible !== false && allowSearch === true)

/** The page sizes on offer, including a stored one that is not among them. */
export const pageSizeChoices = (stored: number | undefined) =>
  stored === undefined || pageSizes.includes(stored) ? pageSizes : [...pageSizes, stored].sort((a, b) => a - b)
