import { fromPglite, PgBoss } from 'pg-boss'
import type { Database } from '../db/database.ts'
import type { EventBus } from '../events/bus.ts'
import type { JobDefinition, Queue } from './queue.ts'
import { readQueueSnapshot } from './snapshot.ts'

const SCHEMA = 'pgboss'
const WAKE = 'queue:wake'
/** Workers are woken at once; looking by themselves finds retries that have become due, and jobs whose wake-up got lost. */
const POLL_SECONDS = 5
/** The longest a job may run, as the queue needs a bound; how long an execution may take is its own affair. */
const MAX_JOB_SECONDS = 24 * 60 * 60 - 1
/** A job whose process stopped giving signs of life for this long has failed. */
const HEARTBEAT_SECONDS = 60
const RETRY_SECONDS = 10
/** Finished jobs are kept for a look at what went on. */
const KEEP_SECONDS = 24 * 60 * 60
const STOP_MILLISECONDS = 10_000
/** Connections of the queue's own, beside those of the rest of the process. */
const CONNECTIONS = 4

/**
 * The queue on pg-boss, in the schema `pgboss` of the metadata database.
 * @param onError told of failures inside the queue, and of jobs that failed
 */
export async function openQueue(database: Database, events: EventBus, onError: (error: unknown) => void): Promise<Queue> {
  const boss = new PgBoss({
    schema: SCHEMA,
    ...(database.kind === 'embedded'
      ? { db: fromPglite(database.pglite), backend: 'pglite' }
      : { connectionString: database.url, max: CONNECTIONS, application_name: 'sightline queue' }),
  })
  boss.on('error', onError)
  await boss.start()

  const ensured = new Map<string, Promise<void>>()
  const workersByJob = new Map<string, JobWorkers>()
  const stopListening = events.subscribe(WAKE, (name) => {
    if (typeof name === 'string') workersByJob.get(name)?.wake()
  })

  /** Makes sure that a queue is there. Jobs take its settings over when they are sent, so the sender's own are the strictest. */
  function ensure(name: string): Promise<void> {
    const settled = ensured.get(name) ?? createQueue(name)
    ensured.set(name, settled)
    settled.catch(() => ensured.delete(name))
    return settled
  }

  const createQueue = (name: string) =>
    boss.createQueue(name, {
      retryLimit: 0,
      expireInSeconds: MAX_JOB_SECONDS,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      deleteAfterSeconds: KEEP_SECONDS,
    })

  return {
    async enqueue(job, input) {
      await ensure(job.name)
      job.input.parse(input)
      await boss.send(job.name, { input })
      await events.publish(WAKE, job.name)
    },
    async work(jobs) {
      for (const job of jobs) {
        await ensure(job.name)
        await boss.updateQueue(job.name, { retryLimit: job.retries, retryDelay: RETRY_SECONDS, retryBackoff: job.retries > 0 })
        workersByJob.set(job.name, await startJobWorkers(boss, job, onError))
      }
    },
    async schedule(name, cron) {
      await ensure(name)
      await boss.schedule(name, cron, { input: {} })
    },
    snapshot: () => readQueueSnapshot(boss.getDb(), SCHEMA),
    async close() {
      stopListening()
      await boss.stop({ graceful: true, timeout: STOP_MILLISECONDS, close: true })
    },
  }
}

/** The workers of one kind of job in this process. */
interface JobWorkers {
  /** Makes a worker that has nothing to do look for work. */
  wake(): void
}

async function startJobWorkers(boss: PgBoss, job: JobDefinition, onError: (error: unknown) => void): Promise<JobWorkers> {
  const busy = new Set<number>()
  const ids: string[] = []
  for (let worker = 0; worker < job.concurrency; worker++) {
    const id = await boss.work<{ input: unknown }>(
      job.name,
      { pollingIntervalSeconds: POLL_SECONDS, batchSize: 1 },
      async ([found]) => {
        if (!found) return
        busy.add(worker)
        try {
          await job.run(job.input.parse(found.data.input), found.signal)
        } catch (error) {
          onError(error)
          throw error
        } finally {
          busy.delete(worker)
          // A worker that found something looks again at once, so a queue that has piled up is worked off without pauses.
          const own = ids[worker]
          if (own !== undefined) boss.notifyWorker(own)
        }
      },
    )
    ids.push(id)
  }

  let last = 0
  return {
    wake() {
      // In turn, so that two jobs sent in a row wake two workers.
      const order = ids.map((_, step) => (last + 1 + step) % ids.length)
      const next = order.find((worker) => !busy.has(worker))
      const id = next === undefined ? undefined : ids[next]
      // All are busy: whoever is done first looks again.
      if (next === undefined || id === undefined) return
      last = next
      boss.notifyWorker(id)
    },
  }
}
