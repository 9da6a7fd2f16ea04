import { api } from '@sightline/contract/api.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** One query with its visualizations. */
export const queryQuery = (id: number) =>
  queryOptions({
    queryKey: ['queries', 'one', id],
    queryFn: ({ signal }) => call(api.queries.get, { params: { id }, signal }),
  })
