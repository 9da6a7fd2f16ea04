import { z } from 'zod'
import { byId, endpoint, Id, Timestamp } from './endpoint.ts'
import { paged } from './paging.ts'
import { ParameterDefinition, QueryOptions, Schedule } from './queries.ts'
import { User } from './users.ts'

/** The fields of a query that its versions contain. */
export const versionedFields = ['name', 'description', 'query', 'options', 'data_source_id', 'schedule', 'tags'] as const

/** A saved version of a query. */
export const QueryVersion = z.object({
  version: z.int(),
  /** The user who saved it. */
  user: User,
  saved_at: Timestamp,
  name: z.string(),
  /** The fields that changed with this version; empty for the oldest known version. */
  changes: z.array(z.enum(versionedFields)),
})
export type QueryVersion = z.infer<typeof QueryVersion>

/** A version with all of its fields. */
export const QueryVersionContent = QueryVersion.omit({ changes: true }).extend({
  description: z.string().nullable(),
  /** null for users who may not see the data source. */
  query: z.string().nullable(),
  options: QueryOptions,
  data_source_id: z.int().nullable(),
  schedule: Schedule.nullable(),
  tags: z.array(z.string()),
})
export type QueryVersionContent = z.infer<typeof QueryVersionContent>

/** A past run of a query. */
export const PastExecution = z.object({
  /** Id of its job. */
  id: z.string(),
  /** A number of `JobStatus`. */
  status: z.int(),
  /** The user who started it; null for a schedule or a key. */
  user: User.nullable(),
  scheduled: z.boolean(),
  created_at: Timestamp,
  finished_at: Timestamp.nullable(),
  /** Duration in the data source, in seconds; null while it runs, and if it failed. */
  runtime: z.number().nullable(),
  /** Number of rows of its result; null without a result. */
  rows: z.int().nullable(),
  /** The error message; empty if it did not fail, and for users who may not see the data source. */
  error: z.string(),
  /**
   * The parameter values by name; null if there are none, if they are too long or were not recorded, and for users who may not see
   * the data source.
   */
  parameters: z.record(z.string(), z.unknown()).nullable(),
})
export type PastExecution = z.infer<typeof PastExecution>

/** The states by which own runs can be filtered. */
export const runStates = ['running', 'done', 'failed'] as const

/** A run of the caller, of a query or of a text that belongs to none. */
export const OwnRun = z.object({
  /** Id of its job. */
  id: z.string(),
  /** A number of `JobStatus`. */
  status: z.int(),
  created_at: Timestamp,
  finished_at: Timestamp.nullable(),
  /** Duration in the data source, in seconds; null while it runs, and if it failed. */
  runtime: z.number().nullable(),
  /** Number of rows of its result; null without a result. */
  rows: z.int().nullable(),
  /** null if the caller may no longer see it. */
  data_source: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** With the parameters that it declares now; null if it belongs to none that the caller may see. */
  query: z.object({ id: z.int(), name: z.string(), parameters: z.array(ParameterDefinition) }).nullable(),
  /** The text as it ran, with the values of its parameters; null for users who may not read query texts or no longer see the data source. */
  text: z.string().nullable(),
  /** Its stored result; null if there is none any more, or none that the caller may see. */
  result_id: z.int().nullable(),
  /** The error message; empty if it did not fail, and if the caller may no longer see it. */
  error: z.string(),
  /** The parameter values by name; null if there are none, if they are too long or were not recorded, and where the error is hidden. */
  parameters: z.record(z.string(), z.unknown()).nullable(),
})
export type OwnRun = z.infer<typeof OwnRun>

/** The key of a query has no access, because it only opens results. Users also need `view_query`. */
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
  ownRuns: endpoint({
    ...ofQuery,
    path: '/api/run_history',
    summary: "The caller's own runs that are remembered, of all queries and texts, newest first",
    query: z.object({
      page: z.string().optional(),
      page_size: z.string().optional(),
      /** A part of the text. */
      q: z.string().optional(),
      data_source_id: Id.optional(),
      status: z.enum(runStates).optional(),
    }),
    reply: paged(OwnRun),
  }),
  executions: endpoint({
    ...ofQuery,
    path: '/api/queries/:id/executions',
    summary: 'The last 100 runs of a query that are remembered, newest first',
    params: byId,
    reply: z.array(PastExecution),
  }),
}
