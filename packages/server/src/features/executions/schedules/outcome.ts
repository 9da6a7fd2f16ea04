import { JobStatus } from '@sightline/contract/executions.ts'
import type { Services } from '../../../platform/context.ts'
import { CANCELLED } from '../../../runners/runner.ts'
import { readSettings } from '../../settings/service.ts'
import type { ExecutionOutcome } from '../finished.ts'
import * as store from './store.ts'

/** Mails about a query stop when it has failed this often in a row. */
export const MAX_REPORTED_FAILURES = 100
/** A source may answer at length; a mail tells the beginning. */
const REASON_CHARACTERS = 2_000

/**
 * Accounts for the end of an execution with the schedules that have started or joined it: a failure delays the next try, a run
 * that worked makes up for all failures before, whoever has started it.
 * @returns how many alerts have to look at the result because of that
 */
export async function settleSchedules(
  services: Services,
  execution: { id: string; query_ids: readonly number[] },
  outcome: ExecutionOutcome,
): Promise<number> {
  switch (outcome.kind) {
    case 'done': {
      const queryIds = [...new Set([...execution.query_ids, ...outcome.queryIds])]
      return queryIds.length > 0 ? store.settleDone(services.db, execution.id, outcome.result.id, queryIds) : 0
    }
    case 'failed': {
      if (execution.query_ids.length === 0) return 0
      const failed = await store.settleFailed(services.db, execution.id, execution.query_ids)
      await recordFailures(services, failed, outcome.message)
      return 0
    }
    case 'cancelled':
      await store.settleOther(services.db, execution.id)
      return 0
  }
}

/** Accounts for runs whose process ended before it could do so. */
export async function reconcileUnsettled(services: Services): Promise<void> {
  for (const { id, status, error, query_result_id, query_ids } of await store.unsettled(services.db)) {
    const execution = { id, query_ids: query_ids ?? [] }
    if (status === JobStatus.done && query_result_id !== null) {
      const result = { id: query_result_id, retrieved_at: services.now() }
      await settleSchedules(services, execution, { kind: 'done', result, queryIds: [], alerts: 0 })
    } else if (status === JobStatus.failed && error !== CANCELLED) {
      await settleSchedules(services, execution, { kind: 'failed', message: error ?? '' })
    } else await settleSchedules(services, execution, { kind: 'cancelled' })
  }
}

/** Keeps failures for the next mail, where the organization wants mails and the query has not failed too often. */
export async function recordFailures(
  services: Services,
  failed: readonly { id: number; schedule_failures: number }[],
  reason: string,
): Promise<void> {
  const reported = failed.filter(({ schedule_failures }) => schedule_failures < MAX_REPORTED_FAILURES)
  if (reported.length === 0 || !(await readSettings(services)).send_email_on_failed_scheduled_queries) return
  const failed_at = services.now()
  const kept = reason.length > REASON_CHARACTERS ? `${reason.slice(0, REASON_CHARACTERS)} …` : reason
  await store.keepFailures(
    services.db,
    reported.map(({ id }) => ({ query_id: id, reason: kept, failed_at })),
  )
}
