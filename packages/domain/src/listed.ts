import { activeOrder, type ListState, normalizePage } from './list-state.ts'

interface Named {
  name: string
}

/**
 * One page of a list that the server answers whole: items whose name holds the search term, by name.
 * @param state of which page, page size, term and a descending name count
 */
export function listedByName<Item extends Named>(items: readonly Item[], state: ListState) {
  const term = state.q.trim().toLowerCase()
  const found = items
    .filter(({ name }) => name.toLowerCase().includes(term))
    .sort((one, other) => one.name.localeCompare(other.name, 'en', { sensitivity: 'base' }))
  if (activeOrder(state) === '-name') found.reverse()
  const { page, pageSize } = normalizePage({ page: state.page, pageSize: state.page_size, total: found.length })
  return { count: found.length, results: found.slice((page - 1) * pageSize, page * pageSize) }
}
