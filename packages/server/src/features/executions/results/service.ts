import { Readable } from 'node:stream'
import { can } from '@sightline/domain/permissions/can.ts'
import { authorize } from '../../../platform/authorize.ts'
import type { Context, Services, UserViewer, Viewer } from '../../../platform/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import type { CachedResponse } from '../../../platform/results/response-cache.ts'
import * as queries from '../../queries/service.ts'
import * as users from '../../users/service.ts'
import { storedResult } from '../present.ts'
import * as store from '../store.ts'
import type { ResultRow } from '../tables.ts'

/** On whose behalf a text reads the results of queries. */
export interface Reader {
  /** Null if the user is gone or disabled; then nothing may be read. */
  viewer: UserViewer | null
  /**
   * A query that runs with its key has the rights of its owner, who gave the key away, as far as the others who stand behind it have
   * them too. It may only read queries that its saved text names, so that no parameter value leads to others.
   */
  isByKey: boolean
}

/** The reader of an execution: its user, or those who stand behind the query that was started with a key. */
export async function readerOf(
  services: Services,
  { user_id, query_id }: { user_id: number | null; query_id: number | null },
): Promise<Reader> {
  if (user_id !== null) return { viewer: await users.findViewer(services, user_id), isByKey: false }
  return { viewer: await commonViewer(services, query_id, []), isByKey: true }
}

/** The reader for a caller. @param queryId the query that is run */
export async function readerFor(services: Services, viewer: Viewer, queryId: number | null): Promise<Reader> {
  if (viewer.kind === 'user') return { viewer, isByKey: false }
  const sharers = viewer.kind === 'token' ? [viewer.ownerId] : []
  return { viewer: await commonViewer(services, queryId, sharers), isByKey: true }
}

/**
 * A viewer with the rights that the owner of a query has in common with its last editor, and with others: otherwise somebody could open
 * to the public what they cannot read themselves, by changing or showing the query of a person who can.
 * @param others ids of users
 * @returns null if there is no such query, or its owner is disabled
 */
async function commonViewer(services: Services, queryId: number | null, others: readonly number[]): Promise<UserViewer | null> {
  const found = queryId === null ? undefined : await queries.find(services, queryId)
  const owner = found ? await users.findViewer(services, found.query.user_id) : null
  if (!found || owner === null) return null
  let common = owner
  for (const id of new Set([found.query.last_modified_by_id ?? owner.id, ...others])) {
    if (id !== owner.id) common = sharedRights(common, await users.viewerEvenDisabled(services, id))
  }
  return common
}

/** The rights that two users have in common; an admin has all that the other one has. */
function sharedRights(one: UserViewer, other: UserViewer): UserViewer {
  if (other.permissions.has('admin')) return one
  if (one.permissions.has('admin')) return other
  const groupIds = one.groupIds.filter((id) => other.groupIds.includes(id))
  return { ...one, groupIds, permissions: new Set([...one.permissions].filter((name) => other.permissions.has(name))) }
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

/** @throws AppError if there is no such result or the caller may not see it */
export async function mustRead(ctx: Context, id: number): Promise<ResultRow> {
  const found = await store.findResult(ctx.db, id)
  if (!found) throw new AppError('not_found')
  await mustView(ctx, found)
  return found.result
}

/** Whether the caller may see the inputs of all these results, as far as they are still stored. */
export async function seesInputsOfAll(ctx: Context, resultIds: readonly number[]): Promise<boolean> {
  for (const id of new Set(resultIds)) {
    const found = await store.findResult(ctx.db, id)
    if (found && !(await callerSeesInputs(ctx, null, found.result))) return false
  }
  return true
}

/** Name of the complete JSON of a result in the cache. */
export const FULL_JSON = 'json.full'

type ResultServices = Pick<Services, 'db' | 'results' | 'log'>

/** Whether a body made from a result is cached. @param name as for `cachedBody` */
export const isCached = ({ results }: Pick<ResultServices, 'results'>, row: ResultRow, name: string): boolean =>
  results.answers.has(cacheKey(row, name))

/** The stored result if it can still be read; null if its file is missing or truncated, so that the query has to run again. */
export async function intactOrNull(services: ResultServices, row: ResultRow): Promise<ResultRow | null> {
  try {
    await services.results.check(storedResult(row))
    return row
  } catch (error) {
    if (!isLoss(error)) throw error
    await markResultLost(services, row, error)
    return null
  }
}

/** Reads a result. If its rows turn out to be lost, it is marked and answers no further run. */
export async function readResult<Value>(services: ResultServices, row: ResultRow, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    if (isLoss(error)) await markResultLost(services, row, error)
    throw error
  }
}

/**
 * Does the same for a stream that is read while it is sent. The connection then breaks, because the status has already been
 * sent.
 */
export function watchStream(services: ResultServices, row: ResultRow, stream: Readable): Readable {
  stream.once('error', (error) => {
    if (isLoss(error))
      markResultLost(services, row, error).catch((err) => services.log.error({ err }, 'A lost result could not be recorded.'))
    else if (!isDisconnect(error)) services.log.error({ err: error, query_result_id: row.id }, 'A download broke off.')
  })
  return stream
}

/** A body made from a result, cached if it is small. @param name distinguishes the body from others made from this result */
export function cachedBody(
  services: ResultServices,
  row: ResultRow,
  name: string,
  make: () => Readable,
): Promise<CachedResponse | Readable> {
  return readResult(services, row, async () => {
    const answer = await services.results.answers.get(cacheKey(row, name), make)
    return answer instanceof Readable ? watchStream(services, row, answer) : answer
  })
}

const cacheKey = (row: ResultRow, name: string) => `${row.id}.${name}`

const isLoss = (error: unknown) =>
  error instanceof AppError && (error.code === 'result_unavailable' || error.code === 'result_damaged')

/** The client disconnected while the response was being compressed. */
const isDisconnect = (error: Error) => 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

async function markResultLost({ db, log }: ResultServices, row: ResultRow, err: unknown): Promise<void> {
  log.error({ err, query_result_id: row.id, file: row.file }, 'The rows of a stored result are lost.')
  await store.markLost(db, row.id)
}
