import { JobStatus } from '@sightline/contract/executions.ts'
import type { Services } from '../../../platform/context.ts'
import { CANCELLED } from '../../../runners/runner.ts'
import * as store from '../store.ts'
import type { ExecutionRow } from '../tables.ts'
import { abandoned, ofOtherWorkers } from './claim.store.ts'
import { fail, isSafeToRepeat, requeue, workerStoppedMessage } from './finish.ts'
import { HEARTBEAT_TIMEOUT_S } from './heartbeat.ts'
import { runsOf } from './run.ts'

/** Longer for requests, which cannot know whether workers were able to send heartbeats: workers recover executions first. */
const LONG_HEARTBEAT_TIMEOUT_S = 2 * HEARTBEAT_TIMEOUT_S
/** An execution that loses its worker repeatedly may be the cause: it is retried once, then it fails. */
const MAX_RETRIES = 1

/** Requeues or fails the executions that no worker works on any more. */
export async function recoverStale(services: Services): Promise<void> {
  await recover(services, await abandoned(services.db, observer(services, HEARTBEAT_TIMEOUT_S)))
}

/**
 * The current state of an execution. If its worker has been silent for long it is recovered first, because there may be no
 * other worker that would do so.
 */
export async function currentState(services: Services, id: string): Promise<ExecutionRow | undefined> {
  const execution = await store.find(services.db, id)
  const startedAt = execution?.status === JobStatus.processing ? execution.started_at : null
  if (!startedAt || services.now().getTime() - startedAt.getTime() < LONG_HEARTBEAT_TIMEOUT_S * 1000) return execution
  const lost = await abandoned(services.db, observer(services, LONG_HEARTBEAT_TIMEOUT_S), id)
  if (lost.length === 0) return execution
  await recover(services, lost)
  return store.find(services.db, id)
}

const observer = (services: Services, seconds: number) => ({ worker: services.worker, active: runsOf(services), seconds })

/** Recovers all running executions when an installation of a single process starts: none of them can still be running. */
export async function recoverAll(services: Services): Promise<void> {
  await recover(services, await ofOtherWorkers(services.db, services.worker))
}

async function recover(services: Services, lost: Awaited<ReturnType<typeof abandoned>>): Promise<void> {
  for (const { execution, type } of lost) {
    services.log.warn({ execution_id: execution.id, worker: execution.worker }, 'The worker of a run was lost.')
    const mayRepeat = execution.retries < MAX_RETRIES && isSafeToRepeat(execution, type)
    if (execution.is_cancelled) await fail(services, execution, { message: CANCELLED, position: null })
    else if (mayRepeat) await requeue(services, execution, execution.retries + 1)
    else await fail(services, execution, { message: workerStoppedMessage(execution, type), position: null })
  }
}
