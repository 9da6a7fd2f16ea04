import { JobStatus } from '@sightline/contract/executions.ts'
import type { Services } from '../../../platform/context.ts'
import { CANCELLED } from '../../../runners/runner.ts'
import * as store from '../store.ts'
import type { ExecutionRow } from '../tables.ts'
import { ofOtherWorkers, withoutHeartbeat } from './claim.store.ts'
import { fail, isSafeToRepeat, requeue, workerStoppedMessage } from './finish.ts'

/** Seconds without a heartbeat after which a worker counts as lost: five of its heartbeats. */
export const HEARTBEAT_TIMEOUT_S = 10
/** The same for requests, which cannot know whether workers were able to send heartbeats: workers go first. */
const LONG_HEARTBEAT_TIMEOUT_S = 2 * HEARTBEAT_TIMEOUT_S
/** An execution that loses its worker repeatedly may be the cause: it is retried once, then it fails. */
const MAX_RETRIES = 1

/** Requeues or fails the executions whose worker has sent no heartbeat for some seconds. */
export async function recoverStale(services: Services, seconds = HEARTBEAT_TIMEOUT_S): Promise<void> {
  await recover(services, await withoutHeartbeat(services.db, seconds))
}

/**
 * The current state of an execution. If its worker has been silent for long it is recovered first, because there may be no
 * other worker that would do so.
 */
export async function currentState(services: Services, id: string): Promise<ExecutionRow | undefined> {
  const execution = await store.find(services.db, id)
  const heartbeat = execution?.status === JobStatus.processing ? execution.heartbeat_at : null
  if (!heartbeat || services.now().getTime() - heartbeat.getTime() < LONG_HEARTBEAT_TIMEOUT_S * 1000) return execution
  await recoverStale(services, LONG_HEARTBEAT_TIMEOUT_S)
  return store.find(services.db, id)
}

/** Recovers all running executions when an installation of a single process starts: none of them can still be running. */
export async function recoverAll(services: Services): Promise<void> {
  await recover(services, await ofOtherWorkers(services.db, services.worker))
}

async function recover(services: Services, lost: Awaited<ReturnType<typeof withoutHeartbeat>>): Promise<void> {
  for (const { execution, type } of lost) {
    services.log.warn({ execution_id: execution.id, worker: execution.worker }, 'The worker of a run was lost.')
    const mayRepeat = execution.retries < MAX_RETRIES && isSafeToRepeat(execution, type)
    if (execution.is_cancelled) await fail(services, execution, { message: CANCELLED, position: null })
    else if (mayRepeat) await requeue(services, execution, execution.retries + 1)
    else await fail(services, execution, { message: workerStoppedMessage(execution, type), position: null })
  }
}
