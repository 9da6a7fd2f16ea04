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

/** The objects that came with the sample data. */
const SampleCounters = ObjectCounters.pick({ data_sources: true, queries: true, dashboards: true })
export type SampleCounters = z.infer<typeof SampleCounters>

/** Seconds since the epoch, as text; null if it never happened. */
const SecondsText = z.string().nullable()

/** The status of the whole installation. */
export const SystemStatus = z.object({
  version: z.string(),
  /** Always empty, for older clients; `rq_status` has the workers. */
  workers: z.array(z.never()),
  /** Always 0, because there is no Redis; API clients expect both fields. */
  redis_used_memory: z.int(),
  redis_used_memory_human: z.string(),
  queries_count: z.int(),
  query_results_count: z.int(),
  unused_query_results_count: z.int(),
  dashboards_count: z.int(),
  widgets_count: z.int(),
  manager: z.object({
    /** The start time of the oldest worker. */
    started_at: SecondsText,
    /** The last time at which due schedules were polled. */
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

/** The queues of executions: those that people and programs start, and those of schedules. */
export const QUERIES_QUEUE = 'queries'
export const SCHEDULED_QUEUE = 'scheduled_queries'

/** The task name of query runs, for older clients. */
export const EXECUTE_QUERY_TASK = 'redash.tasks.execute_query'

/** `reserved` tasks start later or are retried, automatically. */
export const taskStates = ['active', 'reserved', 'waiting_in_queue'] as const
export type TaskState = (typeof taskStates)[number]

const task = {
  state: z.enum(taskStates),
  task_name: z.string(),
  task_id: z.string(),
  /** Host and process of the worker that runs it. */
  worker: z.string().nullable(),
  worker_pid: z.int().nullable(),
  queue: z.string(),
  /** Seconds since the epoch. */
  start_time: z.number().nullable(),
  /** Seconds since the epoch. */
  enqueue_time: z.number(),
}

/** A query run that is waiting or running. */
export const QueryTask = z.object({
  ...task,
  task_name: z.literal(EXECUTE_QUERY_TASK),
  org_id: z.int(),
  data_source_id: z.int(),
  scheduled: z.boolean(),
  /** Null for an unsaved query text. */
  query_id: z.int().nullable(),
  /** Null for a key. */
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
  /** Names separated by commas. */
  queues: z.string(),
  /** A worker is `lost` after half a minute without a heartbeat. */
  state: z.enum(['busy', 'idle', 'lost']),
  last_heartbeat: Timestamp,
  birth_date: Timestamp,
  /** One of its executions. */
  current_job: z.string().nullable(),
  successful_jobs: z.int(),
  failed_jobs: z.int(),
  /** Seconds. */
  total_working_time: z.number(),
  /** Ours: number of current executions, and their maximum. */
  running: z.int(),
  slots: z.int(),
  /** Ours. */
  version: z.string(),
})
export type WorkerStatus = z.infer<typeof WorkerStatus>

/** The environment of the server that responds. */
export const Installation = z.object({
  version: z.string(),
  node: z.string(),
  /** The engine and version of Sightline's own database. */
  database: z.string(),
  started_at: Timestamp,
  /** Bytes. */
  memory: z.number(),
  /** Bytes of the file system of the data directory; null if unknown. */
  disk: z.object({ free: z.number(), total: z.number() }).nullable(),
  /** The storage of result rows. */
  results: z.enum(['directory', 'database', 'bucket']),
  /** Name and version of each plug-in that was loaded, and one sentence about each plug-in or type that was not. */
  plugins: z.object({ loaded: z.array(z.string()), problems: z.array(z.string()) }),
})
export type Installation = z.infer<typeof Installation>

/** Queries that may need attention. */
export const QueryProblems = z.object({
  /** The queries whose latest result took longest. */
  slowest: z.array(z.object({ id: z.int(), name: z.string(), runtime: z.number(), retrieved_at: Timestamp })),
  /** The queries that failed most often in the last `hours`. */
  failing: z.array(
    z.object({ id: z.int(), name: z.string(), failures: z.int(), error: z.string(), last_failed_at: Timestamp }),
  ),
  /** The period in which failures are counted, in hours. */
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
    reply: z.object({
      object_counters: ObjectCounters,
      /** Ours: the slug of the sample dashboard, if it is there. */
      sample_dashboard: z.string().optional(),
      /** Ours: how many of the objects came with the sample dashboard, if it is there. */
      sample_counters: SampleCounters.optional(),
    }),
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
