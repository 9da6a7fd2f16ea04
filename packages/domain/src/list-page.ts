import { activeOrder, type ListState, normalizePage, orderParts } from './list-state.ts'

type KeyOf<Item> = (item: Item) => string

/** How the items of a list are found and sorted. */
export interface ListSearchFields<Item> {
  /** What a search looks into. */
  textOf: KeyOf<Item>
  /** What the list sorts by when no order is in force, or one that it does not know. */
  standard: KeyOf<Item>
  /** What each sort name sorts by. */
  orders: Record<string, KeyOf<Item>>
}

/** One page of a list that the server answers whole: items whose text holds the search term, in the order of the state. */
export function listPage<Item>(items: readonly Item[], state: ListState, { textOf, standard, orders }: ListSearchFields<Item>) {
  const term = state.q.trim().toLowerCase()
  const known = orderParts(activeOrder(state)).flatMap(({ name, descending }) => {
    const keyOf = orders[name]
    return keyOf === undefined ? [] : [{ keyOf, direction: descending ? -1 : 1 }]
  })
  const parts = known.length > 0 ? known : [{ keyOf: standard, direction: 1 }]
  const compare = (one: Item, other: Item) => {
    for (const { keyOf, direction } of parts) {
      const difference = keyOf(one).localeCompare(keyOf(other), 'en', { sensitivity: 'base' })
      if (difference !== 0) return direction * difference
    }
    return 0
  }
  const found = items.filter((item) => textOf(item).toLowerCase().includes(term)).sort(compare)
  const { page, pageSize } = normalizePage({ page: state.page, pageSize: state.page_size, total: found.length })
  return { count: found.length, results: found.slice((page - 1) * pageSize, page * pageSize) }
}

interface Named {
  name: string
}

const nameOf = ({ name }: Named) => name

/** The same of items with a name: found and sorted by it. */
export const listPageByName = <Item extends Named>(items: readonly Item[], state: ListState) =>
  listPage(items, state, { textOf: nameOf, standard: nameOf, orders: { name: nameOf } })
