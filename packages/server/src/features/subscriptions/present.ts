import type { Subscription } from '@sightline/contract/subscriptions.ts'
import { destinations } from '../../destinations/registry.ts'
import type { Context } from '../../platform/context.ts'
import { wireTime, wireTimeOrNull } from '../../platform/wire-time.ts'
import { presentUser } from '../users/present.ts'
import { type SubscriptionRow, subjectOf } from './store.ts'

export function presentSubscription(
  { subscription, user, destination }: SubscriptionRow,
  { config }: Pick<Context, 'config'>,
): Subscription {
  const { type, id } = subjectOf(subscription)
  return {
    id: subscription.id,
    object_type: type,
    object_id: id,
    user: presentUser(user, config),
    destination: destination && { ...destination, icon: destinations.get(destination.type)?.icon ?? '' },
    schedule: subscription.schedule,
    next_at: wireTime(subscription.due_at),
    last_sent_at: wireTimeOrNull(subscription.last_sent_at),
    last_error: subscription.last_error,
  }
}
