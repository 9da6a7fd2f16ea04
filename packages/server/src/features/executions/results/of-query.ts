import type { Values } from '@sightline/domain/parameters/definition.ts'
import type { Context } from '../../../platform/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import * as queries from '../../queries/service.ts'
import { isResultOfRun } from '../run-checks.ts'
import * as store from '../store.ts'
import type { ResultRow } from '../tables.ts'
import { callerSeesInputs, mustRead } from './service.ts'

/** A result as one of a query. */
export interface QueryResultRequest {
  /** Id of the query. */
  id: number
  /** Id of the result. */
  result: number
}

/** A query and a result of it, which the caller may read. */
export interface ResultOfQuery {
  query: queries.QueryRow['query']
  row: ResultRow
}

/**
 * A result of a query that the caller may see. Users may read any result of which they see the sources; a caller with a key or
 * token reads those of the query alone.
 * @param parameters values of the run that returned the result
 * @throws AppError `not_found` also if the result is another query's, so that no caller learns which results there are;
 * `result_restricted` if the owner of the query may not see its inputs
 */
export async function mustReadOfQuery(
  ctx: Context,
  { id, result }: QueryResultRequest,
  parameters: Values | undefined,
  signal: AbortSignal,
): Promise<ResultOfQuery> {
  const { query } = await queries.mustSee(ctx, id)
  if (ctx.viewer.kind === 'user') return { query, row: await mustRead(ctx, result) }
  const row = (await store.findResult(ctx.db, result))?.result
  if (!row || !(await isOfQuery(ctx, query, row, parameters, signal))) throw new AppError('not_found')
  if (!(await callerSeesInputs(ctx, id, row))) throw new AppError('result_restricted')
  return { query, row }
}

/**
 * Refuses visitors of a public dashboard that does not show the rows behind its marks.
 * @throws AppError `rows_not_shared`
 */
export function mustSeeRowsOfMarks({ viewer }: Pick<Context, 'viewer'>): void {
  if (viewer.kind === 'token' && !viewer.seesRowsOfMarks) throw new AppError('rows_not_shared')
}

async function isOfQuery(
  ctx: Context,
  query: queries.QueryRow['query'],
  row: ResultRow,
  parameters: Values | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  if (await isResultOfRun(ctx, query.id, { parameters }, row, signal)) return true
  // As in Redash, a key also reads what was run in the name of its query: its last result when it is archived, or its earlier
  // text. A public dashboard is open to everyone, who must not find such results by trying ids.
  if (ctx.viewer.kind !== 'key') return false
  const isOfText = row.query_hash === query.query_hash && row.data_source_id === query.data_source_id
  return isOfText || store.wasMadeFor(ctx.db, row.id, query.id)
}
