import { api } from '@sightline/contract/api.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Everything that matches a term. A newer term cancels the request of an earlier one. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => call(api.search.find, { query: { q }, signal }),
    placeholderData: keepPreviousData,
    // Names and permissions may have changed when the same term is searched again.
    staleTime: 0,
    gcTime: 60_000,
  })
