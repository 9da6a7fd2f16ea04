import { can } from '@sightline/domain/permissions/can.ts'
import { authorize } from '../../../platform/authorize.ts'
import type { Context, Services, UserViewer, Viewer } from '../../../platform/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import * as queries from '../../queries/service.ts'
import * as users from '../../users/service.ts'
import * as store from '../store.ts'
import type { ResultRow } from '../tables.ts'

/** On whose behalf a text reads the results of queries. */
export interface Reader {
  /** Null if the user is gone or disabled; then nothing may be read. */
  viewer: UserViewer | null
  /**
   * A query that runs with its key has the rights of its owner, who gave the key away. It may only read queries that its saved
   * text names, so that no parameter value leads to others.
   */
  isByKey: boolean
}

/** The reader of an execution: its user, or the owner of the query that was started with a key. */
export async function readerOf(
  services: Services,
  { user_id, query_id }: { user_id: number | null; query_id: number | null },
): Promise<Reader> {
  if (user_id !== null) return { viewer: await users.findViewer(services, user_id), isByKey: false }
  const owned = query_id === null ? undefined : await queries.find(services, query_id)
  return { viewer: owned ? await users.findViewer(services, owned.query.user_id) : null, isByKey: true }
}

/** The reader for a caller. @param queryId the query that is run */
export function readerFor(services: Services, viewer: Viewer, queryId: number | null): Promise<Reader> {
  if (viewer.kind === 'user') return Promise.resolve({ viewer, isByKey: false })
  return readerOf(services, { user_id: null, query_id: queryId })
}

/** The data sources that the rows of a result come from. */
type Origin = Pick<ResultRow, 'id' | 'data_source_id' | 'input_source_ids'>

/** All data sources that the rows of a result were read from; null if unknown. */
export const sourceIdsOf = ({ data_source_id, input_source_ids }: Origin): number[] | null =>
  input_source_ids && [data_source_id, ...input_source_ids]

/**
 * Whether a user may see all data sources that the rows of a result were read from. It is always true for a direct result: the
 * caller of this function checks access to the result's own data source.
 * @param viewer null for a user who is gone or disabled
 */
export async function seesInputs({ db }: Pick<Services, 'db'>, viewer: UserViewer | null, result: Origin): Promise<boolean> {
  if (store.isDirect(result)) return true
  const found = await store.findResult(db, result.id)
  return viewer !== null && found !== undefined && can(viewer, 'result.view', found)
}

/**
 * The same for the caller of a request. A query's key and the public URL of a dashboard have the rights that the query's owner
 * has now.
 * @param queryId the query that is read; null for a result by itself
 */
export async function callerSeesInputs(ctx: Context, queryId: number | null, result: Origin): Promise<boolean> {
  if (store.isDirect(result)) return true
  const { viewer } = await readerFor(ctx, ctx.viewer, queryId)
  return seesInputs(ctx, viewer, result)
}

/** @throws AppError if the caller may not see the result */
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
