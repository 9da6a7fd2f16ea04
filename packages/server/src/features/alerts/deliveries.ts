import { isSafe } from '@sightline/domain/parameters/definition.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import { z } from 'zod'
import { attemptDelivery } from '../../destinations/delivery-retry.ts'
import { destinations } from '../../destinations/registry.ts'
import type { Services } from '../../platform/context.ts'
import { inLanguage } from '../../platform/language/reader.ts'
import { deliver, deliverMail } from '../destinations/service.ts'
import { organizationLanguage } from '../settings/service.ts'
import * as users from '../users/service.ts'
import * as store from './deliveries.store.ts'
import { notificationOf } from './notification.ts'
import { maySeeValue } from './result-values.ts'

/** Names and inputs of the alert jobs. Their handlers are in `jobs.ts`, separate from the code that enqueues. */
export const deliverAlert = { name: 'deliver_alert', input: z.object({ delivery_id: z.int() }) }
export const recoverAlerts = { name: 'look_after_alerts', input: z.unknown() }
export const removeOldAlertEvents = { name: 'forget_alert_events', input: z.unknown() }

/** Enqueues deliveries that have just been stored. If the process ends before this, the next recovery round enqueues them. */
export async function enqueueDeliveries({ queue }: Pick<Services, 'queue'>, deliveryIds: readonly number[]): Promise<void> {
  for (const delivery_id of deliveryIds) await queue.enqueue(deliverAlert, { delivery_id })
}

const LEASE_MS = 120_000
/** With doubling pauses the last attempt is a little over two hours after the first. */
export const MAX_TRIES = 8
const BATCH = 1000

/** Attempts one delivery if it is due. Every attempt carries the same deduplication key. */
export function sendDelivery(services: Services, id: number, signal: AbortSignal): Promise<void> {
  const { db } = services
  return attemptDelivery<store.DeliveryRow>(services, {
    leaseMs: LEASE_MS,
    maxTries: MAX_TRIES,
    claim: (now, until) => store.claim(db, id, now, until),
    find: () => store.find(db, id),
    send: (row) => send(services, row, signal),
    settle: (_, outcome) => store.settle(db, id, outcome, services.now()),
    onUnexpected: { message: 'A message of an alert was not sent.', ids: { delivery_id: id } },
  })
}

/** Enqueues all due deliveries: retries, and those of processes that have ended. */
export async function enqueueDueDeliveries(services: Services): Promise<void> {
  await enqueueDeliveries(services, await store.due(services.db, services.now(), BATCH))
}

/** @returns why the delivery is dropped; null if it was sent */
async function send(services: Services, row: store.DeliveryRow, signal: AbortSignal): Promise<string | null> {
  const { subscription } = row
  if (subscription === null) return 'This subscription has ended.'
  if (row.query.is_archived) return 'The query is archived.'
  // A message contains data of the query, so the subscriber's permissions apply, even if it goes to a destination.
  const reader = await users.findViewer(services, subscription.user_id)
  const who = subscription.destination_id === null ? 'This user' : 'The user who subscribed this destination'
  if (reader === null || !can(reader, 'query.view', recordOf(row))) return `${who} may no longer see the query.`
  if (!maySeeValue(reader, row.sources)) return `${who} may not see all data sources that the value was read from.`
  const isMail = subscription.destination_id === null || destinations.get(row.destination?.type ?? '')?.sendsMail === true
  // A destination is read by many.
  const own = subscription.destination_id === null ? reader.language : null
  const language = own ?? (await organizationLanguage(services))
  const notification = await inLanguage(language, () => notificationOf(services, row, isMail))
  if (subscription.destination_id !== null) {
    const { destination_id } = subscription
    await inLanguage(language, () => deliver(services, destination_id, notification, signal))
    return null
  }
  await deliverMail(services, { ...notification.email, to: reader.email }, signal)
  return null
}

const recordOf = ({ query, shares }: store.DeliveryRow) => ({
  id: query.id,
  user_id: query.user_id,
  editor_ids: [],
  is_safe: isSafe(query.options.parameters ?? []),
  shares: query.data_source_id === null ? null : shares,
})
