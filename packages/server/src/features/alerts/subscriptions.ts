import type { AlertSubscription } from '@sightline/contract/alerts.ts'
import { authorize, userOf } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { findDestination } from '../destinations/service.ts'
import { presentSubscription } from './present.ts'
import { mustSee } from './service.ts'
import * as store from './subscriptions.store.ts'

/** Who is told by an alert, for those who may see its query. */
export async function listSubscriptions(ctx: Context, alertId: number): Promise<AlertSubscription[]> {
  await mustSee(ctx, alertId)
  const rows = await store.subscriptionsOf(ctx.db, alertId)
  return rows.map((row) => presentSubscription(row, ctx))
}

/**
 * Subscribes a destination, or the caller by email.
 * @throws AppError `already_subscribed`, whoever has done it
 */
export async function subscribe(ctx: Context, alertId: number, destinationId: number | null): Promise<AlertSubscription> {
  const user = userOf(ctx)
  await mustSee(ctx, alertId)
  const destination = destinationId === null ? null : await findDestination(ctx, destinationId)
  if (destinationId !== null && destination === null) throw new AppError('destination_not_found')
  const id = await store.insertSubscription(ctx.db, { alert_id: alertId, user_id: user.id, destination_id: destinationId })
  if (id === null) throw new AppError('already_subscribed', { name: destination?.name ?? user.name })
  return presentSubscription(await mustFindSubscription(ctx, alertId, id), ctx)
}

/** Ends a subscription: for who made it, also without access to the query by now, and for admins. */
export async function unsubscribe(ctx: Context, alertId: number, id: number): Promise<null> {
  const { subscription } = await mustFindSubscription(ctx, alertId, id)
  authorize(ctx.viewer, 'subscription.end', subscription)
  await store.removeSubscription(ctx.db, id)
  return null
}

async function mustFindSubscription({ db }: Context, alertId: number, id: number): Promise<store.SubscriptionRow> {
  const row = await store.findSubscription(db, alertId, id)
  if (!row) throw new AppError('not_found')
  return row
}
