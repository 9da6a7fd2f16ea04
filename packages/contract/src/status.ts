import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const ObjectCounters = z.object({
  users: z.int(),
  alerts: z.int(),
  data_sources: z.int(),
  queries: z.int(),
  dashboards: z.int(),
})
export type ObjectCounters = z.infer<typeof ObjectCounters>

export const status = {
  organization: endpoint({
    method: 'GET',
    path: '/api/organization/status',
    access: 'user',
    summary: 'How many of each thing there are',
    reply: z.object({ object_counters: ObjectCounters }),
  }),
}
