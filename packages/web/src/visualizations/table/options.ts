import { type StoredColumn, StoredColumns } from '@sightline/domain/table-columns/stored-columns.ts'
import { StoredConditions, StoredSort } from '@sightline/domain/table-columns/stored-view.ts'
import { z } from 'zod/mini'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { maybe } from '../stored-options.ts'
import { fillsPage, type Marks, type Place } from '../visualization.ts'

/** The page sizes on offer; other stored sizes are kept. */
export const pageSizes = [5, 10, 15, 20, 25, 50, 100, 150, 200, 250]
export const DEFAULT_PAGE_SIZE = 25
/** Page size on the query page, where the table fills the window. */
const QUERY_PAGE_SIZE = 50

/** The stored options of a table, as named in the API. A new table stores none of them. */
export const TableOptions = z.looseObject({
  /** Absent means the default of the place where the table is shown. */
  itemsPerPage: maybe(z.int().check(z.positive())),
  columns: StoredColumns,
  filters: StoredConditions,
  sort: StoredSort,
  /** Whether each group of rows with the same value in the first sorted column has a line with its totals. */
  subtotals: maybe(z.boolean()),
})
export type TableOptions = z.infer<typeof TableOptions>

/** Returns the rows per page: the stored number, else 50 on the query page and 25 elsewhere. */
export const pageSizeOf = ({ itemsPerPage }: TableOptions, place: Place) =>
  itemsPerPage ?? (fillsPage(place) ? QUERY_PAGE_SIZE : DEFAULT_PAGE_SIZE)

/** Whether any visible column is searchable, which adds a search box above the table. */
export const isSearched = ({ columns }: TableOptions) =>
  columns.some(({ visible, allowSearch }) => visible !== false && allowSearch === true)

const isShown = ({ visible }: StoredColumn) => visible !== false

/** Whether a visible column has a total, which adds a foot below the rows. */
export const hasTotals = ({ columns }: TableOptions) =>
  columns.some((column) => isShown(column) && (column.total ?? 'none') !== 'none')

/** Whether a visible column is in a group, which adds a row of heads. */
export const hasGroups = ({ columns }: TableOptions) => columns.some((column) => isShown(column) && (column.group ?? '') !== '')

/**
 * A table takes part in clicks with its first visible column of texts: its cells are marks, which do nothing unless the editor of a
 * dashboard says so, because cells are also clicked to be copied.
 */
export function marks({ columns: stored }: TableOptions, columns: readonly SourceColumn[]): Marks | null {
  const settings = new Map(stored.map((column) => [column.name, column]))
  const isText = ({ name, type }: SourceColumn) => type === 'string' && settings.get(name)?.visible !== false
  const orderOf = ({ name }: SourceColumn) => settings.get(name)?.order ?? Number.MAX_SAFE_INTEGER
  const [first] = columns.filter(isText).sort((a, b) => orderOf(a) - orderOf(b))
  return first === undefined ? null : { x: first.name, series: null, areCategories: false }
}

/** The page sizes on offer, including a stored one that is not among them. */
export const pageSizeChoices = (stored: number | undefined) =>
  stored === undefined || pageSizes.includes(stored) ? pageSizes : [...pageSizes, stored].sort((a, b) => a - b)
