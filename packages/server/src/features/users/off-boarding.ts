import type { OffBoarding } from '@sightline/contract/users.ts'
import type { Context } from '../../platform/context.ts'
import * as store from './off-boarding.store.ts'
import { mustFind } from './people.ts'

const KEY_USE_MS = 30 * 86_400_000

/** What stops while a user is disabled, for admins to see beforehand. @throws AppError `not_found` */
export async function offBoarding(ctx: Context, id: number): Promise<OffBoarding> {
  await mustFind(ctx, id)
  const since = new Date(ctx.now().getTime() - KEY_USE_MS)
  const [scheduled_queries, used_query_keys, public_dashboards, alert_subscriptions, reports] = await Promise.all([
    store.scheduledQueries(ctx.db, id),
    store.usedQueryKeys(ctx.db, id, since),
    store.publicDashboards(ctx.db, id),
    store.alertSubscriptionsOf(ctx.db, id),
    store.reports(ctx.db, id),
  ])
  return { scheduled_queries, used_query_keys, public_dashboards, alert_subscriptions, reports }
}
