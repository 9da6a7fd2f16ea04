import { z } from 'zod'
import { byId, endpoint, file, Id, LARGE_BODY_BYTES, Timestamp } from './endpoint.ts'
import { ParameterDefinition } from './queries.ts'
import { type Cell, QueryResult, type ResultColumn, ResultWindow } from './results.ts'
import { SentId, sentNumber } from './sent-number.ts'

export const JobStatus = { waiting: 1, processing: 2, done: 3, failed: 4 } as const
export type JobStatus = (typeof JobStatus)[keyof typeof JobStatus]

export const Job = z.object({
  id: z.string(),
  /** 0, or seconds since the epoch when it started. */
  updated_at: z.number(),
  status: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  error: z.string(),
  /**
   * Ours: 1-based character in the query text that ran (with parameter values filled in) at which the data source found the
   * error.
   */
  error_position: z.int().nullable(),
  result: z.int().nullable(),
  query_result_id: z.int().nullable(),
})
export type Job = z.infer<typeof Job>

const run = {
  parameters: z.record(z.string(), z.unknown()).optional(),
  /** Seconds; -1 or null accepts a cached result of any age, 0 always runs. */
  max_age: sentNumber(z.number()).nullish(),
  apply_auto_limit: z.boolean().optional(),
  /**
   * Ours: waits up to this many milliseconds for the end of the run, then returns the job with the first rows instead of a whole
   * result.
   */
  wait: sentNumber(z.int().min(0).max(30_000)).optional(),
  /** Ours: `first_rows` ends the wait as soon as the job's events have the first rows. The default is the end of the run. */
  wait_until: z.enum(['end', 'first_rows']).optional(),
}
export const AdhocRun = z.object({
  ...run,
  query: z.string().max(5_000_000),
  data_source_id: SentId.nullish(),
  query_id: z.union([z.int32(), z.string()]).nullish(),
  /** Ours: the parameters of the query text. Without it, every value counts as text typed by the author. */
  parameter_definitions: z.array(ParameterDefinition).optional(),
  /** Ours: one of the `dialects` of the data source. The default is that of the query `query_id`. */
  dialect: z.string().max(50).nullish(),
})
export const SavedRun = z.object(run).nullish()
export type AdhocRun = z.infer<typeof AdhocRun>
export type SavedRun = z.infer<typeof SavedRun>

/** All runs that a page needs when it opens, without a limit on their number. */
export const StoredRuns = z.object({
  runs: z
    .array(z.object({ query_id: SentId, parameters: run.parameters }))
    .min(1)
    .max(100),
})
export type StoredRuns = z.infer<typeof StoredRuns>

export const RunReply = z.union([
  z.object({ query_result: QueryResult }),
  z.object({ job: Job, window: ResultWindow.optional() }),
])
export type RunReply = z.infer<typeof RunReply>

/** A run that holds a slot which another run waits for. */
export const SlotHolder = z.object({
  /** The user who started it; null if it was started with a key, or if the reader has only a key. */
  user: z.string().nullable(),
  /** null for an unsaved query text, and for a query that the reader may not see. */
  query: z.object({ id: z.int(), name: z.string() }).nullable(),
  scheduled: z.boolean(),
  since: Timestamp,
  /** Milliseconds since then, by the clock of the server. */
  elapsed: z.number(),
})
export type SlotHolder = z.infer<typeof SlotHolder>

/** Ours: why a run takes long. */
export const Explanation = z.object({
  /** The slot that the run waits for, of its data source or of a worker; null if it is not waiting. */
  waits_for: z.enum(['source', 'worker']).nullable(),
  /** Number of runs that wait for the same slot before it. */
  ahead: z.int(),
  /** The name of the data source; null for readers who may not see it. */
  source: z.string().nullable(),
  /** Maximum number of simultaneous runs of the data source; null for no limit. */
  slots: z.int().nullable(),
  /** Up to five runs that hold the slots, the longest-running first. */
  holders: z.array(SlotHolder),
  /** Usual duration in seconds: the median of the last results of this query text on this data source; null without results. */
  usual_runtime: z.number().nullable(),
  /** A sentence about what the run waits for inside the database; null if unknown. */
  database: z.string().nullable(),
})
export type Explanation = z.infer<typeof Explanation>

/** Events of `GET /api/jobs/:id/events`: the JSON `data` of a Server-Sent Event named by `type`. */
export type JobEvent =
  | {
      type: 'state'
      job: Job
      /** Milliseconds. */
      elapsed: number
      rows: number
      /** Runs ahead of this one. */
      ahead: number
      /** null until the run has taken long enough to need one, and once it has ended. */
      explanation: Explanation | null
    }
  | { type: 'rows'; columns: ResultColumn[]; rows: Cell[][] }
  | { type: 'end'; job: Job }

const jobParams = z.object({ job: z.uuid() })
const jobOfQueryParams = jobParams.extend({ id: Id })

/** The endpoints that run query texts and follow the runs. */
export const executions = {
  runText: endpoint({
    method: 'POST',
    path: '/api/query_results',
    access: 'execute_query',
    summary: 'Runs text on a data source; answers a result or a job',
    query: z.record(z.string(), z.unknown()),
    body: AdhocRun,
    maxBodyBytes: LARGE_BODY_BYTES,
    reply: RunReply,
  }),
  runQuery: endpoint({
    method: 'POST',
    path: '/api/queries/:id/results',
    access: 'view_query',
    scope: 'run',
    summary: 'Runs a saved query; answers a result or a job',
    params: byId,
    body: SavedRun,
    reply: RunReply,
  }),
  stored: endpoint({
    method: 'POST',
    path: '/api/query_results/stored',
    access: 'view_query',
    ours: true,
    scope: 'read',
    summary: 'First rows of the stored results that answer several runs of saved queries; null for what has to be run',
    body: StoredRuns,
    reply: z.object({ windows: z.array(ResultWindow.nullable()) }),
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/api/queries/:id/refresh',
    access: 'user',
    scope: 'run',
    summary: 'Runs a saved query now',
    params: byId,
    query: z.record(z.string(), z.unknown()),
    reply: RunReply,
  }),
  job: endpoint({
    method: 'GET',
    path: '/api/jobs/:job',
    access: 'viewer',
    summary: 'State of an execution',
    params: jobParams,
    reply: z.object({ job: Job }),
  }),
  jobOfQuery: endpoint({
    method: 'GET',
    path: '/api/queries/:id/jobs/:job',
    access: 'viewer',
    summary: 'State of an execution, for key-based callers',
    params: jobOfQueryParams,
    reply: z.object({ job: Job }),
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/api/jobs/:job',
    access: 'viewer',
    scope: 'run',
    summary: 'Cancels an execution',
    params: jobParams,
    reply: z.null(),
  }),
  cancelOfQuery: endpoint({
    method: 'DELETE',
    path: '/api/queries/:id/jobs/:job',
    access: 'viewer',
    scope: 'run',
    summary: 'Cancels an execution, for key-based callers',
    params: jobOfQueryParams,
    reply: z.null(),
  }),
  events: endpoint({
    method: 'GET',
    path: '/api/jobs/:job/events',
    access: 'viewer',
    ours: true,
    summary: 'Live state, row count and first rows of an execution, as Server-Sent Events',
    params: jobParams,
    reply: file,
  }),
  explain: endpoint({
    method: 'GET',
    path: '/api/jobs/:job/explain',
    access: 'viewer',
    ours: true,
    summary: 'Why an execution takes its time: what it waits for, who holds that, how long its text usually takes',
    params: jobParams,
    reply: Explanation,
  }),
}
