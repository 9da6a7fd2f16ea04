import { api } from '@sightline/contract/api.ts'
import type { QueryChanges } from '@sightline/contract/queries.ts'
import type { toRequest } from '@sightline/domain/list-state.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
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
  if (id === null) throw new ApiError(400, null, 'Save the whole query first.', null)
  return call(api.queries.update, { params: { id }, body: changes })
}

/** The lists of queries, named like their endpoints. */
export type QueryListName = 'list' | 'favorites' | 'archive' | 'my'

/** One page of a list of queries. The previous page stays visible until it is loaded. */
export const queryListQuery = (name: QueryListName, request: ReturnType<typeof toRequest>) =>
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
  queryFn: ({ signal }) => call(api.queries.list, { query: { page_size: '10', order: '-created_at' }, signal }),
})

/** The published queries that the user changed last, for pickers. */
export const recentQueriesQuery = queryOptions({
  queryKey: ['queries', 'lists', 'recent'],
  queryFn: ({ signal }) => call(api.queries.recent, { signal }),
  select: (queries) => queries.filter(({ is_draft }) => !is_draft),
})

/** The queries that match a search, for pickers. */
export const querySearchQuery = (q: string) =>
  queryOptions({
    queryKey: ['queries', 'lists', 'picker', q],
    queryFn: ({ signal }) => call(api.queries.list, { query: { q, page_size: '20' }, signal }),
    placeholderData: keepPreviousData,
  })
