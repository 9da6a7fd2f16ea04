import type { Alert, AlertEvent, AlertSubscription } from '@sightline/contract/alerts.ts'
import { templateOf } from '@sightline/domain/alerts/templates.ts'
import { isSafe } from '@sightline/domain/parameters/definition.ts'
import type { QueryRecord } from '@sightline/domain/permissions/can.ts'
import { destinations } from '../../destinations/registry.ts'
import type { Context } from '../../platform/context.ts'
import { wireTime, wireTimeOrNull } from '../../platform/wire-time.ts'
import { presentEmbedded } from '../queries/present.ts'
import { presentUser } from '../users/present.ts'
import { maySeeValue } from './result-values.ts'
import type { AlertRow, SubscriptionRow } from './store.ts'
import type { alertDeliveries, alertEvents } from './tables.ts'

/** The query of an alert in the form that the permission rules need. */
export function recordOf({ query, shares, editor_ids }: AlertRow): QueryRecord {
  return {
    id: query.id,
    user_id: query.user_id,
    editor_ids,
    is_safe: isSafe(query.options.parameters ?? []),
    shares: query.data_source_id === null ? null : shares,
  }
}

export function presentAlert(row: AlertRow, ctx: Pick<Context, 'viewer' | 'config'>): Alert {
  const { alert } = row
  return {
    id: alert.id,
    name: alert.name,
    options: alert.options,
    state: alert.state,
    last_triggered_at: wireTimeOrNull(alert.last_triggered_at),
    updated_at: wireTime(alert.updated_at),
    created_at: wireTime(alert.created_at),
    rearm: alert.rearm,
    query_id: alert.query_id,
    query: presentEmbedded(row, ctx),
    user: presentUser(row.author, ctx.config),
    template: templateOf(alert.options),
    evaluated_at: wireTimeOrNull(alert.evaluated_at),
    health: alert.health,
    value: row.sources !== null && maySeeValue(ctx.viewer, row.sources) ? (alert.evaluated_value?.[0] ?? null) : null,
  }
}

export function presentSubscription(
  { subscription, user, destination }: SubscriptionRow,
  { config }: Pick<Context, 'config'>,
): AlertSubscription {
  return {
    id: subscription.id,
    alert_id: subscription.alert_id,
    user: presentUser(user, config),
    // Only admins see the options of a destination, which include its URL and secrets.
    ...(destination
      ? {
          destination: { ...destination, icon: destinations.get(destination.type)?.icon ?? '' },
          destination_id: destination.id,
        }
      : {}),
  }
}

export function presentEvent(
  event: typeof alertEvents.$inferSelect,
  deliveries: readonly (typeof alertDeliveries.$inferSelect)[],
  isValueVisible: boolean,
): AlertEvent {
  return {
    id: event.id,
    kind: event.kind,
    state_before: event.state_before,
    state: event.state,
    health_before: event.health_before,
    health: event.health,
    value: isValueVisible ? event.value[0] : null,
    query_result_id: event.query_result_id,
    created_at: wireTime(event.created_at),
    deliveries: deliveries.map(({ id, recipient, state, tries, last_error, next_try_at }) => ({
      id,
      recipient,
      state,
      tries,
      last_error,
      next_try_at: state === 'waiting' ? wireTime(next_try_at) : null,
    })),
  }
}
