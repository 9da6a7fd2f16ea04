import { z } from 'zod'
import { byId, endpoint, Id, Timestamp } from './endpoint.ts'
import { QueryOptions, Schedule } from './queries.ts'
import { User } from './users.ts'

/** What of a query is kept with its versions. */
export const versionedFields = ['name', 'description', 'query', 'options', 'data_source_id', 'schedule', 'tags'] as const

/** A state of a query that was saved. */
export const QueryVersion = z.object({
  version: z.int(),
  /** Who saved it, and when. */
  user: User,
  saved_at: Timestamp,
  name: z.string(),
  /** What was another one before; empty for the oldest state that is known. */
  changes: z.array(z.enum(versionedFields)),
})
export type QueryVersion = z.infer<typeof QueryVersion>

/** The whole of such a state. */
export const QueryVersionContent = QueryVersion.omit({ changes: true }).extend({
  description: z.string().nullable(),
  /** null for those who may not see the source. */
  query: z.string().nullable(),
  options: QueryOptions,
  data_source_id: z.int().nullable(),
  schedule: Schedule.nullable(),
  tags: z.array(z.string()),
})
export type QueryVersionContent = z.infer<typeof QueryVersionContent>

/** One run of a query, as long as it is remembered. */
export const PastExecution = z.object({
  /** Id of its job. */
  id: z.string(),
  /** A number of `JobStatus`. */
  status: z.int(),
  /** Who asked for it; null for a schedule and for the holder of a key. */
  user: User.nullable(),
  scheduled: z.boolean(),
  created_at: Timestamp,
  finished_at: Timestamp.nullable(),
  /** Seconds in the data source; null while it runs, and when it failed. */
  runtime: z.number().nullable(),
  /** Rows of its result; null where there is none. */
  rows: z.int().nullable(),
  /** Why it failed; empty when it did not, and for those who may not see the source. */
  error: z.string(),
})
export type PastExecution = z.infer<typeof PastExecution>

/** Not for the key of a query, which opens its results alone; users need `view_query` besides. */
const ofQuery = { method: 'GET', access: 'user', ours: true } as const

export const queryHistory = {
  versions: endpoint({
    ...ofQuery,
    path: '/api/queries/:id/versions',
    summary: 'The saved states of a query, newest first, up to 200',
    params: byId,
    reply: z.array(QueryVersion),
  }),
  version: endpoint({
    ...ofQuery,
    path: '/api/queries/:id/versions/:version',
    summary: 'One saved state of a query',
    params: byId.extend({ version: Id }),
    reply: QueryVersionContent,
  }),
  executions: endpoint({
    ...ofQuery,
    path: '/api/queries/:id/executions',
    summary: 'The last 100 runs of a query that are remembered, newest first',
    params: byId,
    reply: z.array(PastExecution),
  }),
}
