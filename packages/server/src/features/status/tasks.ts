import { JobStatus } from '@sightline/contract/executions.ts'
import {
  EXECUTE_QUERY_TASK,
  QUERIES_QUEUE,
  type QueryTask,
  SCHEDULED_QUEUE,
  type Task,
  type TaskState,
  type WorkerStatus,
} from '@sightline/contract/status.ts'
import type { Context } from '../../platform/context.ts'
import type { PendingJob } from '../../platform/queue/queue.ts'
import { wireTime, wireTimeOrNull } from '../../platform/wire-time.ts'
import * as store from './store.ts'
import * as workers from './store.ts'

/** An installation has a single organization. */
const ORGANIZATION = 1
/** Queues of Redash that API clients look up by name. They are always empty here. */
const LEGACY_QUEUES = ['default', 'emails', 'periodic', 'schemas']

type TaskServices = Pick<Context, 'db' | 'queue'>

/** All waiting and running tasks: executions in queue order, then background jobs. */
export async function listTasks({ db, queue }: TaskServices): Promise<{ tasks: Task[] }> {
  const [executions, all, { jobs }] = await Promise.all([store.activeExecutions(db), workers.listWorkers(db), queue.snapshot()])
  const workerOf = new Map(all.map(({ worker }) => [worker.id, worker]))
  return {
    tasks: [
      ...executions.map((row) => queryTask(row, row.worker === null ? undefined : workerOf.get(row.worker))),
      ...jobs.map(otherTask),
    ],
  }
}

/** The number of waiting tasks by queue. */
export async function queueSizes({ db, queue }: TaskServices): Promise<Record<string, { size: number }>> {
  const [waiting, { names, jobs }] = await Promise.all([store.waitingCounts(db), queue.snapshot()])
  const sizes: Record<string, { size: number }> = {
    [QUERIES_QUEUE]: { size: waiting.people },
    [SCHEDULED_QUEUE]: { size: waiting.schedules },
    ...Object.fromEntries(LEGACY_QUEUES.map((name) => [name, { size: 0 }])),
    ...Object.fromEntries(names.map((name) => [name, { size: 0 }])),
  }
  for (const { name, state } of jobs) {
    const entry = sizes[name]
    if (entry && state !== 'active') entry.size++
  }
  return sizes
}

/** The queues with their running tasks, and the workers. */
export async function queues(ctx: TaskServices) {
  const [sizes, { tasks }, all] = await Promise.all([queueSizes(ctx), listTasks(ctx), workers.listWorkers(ctx.db)])
  const entries = Object.entries(sizes).map(([name, { size }]) => {
    const started = tasks.filter(({ queue, state }) => queue === name && state === 'active').map(startedTask)
    return [name, { name, queued: size, started }]
  })
  return { queues: Object.fromEntries(entries), workers: all.map(presentWorker) }
}

function queryTask(row: store.ActiveExecutionRow, worker: workers.WorkerRow['worker'] | undefined): Task {
  return {
    state: row.status === JobStatus.processing ? 'active' : 'waiting_in_queue',
    task_name: EXECUTE_QUERY_TASK,
    task_id: row.id,
    // A worker that is no longer registered has only an id.
    worker: worker ? workers.nameOf(worker) : row.worker,
    worker_pid: worker?.pid ?? null,
    queue: row.scheduled ? SCHEDULED_QUEUE : QUERIES_QUEUE,
    start_time: row.started_at === null ? null : epochSeconds(row.started_at),
    enqueue_time: epochSeconds(row.created_at),
    org_id: ORGANIZATION,
    data_source_id: row.data_source_id,
    scheduled: row.scheduled,
    query_id: row.query_id,
    user_id: row.user_id,
  }
}

const stateOf: Record<PendingJob['state'], TaskState> = {
  active: 'active',
  waiting: 'waiting_in_queue',
  postponed: 'reserved',
}

/** The process of a background job is not known. */
const otherTask = ({ id, name, state, created_at, started_at }: PendingJob): Task => ({
  state: stateOf[state],
  task_name: name,
  task_id: id,
  worker: null,
  worker_pid: null,
  queue: name,
  start_time: started_at === null ? null : epochSeconds(started_at),
  enqueue_time: epochSeconds(created_at),
})

function startedTask(task: Task) {
  return {
    id: task.task_id,
    name: task.task_name,
    origin: task.queue,
    enqueued_at: wireTime(new Date(task.enqueue_time * 1000)),
    started_at: wireTimeOrNull(task.start_time === null ? null : new Date(task.start_time * 1000)),
    meta: 'data_source_id' in task ? metaOf(task) : {},
  }
}

const metaOf = ({ data_source_id, org_id, scheduled, query_id, user_id }: QueryTask) => ({
  data_source_id,
  org_id,
  scheduled,
  query_id,
  user_id,
})

function presentWorker({ worker, running, current_job, is_lost }: workers.WorkerRow): WorkerStatus {
  return {
    name: workers.nameOf(worker),
    hostname: worker.hostname,
    pid: worker.pid,
    queues: `${QUERIES_QUEUE}, ${SCHEDULED_QUEUE}`,
    state: is_lost ? 'lost' : running > 0 ? 'busy' : 'idle',
    last_heartbeat: wireTime(worker.heartbeat_at),
    birth_date: wireTime(worker.started_at),
    current_job,
    successful_jobs: worker.successful_jobs,
    failed_jobs: worker.failed_jobs,
    total_working_time: worker.total_working_time,
    running,
    slots: worker.slots,
    version: worker.version,
  }
}

/** Seconds since the epoch with fractions, as in the task endpoints. */
export const epochSeconds = (time: Date): number => time.getTime() / 1000
