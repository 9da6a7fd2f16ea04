import { z } from 'zod'
import { groupDigits } from './digits.ts'
import { endpoint, Timestamp } from './endpoint.ts'
import { paged } from './paging.ts'

/** Characters of an event as JSON. */
const MAX_EVENT_LENGTH = 2_000

/** A usage event; further keys are kept. */
export const UsageEvent = z
  .looseObject({
    action: z.string().max(255),
    object_type: z.string().max(255),
    object_id: z.union([z.string().max(255), z.number()]).nullish(),
    /** Seconds since the epoch. */
    timestamp: z.number().optional(),
    screen_resolution: z.string().max(64).optional(),
  })
  .refine(
    (event) => JSON.stringify(event).length <= MAX_EVENT_LENGTH,
    `it may hold at most ${groupDigits(MAX_EVENT_LENGTH)} characters`,
  )
export type UsageEvent = z.infer<typeof UsageEvent>

/** A recorded event, as admins read it. */
export const EventEntry = z.object({
  org_id: z.int(),
  user_id: z.int().nullable(),
  action: z.string(),
  object_type: z.string(),
  object_id: z.string().nullable(),
  created_at: Timestamp,
  user_name: z.string().nullable(),
  /** Device, system and browser: `PC / Mac OS X 10.15 / Chrome 120.0`. */
  browser: z.string(),
  /** A country; `Unknown`, as nobody is asked where an address lies. */
  location: z.string(),
  /** Of runs `query` and `data_source`, of pages `page`, else what the event was about. */
  details: z.record(z.string(), z.unknown()),
})
export type EventEntry = z.infer<typeof EventEntry>

/** Something with a page of its own, and how often that was opened. */
const Viewed = z.object({ id: z.int(), name: z.string(), views: z.int() })

export const Popularity = z.object({
  /** How many days back views are counted, today with them. */
  days: z.int(),
  queries: z.array(Viewed),
  dashboards: z.array(Viewed.extend({ slug: z.string() })),
})
export type Popularity = z.infer<typeof Popularity>

export const events = {
  record: endpoint({
    method: 'POST',
    path: '/api/events',
    access: 'user',
    summary: 'Records usage events',
    body: z.array(UsageEvent).max(100),
    reply: z.null(),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/events',
    access: 'admin',
    summary: 'Recorded usage events, newest first',
    query: z.object({ page: z.string().optional(), page_size: z.string().optional() }),
    reply: paged(EventEntry),
  }),
  popularity: endpoint({
    method: 'GET',
    path: '/api/events/popularity',
    access: 'admin',
    ours: true,
    summary: 'The queries and dashboards opened most often of late',
    reply: Popularity,
  }),
}
