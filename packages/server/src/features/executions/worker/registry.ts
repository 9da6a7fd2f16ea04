import { hostname } from 'node:os'
import type { Services } from '../../../platform/context.ts'
import { VERSION } from '../../../platform/version.ts'
import { startDue } from '../schedules/due-runs.ts'
import { tallyOf } from '../tally.ts'
import * as store from './registry.store.ts'

const BEAT_MS = 10_000
/** A worker that was lost is shown as such for so long, so that somebody can notice. */
const REMEMBERED_SECONDS = 3_600
/** More ids than anybody looks through are counted, but not kept. */
const MOST_IDS = 1_000

/**
 * Enters this process into the list of workers, and keeps giving signs of life, with what it has done so far.
 * @returns what takes it from the list again
 */
export async function registerWorker(services: Services): Promise<() => Promise<void>> {
  const { db, worker, config, log } = services
  await store.forgetSilent(db, REMEMBERED_SECONDS)
  await store.register(db, {
    id: worker,
    hostname: hostname(),
    pid: process.pid,
    version: VERSION,
    slots: config.executionConcurrency,
  })
  let beating: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    beating = beat(services).catch((err) => log.warn({ err }, 'A sign of life could not be stored.'))
  }, BEAT_MS)
  return async () => {
    clearInterval(timer)
    await beating
    await store.unregister(db, worker)
  }
}

/** Gives a sign of life, and forgets the workers of which nobody has heard for long. */
export async function beat({ db, worker }: Pick<Services, 'db' | 'worker'>): Promise<void> {
  await store.beat(db, worker, tallyOf(worker))
  await store.forgetSilent(db, REMEMBERED_SECONDS)
}

/** Starts what is due, and notes for those who watch over the installation which queries that were, or are still under way. */
export async function pollDueSchedules(services: Services, signal: AbortSignal): Promise<void> {
  const lookedAt = services.now()
  const due = await startDue(services, signal)
  const ids = [...new Set([...due, ...(await store.underWay(services.db))])]
  await store.recordPoll(services.db, services.worker, lookedAt, { count: ids.length, ids: ids.slice(0, MOST_IDS) })
}
