import { z } from 'zod/mini'
import { StoredColumns } from '../columns/stored-column.ts'
import { maybe } from '../stored-options.ts'
import type { Place } from '../visualization.ts'

/** Rows a page, as far as a page is asked for; any other stored number is kept. */
export const pageSizes = [5, 10, 15, 20, 25, 50, 100, 150, 200, 250]
export const DEFAULT_PAGE_SIZE = 25
/** On the query page, where a table with nothing stored has the window to itself. */
export const QUERY_PAGE_SIZE = 50

/** The stored options of a table, by the names of the wire. A new table stores none of them. */
export const TableOptions = z.looseObject({
  /** Absent means the place's own number. */
  itemsPerPage: maybe(z.int().check(z.positive())),
  columns: StoredColumns,
})
export type TableOptions = z.infer<typeof TableOptions>

/** Rows a page: what is stored, else 50 on the query page and 25 anywhere else. */
export const pageSizeOf = ({ itemsPerPage }: TableOptions, place: Place) =>
  itemsPerPage ?? (place === 'query page' ? QUERY_PAGE_SIZE : DEFAULT_PAGE_SIZE)

/** Whether any column that is shown is searched: a search box then stands above the table. */
export const isSearched = ({ columns }: TableOptions) =>
  columns.some(({ visible, allowSearch }) => visible !== false && allowSearch === true)

/** The choices of rows a page, with a stored number that is not among them. */
export const pageSizeChoices = (stored: number | undefined) =>
  stored === undefined || pageSizes.includes(stored) ? pageSizes : [...pageSizes, stored].sort((a, b) => a - b)
