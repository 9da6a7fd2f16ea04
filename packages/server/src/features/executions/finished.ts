import type { Services } from '../../platform/context.ts'
import { checkResult } from '../alerts/checks.ts'
import { settleSchedules } from './schedules/outcome.ts'
import type { ExecutionRow, ResultRow } from './store.ts'

/** What is known of an execution when it has ended. */
export type EndedExecution = Pick<
  ExecutionRow,
  'id' | 'data_source_id' | 'query' | 'query_hash' | 'query_id' | 'query_ids' | 'user_id' | 'scheduled'
>

/** How an execution ended. */
export type ExecutionOutcome =
  | {
      kind: 'done'
      result: Pick<ResultRow, 'id' | 'retrieved_at'>
      /** The queries that show the new result as their own from now on. */
      queryIds: readonly number[]
      /** How many alerts of those queries have to look at it. */
      alerts: number
    }
  | { kind: 'failed'; message: string }
  /** Somebody asked it to stop. */
  | { kind: 'cancelled' }

/**
 * Called once for every execution that has ended, in whichever process noticed it, after its end is stored. A failure in here
 * is logged and changes nothing about the execution.
 */
export async function onExecutionEnd(services: Services, execution: EndedExecution, outcome: ExecutionOutcome): Promise<void> {
  const alerts = await settleSchedules(services, execution, outcome)
  if (outcome.kind === 'done' && outcome.alerts + alerts > 0) await checkResult(services, outcome.result.id)
}
