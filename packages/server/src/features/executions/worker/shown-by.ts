import { isSameQueryText } from '@sightline/domain/query-hash.ts'
import type { Services } from '../../../platform/context.ts'
import type { AnyRunner } from '../../../runners/runner.ts'
import { standardText } from '../../queries/service.ts'
import type { ExecutionRow } from '../tables.ts'
import { linkCandidates } from './finish.store.ts'

/**
 * The ids of the queries that show the result of this run as their own: those that send its text when their stored values are
 * filled in. If the run fails, it was a refresh of these queries that failed.
 * @param runner of the data source, in its default dialect
 */
export async function queriesShowing(
  { db }: Pick<Services, 'db'>,
  execution: Pick<ExecutionRow, 'data_source_id' | 'query_hash' | 'query'>,
  runner: AnyRunner,
): Promise<number[]> {
  const ids: number[] = []
  for (const query of await linkCandidates(db, execution.data_source_id, execution.query_hash)) {
    if (isSameQueryText(await standardText(query, runner), execution.query, runner.dialect)) ids.push(query.id)
  }
  return ids
}
