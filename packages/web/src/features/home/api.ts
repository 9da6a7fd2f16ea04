import { api } from '@sightline/contract/api.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** How many of each thing there are. */
export const countersQuery = queryOptions({
  queryKey: ['status', 'organization'],
  queryFn: ({ signal }) => call(api.status.organization, { signal }),
})

/** The user's recent work, and what others have changed in it. */
export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => call(api.home.recent, { signal }),
  // Opening a page changes what is recent.
  staleTime: 0,
})

/** Mails the user a link that proves their email address. */
export const resendVerification = () => call(api.session.mailVerification)
