import { api } from '@sightline/contract/api.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** How many of each thing there are. */
export const countersQuery = queryOptions({
  queryKey: ['status', 'organization'],
  queryFn: ({ signal }) => call(api.status.organization, { signal }),
})

/** Mails the user a link that proves their email address. */
export const resendVerification = () => call(api.session.mailVerification)
