import type { QueryOf } from '@sightline/contract/endpoint.ts'
import type { OwnRun, queryHistory } from '@sightline/contract/query-history.ts'
import { can, canReadQueryText } from '@sightline/domain/permissions/can.ts'
import { userOf } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { pageOf, readListRequest } from '../../platform/paging.ts'
import { wireTime, wireTimeOrNull } from '../../platform/wire-time.ts'
import { errorRule } from './history.ts'
import * as store from './own-runs.store.ts'

/**
 * A page of the caller's own runs that are still stored, newest first. Texts, results, errors and names of what the caller may no
 * longer see are left out.
 */
export async function ownRuns(ctx: Context, query: QueryOf<typeof queryHistory.ownRuns>) {
  const { id: userId, groupIds } = userOf(ctx)
  const request = readListRequest({ page: query.page, page_size: query.page_size, q: query.q })
  const filters = { term: request.term, dataSourceId: query.data_source_id ?? null, status: query.status ?? null }
  const mayRead = canReadQueryText(ctx.viewer)
  // A search would tell which words a text contains.
  const searched = mayRead ? filters : { ...filters, term: '' }
  const { count, rows } = await store.ownRuns(ctx.db, { userId, groupIds }, searched, request)
  const mayReadError = await errorRule(ctx, new Set(rows.map(({ execution }) => execution.data_source_id)))
  const runs = rows.map(({ execution, parameters, source, query: saved, result, sources }): OwnRun => {
    const seesSource = can(ctx.viewer, 'source.view', { shares: source.shares })
    const seesError = mayRead && mayReadError(execution)
    const seesResult = result !== null && !result.is_lost && can(ctx.viewer, 'result.view', { sources })
    return {
      id: execution.id,
      status: execution.status,
      created_at: wireTime(execution.created_at),
      finished_at: wireTimeOrNull(execution.finished_at),
      runtime: result?.runtime ?? null,
      rows: seesResult ? result.row_count : null,
      data_source: seesSource ? { id: source.id, name: source.name } : null,
      query: saved && { id: saved.id, name: saved.name, parameters: saved.options.parameters ?? [] },
      text: mayRead && seesSource ? execution.query : null,
      result_id: seesResult ? result.id : null,
      error: seesError ? execution.error : '',
      // Values are parts of the text, and the error may quote both.
      parameters: seesError ? parameters : null,
    }
  })
  return pageOf(request, count, runs)
}
