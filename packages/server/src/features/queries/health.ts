import type { QueryHealth } from '@sightline/contract/query-health.ts'
import { staleAfter } from '@sightline/domain/health.ts'
import { isSafe } from '@sightline/domain/parameters/definition.ts'
import { can, canReadQueryText } from '@sightline/domain/permissions/can.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { wireTimeOrNull } from '../../platform/wire-time.ts'
import { errorRule } from './history.ts'
import { mustSee } from './service.ts'
import * as store from './store.ts'

/** The health of those of the queries that the caller may see. */
export async function health(ctx: Context, ids: string): Promise<QueryHealth[]> {
  const rows = await store.healthOf(ctx.db, ids.split(',').map(Number))
  const visible = rows.filter((row) => can(ctx.viewer, 'query.view', recordOf(row)))
  const failing = visible.filter(({ refresh_failure }) => refresh_failure !== null)
  const mayReadError = await errorRule(ctx, new Set(failing.map(({ data_source_id }) => data_source_id ?? 0)))
  return visible.map((row) => {
    const { id, user_id, data_source_id, refresh_failure: failure } = row
    // A failed refresh counts as the owner's run: only admins and the owner read errors that may quote other sources.
    const run = { data_source_id: data_source_id ?? 0, user_ids: [user_id], query_ids: [id] }
    return {
      id,
      retrieved_at: wireTimeOrNull(row.retrieved_at),
      failures: failure?.count ?? 0,
      failing_since: failure?.since ?? null,
      failed_at: failure?.at ?? null,
      error: failure !== null && canReadQueryText(ctx.viewer) && mayReadError(run) ? failure.reason : '',
      stale_after: row.is_archived ? null : staleAfter(row.schedule, ctx.now()),
    }
  })
}

/** The health of one query, also for the holder of its key, who never reads the error message. */
export async function healthOfQuery(ctx: Context, id: number): Promise<QueryHealth> {
  await mustSee(ctx, id)
  const [found] = await health(ctx, String(id))
  if (!found) throw new AppError('not_found')
  return found
}

const recordOf = ({ id, user_id, options, data_source_id, shares }: store.HealthRow) => ({
  id,
  user_id,
  editor_ids: [],
  is_safe: isSafe(options.parameters ?? []),
  shares: data_source_id === null ? null : shares,
})
