import { api } from '@sightline/contract/api.ts'
import type { toRequest } from '@sightline/domain/list-state.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

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
