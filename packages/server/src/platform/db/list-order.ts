import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { ListRequest } from '../paging.ts'

/**
 * The order that a list was asked for: nothing comes last in both directions, equals keep the order of their ids.
 * @param sortable what each sort name means
 * @returns null when none was asked for, or only unknown ones
 */
export function askedOrder(order: ListRequest['order'], sortable: ReadonlyMap<string, SQL>, id: AnyColumn): SQL[] | null {
  const known = order.flatMap(({ name, descending }) => {
    const value = sortable.get(name)
    return value === undefined ? [] : [{ value, direction: descending ? sql`desc` : sql`asc` }]
  })
  const [first] = known
  if (!first) return null
  return [...known.map(({ value, direction }) => sql`${value} ${direction} nulls last`), sql`${id} ${first.direction}`]
}
