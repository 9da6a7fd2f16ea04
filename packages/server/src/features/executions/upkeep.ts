import type { Services } from '../../platform/context.ts'
import { newsChannel } from './channels.ts'
import { executeQuery } from './job-definitions.ts'
import * as store from './store.ts'
import { WORKER_STOPPED } from './worker.ts'

/** Six heartbeats. */
const SILENT_MS = 30_000
const FORGOTTEN_MS = 5 * 60_000
const KEPT_MS = 7 * 86_400_000
/** So that one round never holds the database for long. */
const RESULTS_A_ROUND = 100

/** Fails what lost its worker, and puts what the queue has forgotten into it again. */
export function reap(services: Services): Promise<void> {
  const now = services.now().getTime()
  return reapBefore(services, { silentSince: new Date(now - SILENT_MS), queuedBefore: new Date(now - FORGOTTEN_MS) })
}

/** The same at the start of an installation that is one process: whatever was running then runs no more. */
export function reapAll(services: Services): Promise<void> {
  const later = new Date(services.now().getTime() + 60_000)
  return reapBefore(services, { silentSince: later, queuedBefore: later })
}

async function reapBefore(services: Services, { silentSince, queuedBefore }: { silentSince: Date; queuedBefore: Date }) {
  const dead = await store.failSilent(services.db, silentSince, WORKER_STOPPED)
  for (const id of dead) await services.events.publish(newsChannel(id), { type: 'end' })
  // Twice in the queue does no harm: the second worker finds the execution taken.
  for (const id of await store.takeForgotten(services.db, queuedBefore)) await services.queue.enqueue(executeQuery, { id })
}

/** Removes executions that ended more than seven days ago, and results that no query has shown for as long. */
export async function cleanUp(services: Services): Promise<void> {
  const before = new Date(services.now().getTime() - KEPT_MS)
  await store.removeEnded(services.db, before)
  for (const file of await store.removeUnused(services.db, before, RESULTS_A_ROUND)) await services.files.remove(file)
}
