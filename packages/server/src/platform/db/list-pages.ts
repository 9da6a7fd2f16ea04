import type { OrderPart } from '@sightline/domain/list-state.ts'
import { type SQL, sql } from 'drizzle-orm'

/** Part of a list, in an order by sort names; none for the list's own one. */
export interface Cut {
  order: OrderPart[]
  offset: number
  limit: number
}

/** How a list is looked through. */
interface List {
  /** What of the asked order the list knows. */
  order: OrderPart[]
  /** Whether an index may have it at hand by name and by time: not where all that is found is searched or joined first. */
  isWalkable: boolean
  /** The ids of a part of it. @param count what is selected beside each id */
  idsOf(cut: Cut, count: SQL<number>): PromiseLike<{ id: number; count: number }[]>
  count(): Promise<number>
}

/** The orders that lists have an index for; nothing is null in them. */
const indexed = new Set(['name', 'created_at'])
const NEWEST_FIRST: OrderPart[] = [{ name: 'created_at', descending: true }]

const NOT_COUNTED = sql<number>`0`
const COUNTED = sql<number>`(count(*) over ())::integer`

/** The ids of a page of a list, in its order, and how many there are in all pages. */
export async function readPage({ page, pageSize }: { page: number; pageSize: number }, list: List) {
  const isAtHand = list.isWalkable && list.order.every(({ name }) => indexed.has(name))
  if (!isAtHand) return readSorted({ order: list.order, offset: (page - 1) * pageSize, limit: pageSize }, list)
  // Counted first, as no page is then further away than half of the list.
  const count = await list.count()
  const { isBackwards, ...cut } = nearerEnd({ page, pageSize }, list.order.length > 0 ? list.order : NEWEST_FIRST, count)
  const found = cut.limit === 0 ? [] : await list.idsOf(cut, NOT_COUNTED)
  const ids = found.map(({ id }) => id)
  return { ids: isBackwards ? ids.reverse() : ids, count }
}

/** Where all of a list is looked at for a page, it is counted on the way: counting apart would take as long once more. */
async function readSorted(cut: Cut, list: List) {
  const found = await list.idsOf(cut, COUNTED)
  // A page beyond the last one brings no row that could tell.
  const count = found[0]?.count ?? (cut.offset > 0 ? await list.count() : 0)
  return { ids: found.map(({ id }) => id), count }
}

/**
 * A page as it is reached from the nearer end of its list: one at the end is as near as one at the start, in the opposite order.
 * @param order of what is never null, and so the same in both directions
 * @param count how many there are in all; a page beyond the last one has a limit of 0
 */
export function nearerEnd(
  { page, pageSize }: { page: number; pageSize: number },
  order: OrderPart[],
  count: number,
): Cut & { isBackwards: boolean } {
  const offset = (page - 1) * pageSize
  const limit = Math.max(0, Math.min(pageSize, count - offset))
  const fromEnd = Math.max(0, count - offset - limit)
  if (offset <= fromEnd) return { order, offset, limit, isBackwards: false }
  const turned = order.map(({ name, descending }) => ({ name, descending: !descending }))
  return { order: turned, offset: fromEnd, limit, isBackwards: true }
}

/** Rows in the order of their ids. */
export const inOrderOf = <Row>(ids: readonly number[], rows: readonly Row[], idOf: (row: Row) => number): Row[] =>
  rows.toSorted((a, b) => ids.indexOf(idOf(a)) - ids.indexOf(idOf(b)))
