import { isSafe } from '@sightline/domain/parameters/definition.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import { destinations } from '../../destinations/registry.ts'
import type { Services } from '../../platform/context.ts'
import { deliver } from '../destinations/service.ts'
import { attemptDelivery } from '../destinations/tries.ts'
import { outboundTransport } from '../destinations/way-out.ts'
import * as users from '../users/service.ts'
import * as store from './deliveries.store.ts'
import { notificationOf } from './notification.ts'
import { enqueueDeliveries } from './queue.ts'
import { maySeeValue } from './value-access.ts'

const LEASE_MS = 120_000
/** With doubled pauses that is a little over two hours. */
export const MAX_TRIES = 8
const ROUND = 1000

/** Sends one message, if its time has come. It may be tried more than once: each time it has the same key. */
export function sendDelivery(services: Services, id: number, signal: AbortSignal): Promise<void> {
  const { db } = services
  return attemptDelivery<store.DeliveryRow>(services, {
    leaseMs: LEASE_MS,
    maxTries: MAX_TRIES,
    claim: (now, until) => store.claim(db, id, now, until),
    find: () => store.find(db, id),
    send: (row) => send(services, row, signal),
    settle: (_, outcome) => store.settle(db, id, outcome, services.now()),
    unforeseen: { message: 'A message of an alert was not sent.', ids: { delivery_id: id } },
  })
}

/** Lets all messages be sent whose time has come: after a pause, or because the process that had them is gone. */
export async function enqueueDueDeliveries(services: Services): Promise<void> {
  await enqueueDeliveries(services, await store.due(services.db, services.now(), ROUND))
}

/** @returns why it is not sent at all; null when it was */
async function send(services: Services, row: store.DeliveryRow, signal: AbortSignal): Promise<string | null> {
  const { subscription } = row
  if (subscription === null) return 'This subscription has ended.'
  // A message tells what the query shows. It ends with what its subscriber may see, also where a destination gets it.
  const reader = await users.findViewer(services, subscription.user_id)
  const who = subscription.destination_id === null ? 'This user' : 'The user who subscribed this destination'
  if (reader === null || !can(reader, 'query.view', recordOf(row))) return `${who} may not see the query any more.`
  if (!maySeeValue(reader, row.sources)) return `${who} may not see all data sources that the value was read from.`
  const isMail = subscription.destination_id === null || destinations.get(row.destination?.type ?? '')?.sendsMail === true
  const notification = await notificationOf(services, row, isMail)
  if (subscription.destination_id !== null) {
    await deliver(services, subscription.destination_id, notification, signal)
    return null
  }
  await outboundTransport(services, signal).mail({ ...notification.email, to: reader.email })
  return null
}

const recordOf = ({ query, shares }: store.DeliveryRow) => ({
  id: query.id,
  user_id: query.user_id,
  editor_ids: [],
  is_safe: isSafe(query.options.parameters ?? []),
  shares: query.data_source_id === null ? null : shares,
})
