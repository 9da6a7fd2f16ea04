import type { Alert } from '@sightline/contract/alerts.ts'
import { activeOrder, type ListState, normalizePage, orderParts } from '../list-state.ts'

/** What each sort name of the list of alerts sorts by. */
const keys: Record<string, (alert: Alert) => string> = {
  name: ({ name }) => name.toLowerCase(),
  state: ({ state }) => state,
  updated_at: ({ updated_at }) => updated_at,
  created_by: ({ user }) => user.name.toLowerCase(),
  created_at: ({ created_at }) => created_at,
}

/** One page of the alerts, which the server answers whole: those whose name holds the search term, in the order of the state. */
export function alertsPage(alerts: readonly Alert[], state: ListState) {
  const term = state.q.trim().toLowerCase()
  const order = orderParts(activeOrder(state))
  const found = alerts.filter(({ name }) => name.toLowerCase().includes(term))
  // From the last name to the first: sorting keeps equals as they were.
  for (const { name, descending } of order.toReversed()) {
    const keyOf = keys[name]
    if (keyOf) found.sort((one, other) => (descending ? -1 : 1) * compare(keyOf(one), keyOf(other)))
  }
  const { page, pageSize } = normalizePage({ page: state.page, pageSize: state.page_size, total: found.length })
  return { count: found.length, results: found.slice((page - 1) * pageSize, page * pageSize) }
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
