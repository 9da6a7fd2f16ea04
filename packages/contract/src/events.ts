import { z } from 'zod'
import { groupDigits } from './digits.ts'
import { endpoint, Timestamp } from './endpoint.ts'
import { NamedObject } from './object-names.ts'
import { paged } from './paging.ts'

/** Maximum length of an event as JSON, in characters. */
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
    `it may have at most ${groupDigits(MAX_EVENT_LENGTH)} characters`,
  )
export type UsageEvent = z.infer<typeof UsageEvent>

/** A recorded event in the response for admins. */
export const EventEntry = z.object({
  org_id: z.int(),
  user_id: z.int().nullable(),
  action: z.string(),
  object_type: z.string(),
  object_id: z.string().nullable(),
  /**
   * Ours: the object by its name, then what it belongs to: the query of a visualization, the dashboard of a widget, and for a run
   * the query and its data source. Empty if the event is about no object, such as a list.
   */
  objects: z.array(NamedObject),
  created_at: Timestamp,
  user_name: z.string().nullable(),
  /** Device, system and browser: `PC / Mac OS X 10.15 / Chrome 120.0`. */
  browser: z.string(),
  /** A country; always `Unknown`, because no service is asked for the location of an IP address. */
  location: z.string(),
  /** `query` and `data_source` for runs, `page` for pages, otherwise the object of the event. */
  details: z.record(z.string(), z.unknown()),
})
export type EventEntry = z.infer<typeof EventEntry>

/** A record with its own page, and how often the page was opened. */
const Viewed = z.object({ id: z.int(), name: z.string(), views: z.int() })

export const Popularity = z.object({
  /** Number of days for which views are counted, including today. */
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
    scope: 'read',
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
