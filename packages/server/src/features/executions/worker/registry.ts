import { hostname } from 'node:os'
import type { Services } from '../../../platform/context.ts'
import { VERSION } from '../../../platform/version.ts'
import * as store from './registry.store.ts'

const HEARTBEAT_INTERVAL_MS = 10_000
/** Lost workers stay in the list for this long, so that operators can notice them. */
const LOST_WORKER_SECONDS = 3_600

/**
 * Adds this process to the list of workers and keeps its heartbeat and its counters up to date.
 * @returns a function that removes it from the list
 */
export async function registerWorker(services: Services): Promise<() => Promise<void>> {
  const { db, worker, config, log } = services
  await store.removeSilent(db, LOST_WORKER_SECONDS)
  await store.register(db, {
    id: worker,
    hostname: hostname(),
    pid: process.pid,
    version: VERSION,
    slots: config.executionConcurrency,
  })
  let beating: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    beating = sendHeartbeat(services).catch((err) => log.warn({ err }, 'The heartbeat of this worker could not be stored.'))
  }, HEARTBEAT_INTERVAL_MS)
  return async () => {
    clearInterval(timer)
    await beating
    await store.unregister(db, worker)
  }
}

/** Stores the heartbeat and the counters of this worker, and removes workers that have been silent for long. */
export async function sendHeartbeat({ db, worker }: Pick<Services, 'db' | 'worker'>): Promise<void> {
  await store.saveHeartbeat(db, worker, runCounts(worker))
  await store.removeSilent(db, LOST_WORKER_SECONDS)
}

/** The runs of a worker of this process since it started. */
export interface RunCounts {
  successful_jobs: number
  failed_jobs: number
  /** Seconds, of all executions together. */
  total_working_time: number
}

const counts = new Map<string, RunCounts>()
const none: RunCounts = { successful_jobs: 0, failed_jobs: 0, total_working_time: 0 }

/** Counts an execution that has left its worker. @param seconds that it took there */
export function countRun(worker: string, isDone: boolean, seconds: number): void {
  const before = runCounts(worker)
  counts.set(worker, {
    successful_jobs: before.successful_jobs + (isDone ? 1 : 0),
    failed_jobs: before.failed_jobs + (isDone ? 0 : 1),
    total_working_time: before.total_working_time + seconds,
  })
}

export const runCounts = (worker: string): RunCounts => counts.get(worker) ?? none
