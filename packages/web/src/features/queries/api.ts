import { api } from '@sightline/contract/api.ts'
import type { QueryChanges } from '@sightline/contract/queries.ts'
import { queryOptions } from '@tanstack/react-query'
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
