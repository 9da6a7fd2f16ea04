import type { Cell } from '@sightline/contract/results.ts'
import { evaluate } from '@sightline/domain/alerts/evaluate.ts'
import { step } from '@sightline/domain/alerts/state.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { sourceIdsOf } from '../executions/results/access.ts'
import * as store from './checks.store.ts'
import { truncatedValue } from './checks.ts'
import { enqueueDeliveries } from './queue.ts'
import { sampler } from './samples.ts'
import { mustChange } from './service.ts'
import { ownersWithoutAccess } from './value-access.ts'

/**
 * Looks at the latest result now, for the owner. Subscribers are told whatever is found, also of a muted alert: it is a test, asked
 * for by hand. The state changes only where a look after a run would change it.
 */
export async function evaluateNow(ctx: Context, id: number): Promise<null> {
  const { alert: asked, query } = await mustChange(ctx, id)
  const result = query.latest_query_data_id === null ? undefined : await store.findResult(ctx.db, query.latest_query_data_id)
  const isVisible = result !== undefined && (await ownersWithoutAccess(ctx, result, [asked.user_id])).size === 0
  const value = isVisible ? await sampler(ctx, result)(asked.options) : null
  const now = ctx.now()
  const messages = await ctx.db.transaction(async (tx) => {
    const alert = await store.lockAlert(tx, id)
    if (!alert) throw new AppError('not_found')
    const { event: kind, state, last_triggered_at } = step({ ...alert, isMuted: false }, evaluate(asked.options, value), now)
    if (kind !== null && result) await store.recordChecked(tx, result.id, now, [], [{ id, state, last_triggered_at }])
    const event = {
      alert_id: id,
      kind: kind ?? ('test' as const),
      state_before: alert.state,
      state,
      value: [truncatedValue(value)] satisfies [Cell],
      query_result_id: result?.id ?? null,
      source_ids: result ? sourceIdsOf(result) : [],
      created_at: now,
    }
    return store.insertDeliveries(tx, await store.insertEvents(tx, [event]), now)
  })
  await enqueueDeliveries(ctx, messages)
  return null
}
