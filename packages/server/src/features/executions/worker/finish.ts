import type { Services } from '../../../platform/context.ts'
import { CANCELLED } from '../../../runners/runner.ts'
import { progressChannel, WAKE } from '../channels.ts'
import { type ExecutionOutcome, onExecutionEnd } from '../finished.ts'
import { type Claim, fail, requeueClaim } from '../queue.store.ts'
import { keepEnd } from '../recent-ends.ts'
import type { ExecutionRow, ResultRow } from '../store.ts'
import type { NewResult } from './finish.store.ts'
import { finish } from './finish.store.ts'

/** Every way in which an execution leaves its worker: stored, told to those who wait, and passed on to what follows from it. */

/** @returns false when the execution was not this worker's any more: then nothing is stored */
export async function endDone(
  services: Services,
  claim: Claim,
  newResult: NewResult,
  queryIds: readonly number[],
): Promise<boolean> {
  const end = await finish(services.db, claim, newResult, queryIds)
  if (!end) return false
  await publishEnd(services, end.execution, end.result, { kind: 'done', result: end.result, queryIds, alerts: end.alerts })
  return true
}

/** Nothing happens when the execution is not this worker's any more. */
export async function endFailed(
  services: Services,
  claim: Pick<ExecutionRow, 'id' | 'worker'>,
  error: { message: string; position: number | null },
): Promise<void> {
  const execution = await fail(services.db, claim, error)
  if (execution) await publishFailure(services, execution)
}

/** Tells of an execution whose failure is stored. */
export async function publishFailure(services: Services, execution: ExecutionRow): Promise<void> {
  const { error: message } = execution
  await publishEnd(services, execution, null, message === CANCELLED ? { kind: 'cancelled' } : { kind: 'failed', message })
}

/**
 * Lets an execution wait again for a worker.
 * @param retries how often it got lost, from now on
 */
export async function requeue(services: Services, claim: Pick<ExecutionRow, 'id' | 'worker'>, retries: number): Promise<void> {
  if (!(await requeueClaim(services.db, claim, retries))) return
  await services.events.publish(progressChannel(claim.id), { type: 'moved' })
  await services.events.publish(WAKE, null)
}

async function publishEnd(
  services: Services,
  execution: ExecutionRow,
  result: ResultRow | null,
  outcome: ExecutionOutcome,
): Promise<void> {
  keepEnd({ execution, result })
  try {
    await services.events.publish(progressChannel(execution.id), { type: 'end' })
  } catch (err) {
    // Those who wait look by themselves from time to time.
    services.log.warn({ err, execution_id: execution.id }, 'The end of a run could not be told.')
  }
  try {
    await onExecutionEnd(services, execution, outcome)
  } catch (err) {
    services.log.error({ err, execution_id: execution.id }, 'What follows from the end of a run failed.')
  }
}
