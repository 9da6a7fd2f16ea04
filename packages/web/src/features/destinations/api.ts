import { api } from '@sightline/contract/api.ts'
import type { DestinationFields } from '@sightline/contract/destinations.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** All alert destinations, without their options. */
export const destinationsQuery = queryOptions({
  queryKey: ['destinations', 'list'],
  queryFn: ({ signal }) => call(api.destinations.list, { signal }),
})

/** The types of destinations. For admins. */
export const destinationTypesQuery = queryOptions({
  queryKey: ['destinations', 'types'],
  queryFn: ({ signal }) => call(api.destinations.types, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** One destination with its options; secrets are replaced by a placeholder. For admins. */
export const destinationQuery = (id: number) =>
  queryOptions({
    queryKey: ['destinations', 'one', id],
    queryFn: ({ signal }) => call(api.destinations.get, { params: { id }, signal }),
    // Never refetched, so that an open form is not overwritten.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** The alerts and reports that use a destination. For admins. */
export const destinationDependentsQuery = (id: number) =>
  queryOptions({
    queryKey: ['destinations', 'dependents', id],
    queryFn: ({ signal }) => call(api.destinations.dependents, { params: { id }, signal }),
    staleTime: 0,
  })

export const createDestination = (body: DestinationFields) => call(api.destinations.create, { body })
export const updateDestination = (id: number, body: DestinationFields) =>
  call(api.destinations.update, { params: { id }, body })
export const removeDestination = (id: number) => call(api.destinations.remove, { params: { id } })
export const testDestination = (id: number) => call(api.destinations.test, { params: { id } })
