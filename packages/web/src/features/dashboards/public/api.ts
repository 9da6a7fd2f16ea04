import { api } from '@sightline/contract/api.ts'
import type { PublicDashboard } from '@sightline/contract/dashboards.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** A widget as a public address shows it. */
export type PublicWidget = PublicDashboard['widgets'][number]

/** The dashboard of a public address. */
export const publicDashboardQuery = (token: string) =>
  queryOptions({
    queryKey: ['public-dashboard', token],
    queryFn: ({ signal }): Promise<PublicDashboard> => call(api.dashboards.public, { params: { token }, signal }),
  })
