import type { Cell } from '@sightline/contract/results.ts'
import { readsOnly } from '@sightline/domain/sql-text/statements.ts'
import type { Services } from '../../../platform/context.ts'
import { perProcess } from '../../../platform/process-memory.ts'
import { runners } from '../../../runners/registry.ts'
import { CANCELLED } from '../../../runners/runner.ts'
import { findRunnable } from '../../data-sources/service.ts'
import { type End, rememberEnd } from '../await-end.ts'
import { WAKE } from '../queue.ts'
import { type ExecutionOutcome, settleSchedules } from '../schedules/outcome.ts'
import type { ExecutionRow } from '../tables.ts'
import { type Claim, failClaim, requeueClaim } from './claim.store.ts'
import { type NewResult, storeFinished } from './finish.store.ts'
import { progressChannel } from './progress.ts'
import { queriesShowing } from './shown-by.ts'

// All ways in which an execution leaves its worker.

/** The functions by which alerts act on the end of a run. */
interface AlertHooks {
  /** Checks a stored result against the alerts that wait for it. */
  result(services: Services, resultId: number): Promise<void>
  /** Marks the alerts of failing queries. */
  failure(services: Services): Promise<void>
}
const alertHooks = perProcess(() => new Set<AlertHooks>())

/**
 * Lets alerts act on each end of a run at once, in the process that ran it. They register when a worker starts: they read results,
 * so executions cannot depend on them.
 */
export function onRunEnd(services: Services, hooks: AlertHooks): void {
  alertHooks(services).add(hooks)
}

/**
 * Stores the result of an execution and publishes its end.
 * @param queryIds queries that show the result as their own from now on
 * @param firstRows first rows of the result, as far as the executor has sent them
 * @returns false if the worker no longer held the execution; then nothing is stored
 */
export async function finish(
  services: Services,
  claim: Claim,
  newResult: NewResult,
  queryIds: readonly number[],
  firstRows: Cell[][],
): Promise<boolean> {
  const finished = await storeFinished(services.db, claim, newResult, queryIds)
  if (!finished) return false
  const { execution, result, alerts } = finished
  await publishEnd(services, { execution, result }, { kind: 'done', result, queryIds, alerts }, firstRows)
  return true
}

/** Stores and publishes the failure of an execution. Does nothing if the worker no longer holds it. */
export async function fail(
  services: Services,
  claim: Claim,
  error: { message: string; position: number | null },
): Promise<void> {
  const execution = await failClaim(services.db, claim, error)
  if (execution) await publishFailure(services, execution)
}

/** Publishes the end of an execution whose failure is stored. */
export async function publishFailure(services: Services, execution: ExecutionRow): Promise<void> {
  const { error: message } = execution
  const outcome: ExecutionOutcome =
    message === CANCELLED
      ? { kind: 'cancelled' }
      : { kind: 'failed', message, queryIds: await queriesFailing(services, execution) }
  await publishEnd(services, { execution, result: null }, outcome, [])
}

/** The queries that this run was to refresh; none if its data source is gone. */
async function queriesFailing(services: Services, execution: ExecutionRow): Promise<number[]> {
  const source = await findRunnable(services, execution.data_source_id)
  return source === null ? [] : queriesShowing(services, execution, source.runner)
}

/**
 * Lets an execution wait for a worker again.
 * @param retries how often it has lost its worker so far
 */
export async function requeue(services: Services, claim: Claim, retries: number): Promise<void> {
  if (!(await requeueClaim(services.db, claim, retries))) return
  await services.events.publish(progressChannel(claim.id), { type: 'moved' })
  await services.events.publish(WAKE, null)
}

/**
 * Notifies callers that wait for the end, then updates schedules and checks alerts. This runs once for each execution, in the
 * process that noticed the end, after the end is stored. Failures here are logged and change nothing about the execution.
 */
async function publishEnd(services: Services, end: End, outcome: ExecutionOutcome, firstRows: Cell[][]): Promise<void> {
  const { execution } = end
  rememberEnd(services, end, firstRows)
  try {
    await services.events.publish(progressChannel(execution.id), { type: 'end' })
  } catch (err) {
    // Callers that wait also poll from time to time.
    services.log.warn({ err, execution_id: execution.id }, 'The end of a run could not be published.')
  }
  try {
    const alerts = await settleSchedules(services, execution, outcome)
    for (const hooks of alertHooks(services)) {
      if (outcome.kind === 'failed') await hooks.failure(services)
      if (outcome.kind === 'done' && outcome.alerts + alerts > 0) await hooks.result(services, outcome.result.id)
    }
  } catch (err) {
    services.log.error({ err, execution_id: execution.id }, 'Schedules and alerts could not be updated after a run.')
  }
}

const MAY_HAVE_HAPPENED = 'The statement may have run. Check before you run it again.'

/**
 * Whether an execution that lost its worker may simply run again: scheduled runs, which are repeated anyway, and texts that
 * only read. Anything else may already have changed something, so a person has to decide.
 * @param type of its data source
 */
export function isSafeToRepeat(execution: Pick<ExecutionRow, 'query' | 'scheduled'>, type: string): boolean {
  return execution.scheduled || changesNothing(execution, type)
}

/**
 * Error message of an execution whose source received the text and never answered. It must not suggest that a statement with
 * side effects was not carried out.
 * @param type of its data source
 */
export function unansweredMessage(message: string, execution: Pick<ExecutionRow, 'query'>, type: string): string {
  return changesNothing(execution, type) ? message : `${message} ${MAY_HAVE_HAPPENED}`
}

/** Error message of an execution whose worker stopped. @param type of its data source */
export function workerStoppedMessage(execution: Pick<ExecutionRow, 'query'>, type: string): string {
  return `The worker that ran this query stopped. ${changesNothing(execution, type) ? 'Please run it again.' : MAY_HAVE_HAPPENED}`
}

const changesNothing = ({ query }: Pick<ExecutionRow, 'query'>, type: string) =>
  readsOnly(query, runners.get(type)?.dialect ?? '')
