import { can } from '@sightline/domain/permissions/can.ts'
import { authorize } from '../../../platform/authorize.ts'
import type { Context, Services, UserViewer } from '../../../platform/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { readerFor } from '../query-reader.ts'
import * as store from '../store.ts'

/** Where the rows of a result come from. */
type Origin = Pick<store.ResultRow, 'id' | 'data_source_id' | 'input_source_ids'>

/** All data sources that the rows of a result were read from; null where that is not known. */
export const sourceIdsOf = ({ data_source_id, input_source_ids }: Origin): number[] | null =>
  input_source_ids && [data_source_id, ...input_source_ids]

/**
 * Whether a user may see all data sources that the rows of a result were read from. Of a direct result this says yes: access to
 * its own data source is for the caller of this function to check.
 * @param viewer null for a user who is gone or disabled
 */
export async function seesInputs({ db }: Pick<Services, 'db'>, viewer: UserViewer | null, result: Origin): Promise<boolean> {
  if (store.isDirect(result)) return true
  const found = await store.findResult(db, result.id)
  return viewer !== null && found !== undefined && can(viewer, 'result.view', found)
}

/**
 * The same for a caller. A query's key and the public address of a dashboard read with the rights that the query's owner has now.
 * @param queryId the query that is read; null for a result by itself
 */
export async function callerSeesInputs(ctx: Context, queryId: number | null, result: Origin): Promise<boolean> {
  if (store.isDirect(result)) return true
  const { viewer } = await readerFor(ctx, ctx.viewer, queryId)
  return seesInputs(ctx, viewer, result)
}

/** @throws AppError when the caller may not see a result */
export async function mustView(ctx: Context, found: store.FoundResult): Promise<void> {
  const { viewer } = ctx
  if (store.isDirect(found.result)) return authorize(viewer, 'result.view', found)
  const queryId = viewer.kind === 'key' ? viewer.queryId : null
  if (!(await callerSeesInputs(ctx, queryId, found.result))) throw new AppError('result_restricted')
}

/** Whether the caller may see the inputs of all these results, as far as they are still stored. */
export async function seesInputsOfAll(ctx: Context, resultIds: readonly number[]): Promise<boolean> {
  for (const id of new Set(resultIds)) {
    const found = await store.findResult(ctx.db, id)
    if (found && !(await callerSeesInputs(ctx, null, found.result))) return false
  }
  return true
}
