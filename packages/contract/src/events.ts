import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** A usage event; further keys are kept. */
export const UsageEvent = z.looseObject({
  action: z.string().max(255),
  object_type: z.string().max(255),
  object_id: z.union([z.string().max(255), z.number()]).nullish(),
  /** Seconds since the epoch. */
  timestamp: z.number().optional(),
  screen_resolution: z.string().max(64).optional(),
})
export type UsageEvent = z.infer<typeof UsageEvent>

export const events = {
  record: endpoint({
    method: 'POST',
    path: '/api/events',
    access: 'viewer',
    summary: 'Records usage events',
    body: z.array(UsageEvent).max(1000),
    reply: z.null(),
  }),
}
