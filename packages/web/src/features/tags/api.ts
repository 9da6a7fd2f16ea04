import { api } from '@sightline/contract/api.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The tags in use, with the number of items that have them. */
export const tagsQuery = (of: 'queries' | 'dashboards') =>
  queryOptions({
    queryKey: [of, 'tags'],
    queryFn: ({ signal }) => call(api[of].tags, { signal }),
  })
