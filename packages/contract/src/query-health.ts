import { z } from 'zod'
import { byId, endpoint, Timestamp } from './endpoint.ts'

/** Whether the latest result of a query can be trusted: failed refreshes since, and the age at which it is stale. */
export const QueryHealth = z.object({
  id: z.int(),
  /** The time of the latest result; null if there is none. */
  retrieved_at: Timestamp.nullable(),
  /** How many refreshes have failed since the latest result, scheduled or not; 0 if the last one succeeded. */
  failures: z.int(),
  /** When the first and the last of them failed; null if none did. */
  failing_since: Timestamp.nullable(),
  failed_at: Timestamp.nullable(),
  /** Error message of the last one; empty for public URLs, and for users who may not see it. */
  error: z.string(),
  /** Seconds after which a result is stale, from the schedule: a little more than two intervals. null without a schedule. */
  stale_after: z.int().nullable(),
})
export type QueryHealth = z.infer<typeof QueryHealth>

/** Maximum number of queries in a request: more than a page of a list has. */
export const MAX_HEALTH_IDS = 500

export const queryHealth = {
  get: endpoint({
    method: 'GET',
    path: '/api/queries/health',
    access: 'viewer',
    ours: true,
    summary: 'Failing and stale queries: the health of several queries, without those that the caller may not see',
    query: z.object({
      /** Separated by commas. */
      ids: z
        .string()
        .regex(/^\d{1,9}(,\d{1,9})*$/, 'it must list ids, separated by commas')
        .refine((ids) => ids.split(',').length <= MAX_HEALTH_IDS, `it may list at most ${MAX_HEALTH_IDS} ids`),
    }),
    reply: z.array(QueryHealth),
  }),
  ofQuery: endpoint({
    method: 'GET',
    path: '/api/queries/:id/health',
    access: 'viewer',
    ours: true,
    summary: 'Whether one query is failing or stale, for key-based callers',
    params: byId,
    reply: QueryHealth,
  }),
}
