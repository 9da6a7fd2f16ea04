import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { ListRequest } from '../paging.ts'
import type { PageCut } from './list-pages.ts'

/** What a list is sorted by. Of what is never null the order says no word about nulls: so an index has it at hand both ways. */
export interface SortKey {
  value: SQL
  mayBeNull: boolean
}
export const neverNull = (value: SQL): SortKey => ({ value, mayBeNull: false })
export const maybeNull = (value: SQL): SortKey => ({ value, mayBeNull: true })

/** What of an order a list knows. */
export const knownParts = (order: ListRequest['order'], sortable: ReadonlyMap<string, SortKey>) =>
  order.filter(({ name }) => sortable.has(name))

/**
 * The order that a list was asked for: nothing comes last in both directions, equals keep the order of their ids.
 * @param isTurned for the opposite of all that
 * @param sortable what each sort name means
 * @returns null when none was asked for, or only unknown ones
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
