import { z } from 'zod'
import { endpoint, Timestamp } from './endpoint.ts'
import { QueryListItem } from './queries.ts'

export const ObjectCounters = z.object({
  users: z.int(),
  alerts: z.int(),
  data_sources: z.int(),
  queries: z.int(),
  dashboards: z.int(),
})
export type ObjectCounters = z.infer<typeof ObjectCounters>

/** Seconds since the epoch, as the wire writes them here: a text. Null when it has never been. */
const SecondsText = z.string().nullable()

/** How the installation as a whole is doing. */
export const SystemStatus = z.object({
  version: z.string(),
  /** Kept empty for older clients; the workers are told by `rq_status`. */
  workers: z.array(z.never()),
  /** Always 0, as there is no Redis: clients of this API expect both. */
  redis_used_memory: z.int(),
  redis_used_memory_human: z.string(),
  queries_count: z.int(),
  query_results_count: z.int(),
  unused_query_results_count: z.int(),
  dashboards_count: z.int(),
  widgets_count: z.int(),
  manager: z.object({
    /** When the worker began that has been there longest. */
    started_at: SecondsText,
    /** When queries that their schedule wants to run were looked for last. */
    last_refresh_at: SecondsText,
    outdated_queries_count: z.string(),
    /** JSON: an array of ids. */
    query_ids: z.string(),
    queues: z.record(z.string(), z.object({ size: z.int() })),
  }),
  /** Pairs of a label and bytes. */
  database_metrics: z.object({ metrics: z.array(z.tuple([z.string(), z.number()])) }),
})
export type SystemStatus = z.infer<typeof SystemStatus>

/** The name under which runs of queries are told, as older clients know it. */
export const EXECUTE_QUERY_TASK = 'redash.tasks.execute_query'

/** `reserved` is what will be tried again or begun later, by itself. */
export const taskStates = ['active', 'reserved', 'waiting_in_queue'] as const
export type TaskState = (typeof taskStates)[number]

const task = {
  state: z.enum(taskStates),
  task_name: z.string(),
  task_id: z.string(),
  /** Host and process of the worker that has it. */
  worker: z.string().nullable(),
  worker_pid: z.int().nullable(),
  queue: z.string(),
  /** Seconds since the epoch. */
  start_time: z.number().nullable(),
  /** Seconds since the epoch. */
  enqueue_time: z.number(),
}

/** A run of a query that waits or runs. */
export const QueryTask = z.object({
  ...task,
  task_name: z.literal(EXECUTE_QUERY_TASK),
  org_id: z.int(),
  data_source_id: z.int(),
  scheduled: z.boolean(),
  /** Null for a text that is not saved. */
  query_id: z.int().nullable(),
  /** Null for the holder of a key. */
  user_id: z.int().nullable(),
})
export type QueryTask = z.infer<typeof QueryTask>
export const Task = z.union([QueryTask, z.object(task)])
export type Task = z.infer<typeof Task>

const QueueStatus = z.object({
  name: z.string(),
  queued: z.int(),
  started: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      origin: z.string(),
      enqueued_at: Timestamp,
      started_at: Timestamp.nullable(),
      meta: z.record(z.string(), z.unknown()),
    }),
  ),
})

export const WorkerStatus = z.object({
  name: z.string(),
  hostname: z.string(),
  pid: z.int(),
  /** Names with commas between them. */
  queues: z.string(),
  /** `lost` is one of which nothing has been heard for half a minute. */
  state: z.enum(['busy', 'idle', 'lost']),
  last_heartbeat: Timestamp,
  birth_date: Timestamp,
  /** One of the executions that it runs. */
  current_job: z.string().nullable(),
  successful_jobs: z.int(),
  failed_jobs: z.int(),
  /** Seconds. */
  total_working_time: z.number(),
  /** Ours: executions that it runs now, and how many it runs at most. */
  running: z.int(),
  slots: z.int(),
  /** Ours. */
  version: z.string(),
})
export type WorkerStatus = z.infer<typeof WorkerStatus>

/** What the server that answers stands on. */
export const Installation = z.object({
  version: z.string(),
  node: z.string(),
  /** The engine of our own database, and its version. */
  database: z.string(),
  started_at: Timestamp,
  /** Bytes. */
  memory: z.number(),
  /** Bytes, of the file system of the data directory; null where it does not tell. */
  disk: z.object({ free: z.number(), total: z.number() }).nullable(),
  /** Where the rows of results are kept. */
  results: z.enum(['directory', 'database']),
})
export type Installation = z.infer<typeof Installation>

/** Queries that deserve a look. */
export const QueryProblems = z.object({
  /** Those whose latest result took longest. */
  slowest: z.array(z.object({ id: z.int(), name: z.string(), runtime: z.number(), retrieved_at: Timestamp })),
  /** Those that failed most often of late. */
  failing: z.array(
    z.object({ id: z.int(), name: z.string(), failures: z.int(), error: z.string(), last_failed_at: Timestamp }),
  ),
  /** How far back failures are counted, in hours. */
  hours: z.int(),
})
export type QueryProblems = z.infer<typeof QueryProblems>

const forOperators = { method: 'GET', access: 'super_admin' } as const

export const status = {
  organization: endpoint({
    method: 'GET',
    path: '/api/organization/status',
    access: 'user',
    summary: 'How many of each thing there are',
    reply: z.object({ object_counters: ObjectCounters }),
  }),
  system: endpoint({
    ...forOperators,
    path: '/status.json',
    summary: 'Counts, schedules, queues and sizes',
    reply: SystemStatus,
  }),
  outdated: endpoint({
    ...forOperators,
    path: '/api/admin/queries/outdated',
    summary: 'Queries that their schedule wanted to run when it was last looked, or still waits for',
    reply: z.object({ queries: z.array(QueryListItem), updated_at: SecondsText }),
  }),
  tasks: endpoint({
    ...forOperators,
    path: '/api/admin/queries/tasks',
    summary: 'What waits and what runs, queries and background work',
    reply: z.object({ tasks: z.array(Task) }),
  }),
  queues: endpoint({
    ...forOperators,
    path: '/api/admin/queries/rq_status',
    summary: 'Queues and workers',
    reply: z.object({ queues: z.record(z.string(), QueueStatus), workers: z.array(WorkerStatus) }),
  }),
  installation: endpoint({
    ...forOperators,
    path: '/api/admin/installation',
    ours: true,
    summary: 'Versions, disk and memory of the server that answers',
    reply: Installation,
  }),
  trouble: endpoint({
    ...forOperators,
    path: '/api/admin/queries/trouble',
    ours: true,
    summary: 'The slowest queries, and those that fail most',
    reply: QueryProblems,
  }),
}
