import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { ListRequest } from '../paging.ts'
import type { PageCut } from './list-pages.ts'

/** A sort expression. For expressions that are never null, `nulls last` is left out, so that an index serves both directions. */
export interface SortKey {
  value: SQL
  mayBeNull: boolean
}
export const neverNull = (value: SQL): SortKey => ({ value, mayBeNull: false })
export const maybeNull = (value: SQL): SortKey => ({ value, mayBeNull: true })

/** The parts of a requested order that a list can sort by. */
export const knownParts = (order: ListRequest['order'], sortable: ReadonlyMap<string, SortKey>) =>
  order.filter(({ name }) => sortable.has(name))

/**
 * The `order by` for a requested order: nulls come last in both directions, equal rows are ordered by id.
 * @param isTurned reverses all of it
 * @param sortable the expression of each sort name
 * @returns null if none was requested, or only unknown names
 */
export function requestedOrder(
  { order, isTurned }: Pick<PageCut, 'order' | 'isTurned'>,
  sortable: ReadonlyMap<string, SortKey>,
  id: AnyColumn,
): SQL[] | null {
  const known = order.flatMap(({ name, descending }) => {
    const key = sortable.get(name)
    return key === undefined ? [] : [{ ...key, direction: descending === isTurned ? sql`asc` : sql`desc` }]
  })
  const [first] = known
  if (!first) return null
  const nulls = isTurned ? sql`nulls first` : sql`nulls last`
  const keys = known.map(({ value, direction, mayBeNull }) =>
    mayBeNull ? sql`${value} ${direction} ${nulls}` : sql`${value} ${direction}`,
  )
  return [...keys, sql`${id} ${first.direction}`]
}
