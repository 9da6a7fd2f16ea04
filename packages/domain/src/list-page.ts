import type { Alert } from '@sightline/contract/alerts.ts'
import { foldedText } from './folded-text.ts'
import { activeOrder, type ListState, normalizePage, orderParts } from './list-state.ts'
import { memoized } from './memoized.ts'

type KeyOf<Item> = (item: Item) => string

/** How the items of a list are searched and sorted. */
interface ListFields<Item> {
  /** The text that is searched. */
  textOf: KeyOf<Item>
  /** The sort key if the state has no order, or an unknown one; null keeps the given order. */
  defaultKey: KeyOf<Item> | null
  /** The sort key of each sort name. */
  orders: Record<string, KeyOf<Item>>
  compare(one: string, other: string): number
}

/**
 * One page of a list that the server returns whole: the items whose text contains the search term, in the order of the state.
 * Items with equal keys keep their order.
 * @returns the page, and the number of items on all pages
 */
export function listPage<Item>(items: readonly Item[], state: ListState, fields: ListFields<Item>) {
  const { textOf, defaultKey, orders, compare } = fields
  const term = foldedText(state.q.trim())
  const known = orderParts(activeOrder(state)).flatMap(({ name, descending }) => {
    const keyOf = orders[name]
    return keyOf === undefined ? [] : [{ keyOf, direction: descending ? -1 : 1 }]
  })
  const parts = known.length === 0 && defaultKey !== null ? [{ keyOf: defaultKey, direction: 1 }] : known
  const compareItems = (one: Item, other: Item) => {
    for (const { keyOf, direction } of parts) {
      const difference = compare(keyOf(one), keyOf(other))
      if (difference !== 0) return direction * difference
    }
    return 0
  }
  const found = items.filter((item) => foldedText(textOf(item)).includes(term)).sort(compareItems)
  const { page, pageSize } = normalizePage({ page: state.page, pageSize: state.page_size, total: found.length })
  return { count: found.length, results: found.slice((page - 1) * pageSize, page * pageSize) }
}

/** Compares texts by the alphabet of a language, ignoring case and accents. @param language a tag of BCP 47 */
export const byLettersOf = memoized((language: string) => new Intl.Collator(language, { sensitivity: 'base' }).compare)
const byCodeUnits = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

interface Named {
  name: string
}

const nameOf = ({ name }: Named) => name

/** One page of items that are searched and sorted by their name. @param language whose alphabet sorts them */
export const listPageByName = <Item extends Named>(items: readonly Item[], state: ListState, language: string) =>
  listPage(items, state, { textOf: nameOf, defaultKey: nameOf, orders: { name: nameOf }, compare: byLettersOf(language) })

/** One page of the alerts. */
export const alertsPage = (alerts: readonly Alert[], state: ListState) =>
  listPage(alerts, state, {
    textOf: ({ name, query }) => `${name} ${query.name}`,
    defaultKey: null,
    orders: {
      name: ({ name }) => name.toLowerCase(),
      state: (alert) => alert.state,
      updated_at: ({ updated_at }) => updated_at,
      created_by: ({ user }) => user.name.toLowerCase(),
      created_at: ({ created_at }) => created_at,
    },
    compare: byCodeUnits,
  })
