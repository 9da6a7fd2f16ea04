import { api } from '@sightline/contract/api.ts'
import type { Setup } from '@sightline/contract/setup.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Whether the first admin still has to be created. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => call(api.setup.status, { signal }),
})

/** Creates the organization and its first admin, and signs them in. */
export const setUp = (body: Setup) => call(api.setup.create, { body })

/** Removes the sample data source with its queries and dashboard. */
export const removeSample = () => call(api.setup.removeSample)
