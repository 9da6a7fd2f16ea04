import { api } from '@sightline/contract/api.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import type { NewWidget } from '@sightline/contract/widgets.ts'
import type { toRequest } from '@sightline/domain/list-state.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ApiError } from '../../api/error.ts'

/** The lists of dashboards, by the name of their call. */
export type DashboardListName = 'list' | 'favorites'

/** One page of a list of dashboards. The page before stays in sight until this one has come. */
export const dashboardListQuery = (name: DashboardListName, request: ReturnType<typeof toRequest>) =>
  queryOptions({
    queryKey: ['dashboards', 'lists', name, request],
    queryFn: ({ signal }) => call(api.dashboards[name], { query: request, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The newest favorites, for the menu and the home page. */
export const favoriteDashboardsQuery = queryOptions({
  queryKey: ['dashboards', 'lists', 'favorites', 'newest'],
  queryFn: ({ signal }) => call(api.dashboards.favorites, { query: { page_size: '20', order: '-starred_at' }, signal }),
})

/** The dashboards that came last, for the home page. */
export const newestDashboardsQuery = queryOptions({
  queryKey: ['dashboards', 'lists', 'list', 'newest'],
  queryFn: ({ signal }) => call(api.dashboards.list, { query: { page_size: '10', order: '-created_at' }, signal }),
})

/** Dashboards whose name holds a text. */
export const dashboardSearchQuery = (q: string) =>
  queryOptions({
    queryKey: ['dashboards', 'lists', 'search', q],
    queryFn: ({ signal }) => call(api.dashboards.list, { query: { q, page_size: '20' }, signal }),
    placeholderData: keepPreviousData,
  })

/** Milliseconds between two tries to load a dashboard from a server that is failing. */
export const LOAD_RETRY_MS = 1000

/** Whether loading a dashboard is worth another try: a server that fails comes back, a refusal stays one. */
export const isWorthRetrying = (error: unknown): boolean => error instanceof ApiError && error.status >= 500

/**
 * One dashboard with its widgets. While the server fails it is asked again, until it answers or the page is left.
 * @param address slug or id, as the address of the page has it
 */
export const dashboardQuery = (address: string) =>
  queryOptions({
    queryKey: ['dashboards', 'one', address],
    queryFn: ({ signal }) => call(api.dashboards.get, { params: { slug: address }, signal }),
    retry: (_, error) => isWorthRetrying(error),
    retryDelay: LOAD_RETRY_MS,
  })

/** Stored results of the widgets that are seen first, by query; without those that have none, and none at all where that fails. */
export async function firstResults(address: string): Promise<ReadonlyMap<number, ResultWindow>> {
  const none = { query_ids: [], windows: [] }
  const { query_ids, windows } = await call(api.dashboards.firstResults, { params: { slug: address } }).catch(() => none)
  return new Map(query_ids.flatMap((id, index) => (windows[index] ? [[id, windows[index]]] : [])))
}

export const createDashboard = (name: string) => call(api.dashboards.create, { body: { name } })

export const addWidget = (widget: NewWidget) => call(api.widgets.create, { body: widget })

/** A visualization of a query, as a widget may show it. */
export interface Showable {
  id: number
  type: string
  parameters: readonly Definition[]
}

/** Puts a visualization on a dashboard, where there is room. */
export async function showOnDashboard(slug: string, { id, type, parameters }: Showable): Promise<void> {
  const dashboard = await call(api.dashboards.get, { params: { slug } })
  // These know all types of visualizations. The lists and menus that read this file shall not load them.
  const [{ newWidgetOptions }, { placesOf }] = await Promise.all([import('./new-widget.ts'), import('./places.ts')])
  const options = newWidgetOptions(type, parameters, dashboard.widgets, placesOf(dashboard.widgets))
  await addWidget({ dashboard_id: dashboard.id, visualization_id: id, text: '', options, width: 1 })
}
