import { setTimeout as delay } from 'node:timers/promises'
import { Cron } from 'croner'
import type { Db } from '../db/db.ts'
import type { EventBus } from '../events/bus.ts'
import { noTracing, type Tracing } from '../tracing/tracing.ts'
import type { JobDefinition, Queue } from './queue.ts'
import * as store from './store.ts'

const WAKE = 'queue:wake'
/** Events wake the workers; polling finds due schedules and retries, and jobs whose event was lost. */
const POLL_INTERVAL_MS = 5_000
/**
 * Seconds without a heartbeat after which a worker loses its jobs. Longer than for executions, because a worker that only paused
 * would go on with the job.
 */
const HEARTBEAT_TIMEOUT_S = 60
/** Seconds before the first retry; the delay doubles with each further one. */
const RETRY_S = 10
/** Milliseconds that jobs may take to finish when the process stops; then they are aborted. */
const STOP_MS = 10_000

export interface QueueOptions {
  /** Id of this process in the table of workers. */
  worker: string
  /** Called with errors of the queue itself and of jobs. */
  onError: (error: unknown) => void
  /** Called whenever the queue has been polled without an error. */
  onPoll?: () => void
  tracing?: Tracing
}

/** The queue of background jobs, stored in tables of the metadata database. */
export function openQueue(
  db: Db,
  events: EventBus,
  { worker, onError, onPoll = () => {}, tracing = noTracing }: QueueOptions,
): Queue {
  const runners = new Map<string, JobRunner>()
  const stopping = new AbortController()
  const stopListening = events.subscribe(WAKE, (name) => {
    if (typeof name === 'string') runners.get(name)?.wake()
  })
  let timer: NodeJS.Timeout | undefined
  let polling: Promise<void> | null = null

  function poll(): void {
    polling ??= pollOnce()
      .then(onPoll, onError)
      .finally(() => {
        polling = null
      })
  }

  async function pollOnce(): Promise<void> {
    for (const { name, cron } of await store.dueSchedules(db)) {
      if (cron !== null && (await store.advanceSchedule(db, name, nextRun(cron)))) await events.publish(WAKE, name)
    }
    const active = [...runners.values()].flatMap((runner) => runner.activeIds())
    for (const lost of await store.takeLostJobs(db, { worker, active, seconds: HEARTBEAT_TIMEOUT_S })) {
      const runner = runners.get(lost.name)
      if (runner) await runner.fail(lost, new Error(`The worker of the background job ${lost.name} was lost.`))
      else await store.removeJob(db, lost.id)
    }
    for (const runner of runners.values()) runner.wake()
  }

  return {
    async enqueue(job, input) {
      job.input.parse(input)
      await store.addJob(db, job.name, input, tracing.current())
      await events.publish(WAKE, job.name)
    },
    isPending: (name) => store.hasJob(db, name),
    async work(jobs) {
      for (const job of jobs) {
        await store.addQueue(db, job.name)
        runners.set(job.name, startRunner(job, { db, worker, onError, stopping, tracing }))
      }
      timer ??= setInterval(poll, POLL_INTERVAL_MS)
      poll()
    },
    schedule: (name, cron) => store.setSchedule(db, name, cron, nextRun(cron)),
    snapshot: () => store.readSnapshot(db),
    async close() {
      stopListening()
      clearInterval(timer)
      await polling
      await Promise.all([...runners.values()].map((runner) => runner.stop()))
    },
  }
}

/** Returns the next time of a cron expression in UTC. */
function nextRun(cron: string): Date {
  const next = new Cron(cron, { timezone: 'UTC' }).nextRun()
  if (next === null) throw new Error(`The cron expression "${cron}" has no next time.`)
  return next
}

/** Runs the jobs of one kind in this process. */
interface JobRunner {
  /** Claims waiting jobs if fewer than `concurrency` are running. */
  wake(): void
  activeIds(): string[]
  /** Handles a failed job: it is retried later, or removed. */
  fail(row: store.JobRow, error: unknown): Promise<void>
  /** Claims no more jobs, and waits for the running ones. */
  stop(): Promise<void>
}

interface RunnerContext {
  db: Db
  worker: string
  onError(error: unknown): void
  stopping: AbortController
  tracing: Tracing
}

function startRunner(job: JobDefinition, { db, worker, onError, stopping, tracing }: RunnerContext): JobRunner {
  const active = new Map<string, Promise<void>>()
  let filling: Promise<void> | null = null
  let isWoken = false
  let isStopping = false

  function wake(): void {
    isWoken = true
    filling ??= fill()
      .catch(onError)
      .finally(() => {
        filling = null
      })
  }

  async function fill(): Promise<void> {
    while (isWoken && !isStopping && active.size < job.concurrency) {
      // Reset before the claim, so that a job that is enqueued during the claim triggers another one.
      isWoken = false
      const claimed = await store.claimJob(db, job.name, worker)
      if (!claimed) continue
      isWoken = true
      const run = runJob(claimed)
        .catch(onError)
        .finally(() => {
          active.delete(claimed.id)
          wake()
        })
      active.set(claimed.id, run)
    }
  }

  async function runJob(row: store.JobRow): Promise<void> {
    try {
      const span = { name: `job ${job.name}`, kind: 'consumer', parent: row.traceparent } as const
      await tracing.within(span, () => job.run(job.input.parse(row.input), stopping.signal))
    } catch (error) {
      return fail(row, error)
    }
    await store.removeJob(db, row.id)
  }

  async function fail(row: store.JobRow, error: unknown): Promise<void> {
    onError(error)
    if (row.attempts <= job.retries) await store.postponeJob(db, row.id, RETRY_S * 2 ** (row.attempts - 1))
    else await store.removeJob(db, row.id)
  }

  return {
    wake,
    activeIds: () => [...active.keys()],
    fail,
    async stop() {
      isStopping = true
      await filling
      const ended = Promise.all(active.values())
      const grace = new AbortController()
      await Promise.race([ended, delay(STOP_MS, undefined, { signal: grace.signal }).catch(() => {})])
      grace.abort()
      stopping.abort()
      await ended
    },
  }
}
