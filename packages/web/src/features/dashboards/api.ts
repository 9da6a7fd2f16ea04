import { api } from '@sightline/contract/api.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import type { NewWidget } from '@sightline/contract/widgets.ts'
import type { toRequest } from '@sightline/domain/list-state.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ApiError } from '../../api/error.ts'

/** The endpoints that list dashboards. */
export type DashboardListName = 'list' | 'favorites'

/** One page of a list of dashboards. The previous page stays visible until this one has been loaded. */
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

/** The newest dashboards, for the home page. */
export const newestDashboardsQuery = queryOptions({
  queryKey: ['dashboards', 'lists', 'list', 'newest'],
  queryFn: ({ signal }) => call(api.dashboards.list, { query: { page_size: '10', order: '-created_at' }, signal }),
})

/** The dashboards that the user has viewed or changed last, for the home page. */
export const recentDashboardsQuery = queryOptions({
  queryKey: ['dashboards', 'lists', 'recent'],
  queryFn: ({ signal }) => call(api.dashboards.recent, { signal }),
})

/** Dashboards whose name contains a text. */
export const dashboardSearchQuery = (q: string) =>
  queryOptions({
    queryKey: ['dashboards', 'lists', 'search', q],
    queryFn: ({ signal }) => call(api.dashboards.list, { query: { q, page_size: '20' }, signal }),
    placeholderData: keepPreviousData,
  })

/** Milliseconds between two attempts to load a dashboard while the server fails. */
const LOAD_RETRY_MS = 1000

/** Whether to retry loading a dashboard: a server error may pass, a refusal will not. */
export const isWorthRetrying = (error: unknown): boolean => error instanceof ApiError && error.status >= 500

/**
 * One dashboard with its widgets. Retries until the server answers or the page is left.
 * @param slug slug or id, as in the URL of the page
 */
export const dashboardQuery = (slug: string) =>
  queryOptions({
    queryKey: ['dashboards', 'one', slug],
    queryFn: ({ signal }) => call(api.dashboards.get, { params: { slug }, signal }),
    retry: (_, error) => isWorthRetrying(error),
    retryDelay: LOAD_RETRY_MS,
  })

/** A shared dashboard. @param token of its public URL */
export const publicDashboardQuery = (token: string) =>
  queryOptions({
    queryKey: ['public-dashboard', token],
    queryFn: ({ signal }) => call(api.dashboards.public, { params: { token }, signal }),
  })

/**
 * Stored results of the widgets in the first rows of a dashboard, by query id. Queries without one are left out.
 * @param slug slug or id, as in the URL of the page
 * @returns an empty map if the request fails: the widgets then load their results themselves
 */
export async function firstResults(slug: string): Promise<ReadonlyMap<number, ResultWindow>> {
  const none = { query_ids: [], windows: [] }
  const { query_ids, windows } = await call(api.dashboards.firstResults, { params: { slug } }).catch(() => none)
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

/** Adds a visualization to a dashboard at a free place. */
export async function showOnDashboard(slug: string, { id, type, parameters }: Showable): Promise<void> {
  const dashboard = await call(api.dashboards.get, { params: { slug } })
  // Loaded on demand, because it knows all types of visualizations, which the lists and menus that use this file do not need.
  const { newWidgetOptions, placesOf } = await import('./widget-placement.ts')
  const options = newWidgetOptions(type, parameters, dashboard.widgets, placesOf(dashboard.widgets))
  await addWidget({ dashboard_id: dashboard.id, visualization_id: id, text: '', options, width: 1 })
}
