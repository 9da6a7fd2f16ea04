import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { ListRequest } from '../paging.ts'

/**
 * The order that a list was asked for: nothing comes last in both directions, equals keep the order of their ids.
 * @param sortable what each sort name means
 * @returns null when none was asked for, or an unknown one
 */
export function askedOrder(order: ListRequest['order'], sortable: ReadonlyMap<string, SQL>, id: AnyColumn): SQL[] | null {
  const value = order && sortable.get(order.name)
  if (!value) return null
  const direction = order.descending ? sql`desc` : sql`asc`
  return [sql`${value} ${direction} nulls last`, sql`${id} ${direction}`]
}
