import { can } from '@sightline/domain/permissions/can.ts'
import { isSameQueryText } from '@sightline/domain/query-hash.ts'
import { authorize } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import * as dataSources from '../data-sources/service.ts'
import { type Askable, hashOf, standardText } from './run-text.ts'
import * as store from './store.ts'

/** A source that the caller may ask anything. */
export async function mustUse(ctx: Context, id: number): Promise<dataSources.RunnableSource> {
  const source = await dataSources.findRunnable(ctx, id)
  if (!source) throw new AppError('invalid_input', { reason: `Data source ${id} does not exist.` })
  authorize(ctx.viewer, 'source.use', source.row)
  return source
}

/** What of a change may ask something else. */
type Asked = Partial<Askable> & { data_source_id?: number | null }

/** The hash and the latest result after a change: whoever changes what is asked must be allowed to ask it of the source. */
export async function linkAfter(ctx: Context, row: store.QueryRow, changes: Asked, sentResult: number | null | undefined) {
  const isAskedAnew = changes.query !== undefined || changes.options !== undefined || changes.data_source_id !== undefined
  const sourceId = changes.data_source_id ?? row.query.data_source_id
  const isSentAnew = sentResult !== undefined && sentResult !== row.query.latest_query_data_id
  if (!isAskedAnew && !isSentAnew) return {}
  if (!isAskedAnew) return { latest_query_data_id: await ownResult(ctx, sourceId, sentResult ?? null) }
  const source = sourceId === null ? null : await mustUse(ctx, sourceId)
  const askable = { query: changes.query ?? row.query.query, options: changes.options ?? row.query.options }
  const link = await resultLink(ctx, askable, source, sentResult ?? null)
  // The dialect is not in the hash, and the same words may ask something else in another one.
  const isSameDialect = askable.options.dialect === row.query.options.dialect
  const isSameHash = link.query_hash === row.query.query_hash && sourceId === row.query.data_source_id
  return isSameHash && isSameDialect
    ? { ...link, latest_query_data_id: link.latest_query_data_id ?? row.query.latest_query_data_id }
    : link
}

/** The hash of what a query asks, with the newest stored answer to it that the caller may see, or else the result that was sent along. */
export async function resultLink(
  ctx: Context,
  askable: Askable,
  source: dataSources.RunnableSource | null,
  sentResult: number | null,
): Promise<{ query_hash: string; latest_query_data_id: number | null }> {
  const text = await standardText(askable, source?.runner ?? null)
  const query_hash = hashOf(text)
  if (source === null) return { query_hash, latest_query_data_id: null }
  const candidates = await store.resultsByHash(ctx.db, source.row.id, query_hash)
  const match = candidates.find(
    (result) => isSameQueryText(result.query, text, source.runner.dialect) && can(ctx.viewer, 'result.view', result),
  )
  return { query_hash, latest_query_data_id: match?.id ?? (await ownResult(ctx, source.row.id, sentResult)) }
}

/**
 * A result counts as the query's own when it came from the same source and the caller may see it: others would show what the query
 * may not ask.
 */
export async function ownResult(ctx: Context, sourceId: number | null, resultId: number | null): Promise<number | null> {
  if (sourceId === null || resultId === null) return null
  const found = await store.findResult(ctx.db, sourceId, resultId)
  return found && can(ctx.viewer, 'result.view', found) ? resultId : null
}
