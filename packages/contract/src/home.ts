import { z } from 'zod'
import { endpoint, Timestamp } from './endpoint.ts'
import { versionedFields } from './query-history.ts'

/** A stored result to draw small: as a chart or counter, or else its first rows. */
export const Thumbnail = z.object({
  result_id: z.int(),
  visualization: z.object({ type: z.string(), name: z.string(), options: z.record(z.string(), z.unknown()) }).nullable(),
})
export type Thumbnail = z.infer<typeof Thumbnail>

const ofQuery = { kind: z.literal('query'), id: z.int(), name: z.string() }
const ofDashboard = { kind: z.literal('dashboard'), id: z.int(), slug: z.string(), name: z.string() }
/** When the caller last opened it, or changed an own one. `thumbnail` is null without a result that the caller may see. */
const work = { is_draft: z.boolean(), used_at: Timestamp, thumbnail: Thumbnail.nullable() }

export const RecentWork = z.discriminatedUnion('kind', [
  z.object({ ...ofQuery, ...work }),
  z.object({ ...ofDashboard, ...work }),
])
export type RecentWork = z.infer<typeof RecentWork>

const change = { user_name: z.string(), changed_at: Timestamp }
export const RecentChange = z.discriminatedUnion('kind', [
  z.object({
    ...ofQuery,
    ...change,
    /** The changed fields; empty if only its publication changed. */
    fields: z.array(z.enum(versionedFields)),
  }),
  z.object({ ...ofDashboard, ...change }),
  /** A comment that mentions the caller, on a widget whose rows they may see; `id` is that of the comment. */
  z.object({ ...ofDashboard, kind: z.literal('mention'), widget_id: z.int(), ...change }),
])
export type RecentChange = z.infer<typeof RecentChange>

export const home = {
  recent: endpoint({
    method: 'GET',
    path: '/api/home',
    access: 'user',
    ours: true,
    summary:
      "The caller's recent queries and dashboards, and what others have changed in those and in the favorites, with comments that mention the caller",
    reply: z.object({
      /** Up to eight, most recent first. */
      work: z.array(RecentWork),
      /** Up to eight of the last thirty days, newest first. */
      changes: z.array(RecentChange),
    }),
  }),
}
