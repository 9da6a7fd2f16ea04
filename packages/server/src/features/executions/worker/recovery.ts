import { JobStatus } from '@sightline/contract/executions.ts'
import type { Services } from '../../../platform/context.ts'
import { CANCELLED } from '../../../runners/runner.ts'
import * as queue from '../queue.store.ts'
import { isSafeToRepeat, workerStoppedMessage } from '../repeat.ts'
import * as store from '../store.ts'
import { endFailed, requeue } from './finish.ts'

/** A worker that has given no sign of life for so long is lost: five of its heartbeats. */
export const HEARTBEAT_TIMEOUT_S = 10
/** The same for those who only ask, and do not know whether workers could give any: workers go first. */
const LONG_HEARTBEAT_TIMEOUT_S = 2 * HEARTBEAT_TIMEOUT_S
/** An execution that loses its worker again and again may be the reason: it is run once more, then it has failed. */
const MOST_RETRIES = 1
const DAY_MS = 86_400_000
/** A file is stored before its row. A row that is not there so long afterwards will never be: storing is not tried for longer. */
const ORPHAN_AGE_MS = 3_600_000
const FILES_AT_A_TIME = 1_000
/** So that one round never holds the database for long. */
const RESULTS_A_ROUND = 100

/** Sees to the executions whose worker has been silent for some seconds: they wait again, or have failed. */
export async function recoverStale(services: Services, seconds = HEARTBEAT_TIMEOUT_S): Promise<void> {
  await recover(services, await queue.silent(services.db, seconds))
}

/**
 * An execution as it stands. Whoever asks for one whose worker has been silent for long finds it taken over, also when there is
 * no other worker that would have done so.
 */
export async function currentState(services: Services, id: string): Promise<store.ExecutionRow | undefined> {
  const execution = await store.find(services.db, id)
  const heartbeat = execution?.status === JobStatus.processing ? execution.heartbeat_at : null
  if (!heartbeat || services.now().getTime() - heartbeat.getTime() < LONG_HEARTBEAT_TIMEOUT_S * 1000) return execution
  await recoverStale(services, LONG_HEARTBEAT_TIMEOUT_S)
  return store.find(services.db, id)
}

/** Sees to all executions at the start of an installation that is one process: whatever was running then runs no more. */
export async function recoverAll(services: Services): Promise<void> {
  await recover(services, await queue.ofOthers(services.db, services.worker))
}

async function recover(services: Services, lost: Awaited<ReturnType<typeof queue.silent>>): Promise<void> {
  for (const { execution, type } of lost) {
    services.log.warn({ execution_id: execution.id, worker: execution.worker }, 'The worker of a run was lost.')
    const mayRepeat = execution.retries < MOST_RETRIES && isSafeToRepeat(execution, type)
    if (execution.is_cancelled) await endFailed(services, execution, { message: CANCELLED, position: null })
    else if (mayRepeat) await requeue(services, execution, execution.retries + 1)
    else await endFailed(services, execution, { message: workerStoppedMessage(execution, type), position: null })
  }
}

/** Removes executions that ended longer ago than results are kept, and results that no query has shown for as long. */
export async function cleanUp(services: Services): Promise<void> {
  const before = new Date(services.now().getTime() - services.config.resultRetention * DAY_MS)
  await store.removeEnded(services.db, before)
  for (const file of await store.removeUnused(services.db, before, RESULTS_A_ROUND)) await services.files.remove(file)
}

/** Removes files of results that no result knows: their process ended between storing the one and the other. */
export async function removeOrphans(services: Services): Promise<void> {
  const old = await services.files.list('results', new Date(services.now().getTime() - ORPHAN_AGE_MS))
  for (let start = 0; start < old.length; start += FILES_AT_A_TIME) {
    const some = old.slice(start, start + FILES_AT_A_TIME)
    const known = await store.knownFiles(services.db, some)
    const orphans = some.filter((file) => !known.has(file))
    for (const file of orphans) await services.files.remove(file)
    if (orphans.length > 0) services.log.warn({ files: orphans }, 'Files were removed that no result knows.')
  }
}
