import { JobStatus } from '@sightline/contract/executions.ts'
import { EXECUTE_QUERY_TASK, type QueryTask, type Task, type TaskState, type WorkerStatus } from '@sightline/contract/status.ts'
import type { Context } from '../../platform/context.ts'
import type { PendingJob } from '../../platform/queue/queue.ts'
import { wireTime, wireTimeOrNull } from '../../platform/wire-time.ts'
import * as store from './store.ts'
import { seconds } from './wire-seconds.ts'
import * as workers from './workers.store.ts'

/** There is one organization in an installation. */
const ORGANIZATION = 1
const QUERIES = 'queries'
const SCHEDULED = 'scheduled_queries'
/** Queues that clients of this API look up by name. Their work goes through others here. */
const EXPECTED = ['default', 'emails', 'periodic', 'schemas']

type Standing = Pick<Context, 'db' | 'queue'>

/** Everything that waits or runs: executions in the order in which they go, then background work. */
export async function list({ db, queue }: Standing): Promise<{ tasks: Task[] }> {
  const [executions, all, { jobs }] = await Promise.all([store.schedules(db), workers.all(db), queue.snapshot()])
  const workerOf = new Map(all.map(({ worker }) => [worker.id, worker]))
  return {
    tasks: [
      ...executions.map((row) => queryTask(row, row.worker === null ? undefined : workerOf.get(row.worker))),
      ...jobs.map(otherTask),
    ],
  }
}

/** How much waits in each queue. */
export async function queueSizes({ db, queue }: Standing): Promise<Record<string, { size: number }>> {
  const [waiting, { names, jobs }] = await Promise.all([store.waiting(db), queue.snapshot()])
  const sizes: Record<string, { size: number }> = {
    [QUERIES]: { size: waiting.people },
    [SCHEDULED]: { size: waiting.schedules },
    ...Object.fromEntries(EXPECTED.map((name) => [name, { size: 0 }])),
    ...Object.fromEntries(names.map((name) => [name, { size: 0 }])),
  }
  for (const { name, state } of jobs) {
    const entry = sizes[name]
    if (entry && state !== 'active') entry.size++
  }
  return sizes
}

/** Queues with what runs of them, and the workers. */
export async function queues(ctx: Standing) {
  const [sizes, { tasks }, all] = await Promise.all([queueSizes(ctx), list(ctx), workers.all(ctx.db)])
  const told = Object.entries(sizes).map(([name, { size }]) => {
    const started = tasks.filter(({ queue, state }) => queue === name && state === 'active').map(startedTask)
    return [name, { name, queued: size, started }]
  })
  return { queues: Object.fromEntries(told), workers: all.map(presentWorker) }
}

function queryTask(row: store.ScheduleRow, worker: workers.WorkerRow['worker'] | undefined): Task {
  return {
    state: row.status === JobStatus.processing ? 'active' : 'waiting_in_queue',
    task_name: EXECUTE_QUERY_TASK,
    task_id: row.id,
    // Of one that is not in the list of workers any more, there is the id alone.
    worker: worker ? workers.nameOf(worker) : row.worker,
    worker_pid: worker?.pid ?? null,
    queue: row.scheduled ? SCHEDULED : QUERIES,
    start_time: row.started_at === null ? null : seconds(row.started_at),
    enqueue_time: seconds(row.created_at),
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

/** Which process does it is not known: any worker takes any of them. */
const otherTask = ({ id, name, state, created_at, started_at }: PendingJob): Task => ({
  state: stateOf[state],
  task_name: name,
  task_id: id,
  worker: null,
  worker_pid: null,
  queue: name,
  start_time: started_at === null ? null : seconds(started_at),
  enqueue_time: seconds(created_at),
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
    queues: `${QUERIES}, ${SCHEDULED}`,
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
