import { api } from '@sightline/contract/api.ts'
import type { toRequest } from '@sightline/domain/list-state.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

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

/** One dashboard. */
export const dashboardQuery = (slug: string) =>
  queryOptions({
    queryKey: ['dashboards', 'one', slug],
    queryFn: ({ signal }) => call(api.dashboards.get, { params: { slug }, signal }),
  })
