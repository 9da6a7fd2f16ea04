import { z } from 'zod'
import { endpoint, Timestamp } from './endpoint.ts'
import { inputProblems } from './input-problems.ts'
import { paged } from './paging.ts'

const Owner = z.object({ id: z.int(), name: z.string() })

/** A query that has not been opened or run for a long time. */
export const UnusedQuery = z.object({
  id: z.int(),
  name: z.string(),
  user: Owner,
  /** Null if its data source is deleted. */
  data_source_name: z.string().nullable(),
  created_at: Timestamp,
  /** When it was last opened or run; null if unknown. */
  last_used_at: Timestamp.nullable(),
  /** Number of dashboards that show it. */
  dashboards: z.int(),
})
export type UnusedQuery = z.infer<typeof UnusedQuery>

/** A query whose last runs have all failed. */
export const BrokenQuery = z.object({
  id: z.int(),
  name: z.string(),
  user: Owner,
  /** Number of failed runs since the last successful one, as far as known. */
  failures: z.int(),
  /** The error message of the last failed run; '' if it is no longer stored. */
  error: z.string(),
  last_failed_at: Timestamp.nullable(),
  is_scheduled: z.boolean(),
})
export type BrokenQuery = z.infer<typeof BrokenQuery>

/** A stored result. */
export const StoredResult = z.object({
  id: z.int(),
  /** Bytes. */
  size: z.number(),
  row_count: z.int(),
  retrieved_at: Timestamp,
  data_source_name: z.string(),
  /** The query that shows it; null for none, in which case it is deleted automatically. */
  query: z.object({ id: z.int(), name: z.string() }).nullable(),
})
export type StoredResult = z.infer<typeof StoredResult>

/** An enabled user who has not been active for a long time. */
export const InactiveUser = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  profile_image_url: z.string(),
  created_at: Timestamp,
  active_at: Timestamp.nullable(),
  /** Number of their queries that are not archived, and of those on a schedule. */
  queries: z.int(),
  scheduled: z.int(),
})
export type InactiveUser = z.infer<typeof InactiveUser>

/** Maximum number of items per request; clients split larger lists. */
export const MAX_BATCH = 250
const Chosen = z.object({ ids: z.array(z.int32().positive()).min(1).max(MAX_BATCH) })

/** The outcome for each item. */
export const CleanUpOutcome = z.object({
  done: z.int(),
  /** Unchanged items, each with a sentence that gives the reason. */
  refused: z.array(z.object({ id: z.int(), message: z.string() })),
})
export type CleanUpOutcome = z.infer<typeof CleanUpOutcome>

const pages = { page: z.string().optional(), page_size: z.string().optional() }
const whole = (most: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/, inputProblems.wholeNumber)
    .transform(Number)
    .refine((count) => count >= 1 && count <= most, `it must be from 1 to ${most}`)
/** Number of months without activity; default 6. */
const months = whole(120).optional()

const read = { method: 'GET', access: 'super_admin', ours: true } as const
const act = { method: 'POST', access: 'super_admin', ours: true, body: Chosen, reply: CleanUpOutcome } as const

export const cleanUp = {
  unusedQueries: endpoint({
    ...read,
    path: '/api/admin/clean_up/unused_queries',
    summary: 'Queries that nobody has opened or run for some months, the longest unused first',
    query: z.object({ ...pages, months }),
    reply: paged(UnusedQuery),
  }),
  brokenQueries: endpoint({
    ...read,
    path: '/api/admin/clean_up/broken_queries',
    summary: 'Queries whose last runs have all failed, 5 of them by default',
    query: z.object({ ...pages, runs: whole(100).optional() }),
    reply: paged(BrokenQuery),
  }),
  results: endpoint({
    ...read,
    path: '/api/admin/clean_up/results',
    summary: 'Stored results, the largest first',
    query: z.object(pages),
    reply: paged(StoredResult),
  }),
  inactiveUsers: endpoint({
    ...read,
    path: '/api/admin/clean_up/inactive_users',
    summary: 'Enabled users who have not been here for some months, the longest away first',
    query: z.object({ ...pages, months }),
    reply: paged(InactiveUser),
  }),
  archiveQueries: endpoint({
    ...act,
    path: '/api/admin/clean_up/archive_queries',
    summary: 'Archives queries, each as if one had done it on its page',
  }),
  deleteResults: endpoint({
    ...act,
    path: '/api/admin/clean_up/delete_results',
    summary: 'Deletes stored results; queries that showed them have none until they run again',
  }),
  disableUsers: endpoint({
    ...act,
    path: '/api/admin/clean_up/disable_users',
    summary: 'Shuts users out, each as if one had done it on their page',
  }),
}
