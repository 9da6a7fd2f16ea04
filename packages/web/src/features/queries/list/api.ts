import { api } from '@sightline/contract/api.ts'
import type { toRequest } from '@sightline/domain/list-state.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** The lists of queries, by the name of their call. */
export type QueryListName = 'list' | 'favorites' | 'archive' | 'my'

/** One page of a list of queries. The page before stays in sight until this one has come. */
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

/** The queries that came last, for the home page. */
export const newestQueriesQuery = queryOptions({
  queryKey: ['queries', 'lists', 'list', 'newest'],
  queryFn: ({ signal }) => call(api.queries.list, { query: { page_size: '10', order: '-created_at' }, signal }),
})
