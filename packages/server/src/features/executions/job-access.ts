import { can } from '@sightline/domain/permissions/can.ts'
import type { Context } from '../../platform/context.ts'
import * as dataSources from '../data-sources/service.ts'
import { readerFor } from './query-reader.ts'
import { readingsOf, Unreadable } from './query-references.ts'
import { callerSeesInputs } from './results/access.ts'
import * as store from './store.ts'

/**
 * Whether a caller may see a job: its first rows and its error tell what is in the data source. That is whoever asked for it, and
 * whoever may see all that it reads, so that a colleague can take up a run that is under way.
 */
export async function mayViewJob(ctx: Context, execution: store.ExecutionRow, signal: AbortSignal): Promise<boolean> {
  const { viewer } = ctx
  // Those who asked, and admins, need no look at the data source.
  if (viewer.kind === 'user' && can(viewer, 'execution.view', { ...execution, shares: null })) return true
  const source = await dataSources.findRunnable(ctx, execution.data_source_id)
  if (!can(viewer, 'execution.view', { ...execution, shares: source?.row.shares ?? null })) return false
  if (!source?.runner.readsQueries) return true
  for (const queryId of readableAs(ctx, execution)) if (await mayReadInputs(ctx, execution, queryId, signal)) return true
  return false
}

/** The queries in whose name the caller may read an execution: with a key or a public address, those that it opens. */
function readableAs({ viewer }: Context, { query_id, query_ids }: store.ExecutionRow): (number | null)[] {
  if (viewer.kind === 'key') return [viewer.queryId]
  return viewer.kind === 'token' ? viewer.queryIds.filter((id) => query_ids.includes(id)) : [query_id]
}

/** Of a run that is over its result tells what was read, of any other its text. */
async function mayReadInputs(
  ctx: Context,
  { query: text, query_result_id }: store.ExecutionRow,
  queryId: number | null,
  signal: AbortSignal,
): Promise<boolean> {
  const found = query_result_id === null ? undefined : await store.findResult(ctx.db, query_result_id)
  if (found) return callerSeesInputs(ctx, queryId, found.result)
  try {
    await readingsOf(ctx, await readerFor(ctx, ctx.viewer, queryId), { text, query_id: queryId }, signal)
    return true
  } catch (error) {
    if (error instanceof Unreadable) return false
    throw error
  }
}
