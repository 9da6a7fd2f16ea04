import { t } from '@lingui/core/macro'
import { api } from '@sightline/contract/api.ts'
import type { QueryChanges, QueryListQuery } from '@sightline/contract/queries.ts'
import { MAX_HEALTH_IDS } from '@sightline/contract/query-health.ts'
import type { toRequest } from '@sightline/domain/list-state.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { batched } from '../../api/batched.ts'
import { call } from '../../api/call.ts'
import { ApiError } from '../../api/error.ts'

/** One query with its visualizations. */
export const queryQuery = (id: number) =>
  queryOptions({
    queryKey: ['queries', 'one', id],
    queryFn: ({ signal }) => call(api.queries.get, { params: { id }, signal }),
  })

/** The versions of a query, newest first. */
export const versionsQuery = (id: number) =>
  queryOptions({
    queryKey: ['queries', 'versions', id],
    queryFn: ({ signal }) => call(api.queryHistory.versions, { params: { id }, signal }),
    staleTime: 0,
  })

/** One version of a query, which never changes. */
export const versionQuery = (id: number, version: number) =>
  queryOptions({
    queryKey: ['queries', 'versions', id, version],
    queryFn: ({ signal }) => call(api.queryHistory.version, { params: { id, version }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The last executions of a query. */
export const pastExecutionsQuery = (id: number) =>
  queryOptions({
    queryKey: ['queries', 'executions', id],
    queryFn: ({ signal }) => call(api.queryHistory.executions, { params: { id }, signal }),
    staleTime: 0,
  })

/**
 * Saves some fields of a query.
 * @param id null for a query that was never saved
 * @throws ApiError of the server; without an id, it is thrown before anything is sent
 */
export async function changeQuery(id: number | null, changes: QueryChanges) {
  if (id === null) throw new ApiError(400, null, t`Save the whole query first.`, null)
  return call(api.queries.update, { params: { id }, body: changes })
}

/** The lists of queries, named like their endpoints. */
export type QueryListName = 'list' | 'favorites' | 'archive' | 'my'

/** One page of a list of queries. The previous page stays visible until it is loaded. */
export const queryListQuery = (name: QueryListName, request: ReturnType<typeof toRequest> & Pick<QueryListQuery, 'health'>) =>
  queryOptions({
    queryKey: ['queries', 'lists', name, request],
    queryFn: ({ signal }) => call(api.queries[name], { query: request, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The newest favorites, for the menu and the home page. */
export const favoriteQueriesQuery = queryOptions({
  queryKey: ['queries', 'lists', 'favorites', 'newest'],
  queryFn: ({ signal }) => call(api.queries.favorites, { query: { page_size: '20', order: '-starred_at' }, signal }),
})

/** The newest queries, for the home page. */
export const newestQueriesQuery = queryOptions({
  queryKey: ['queries', 'lists', 'list', 'newest'],
  queryFn: ({ signal }) => call(api.queries.list, { query: { page_size: '20', order: '-created_at' }, signal }),
})

/** Some of the queries whose latest refresh failed or is overdue, the latest first, for the home page. */
export const unhealthyQueriesQuery = queryOptions({
  queryKey: ['queries', 'lists', 'list', 'unhealthy'],
  queryFn: ({ signal }) =>
    call(api.queries.list, { query: { page_size: '5', order: '-executed_at', health: 'failing_or_stale' }, signal }),
})

/** The queries that the user changed last. */
export const ownRecentQueriesQuery = queryOptions({
  queryKey: ['queries', 'lists', 'recent'],
  queryFn: ({ signal }) => call(api.queries.recent, { signal }),
})

/** The published queries that the user changed last, for pickers. */
export const recentQueriesQuery = queryOptions({
  ...ownRecentQueriesQuery,
  select: (queries) => queries.filter(({ is_draft }) => !is_draft),
})

/** The queries that match a search, for pickers. */
export const querySearchQuery = (q: string) =>
  queryOptions({
    queryKey: ['queries', 'lists', 'picker', q],
    queryFn: ({ signal }) => call(api.queries.list, { query: { q, page_size: '20' }, signal }),
    placeholderData: keepPreviousData,
  })

/** How often the health of what is on the screen is loaded again, in milliseconds. */
const HEALTH_INTERVAL_MS = 60_000
/** The controls of thirty widgets appear within this time. */
const HEALTH_BATCH_MS = 50

const fetchHealth = batched(
  async (ids: number[]) => {
    const found = await call(api.queryHealth.get, { query: { ids: [...new Set(ids)].join(',') } })
    return ids.map((id) => found.find((health) => health.id === id))
  },
  { max: MAX_HEALTH_IDS, soon: (send) => setTimeout(send, HEALTH_BATCH_MS) },
)

/** The health of the query of an embed, whose visitor may have nothing but its key. */
export const embedHealthQuery = (id: number) =>
  queryOptions({
    queryKey: ['queries', 'health', 'embed', id],
    queryFn: ({ signal }) => call(api.queryHealth.ofQuery, { params: { id }, signal }),
    refetchInterval: HEALTH_INTERVAL_MS,
    retry: false,
  })

/** The health of a query, with those of other queries in one call; null if the caller may not see it. */
export const queryHealthQuery = (id: number) =>
  queryOptions({
    queryKey: ['queries', 'health', id],
    queryFn: async () => (await fetchHealth(id)) ?? null,
    refetchInterval: HEALTH_INTERVAL_MS,
    staleTime: 0,
    retry: false,
  })
