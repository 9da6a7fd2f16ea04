import { isSafe } from '@sightline/domain/parameters/definition.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import { DeliveryFailed } from '../../destinations/destination.ts'
import type { Services } from '../../platform/context.ts'
import { deliver } from '../destinations/service.ts'
import { wayOut } from '../destinations/way-out.ts'
import * as users from '../users/service.ts'
import * as store from './deliveries.store.ts'
import { notificationOf } from './notification.ts'
import { announce } from './queue.ts'

/** Longer than any try lasts: a message that a process has taken is left to it for this long. */
const LEASE_MS = 120_000
/** The pause after the first try that failed; each further one doubles it. */
const FIRST_PAUSE_MS = 60_000
/** With doubled pauses that is a little over two hours. */
export const MAX_TRIES = 8
const ROUND = 1000

/**
 * Sends one message, if its time has come. It may be tried more than once, and a process that dies after sending leads to one try
 * more: each has the same key.
 */
export async function deliverOne(services: Services, id: number, signal: AbortSignal): Promise<void> {
  const now = services.now()
  const tries = await store.claim(services.db, id, now, new Date(now.getTime() + LEASE_MS))
  const row = tries === null ? undefined : await store.find(services.db, id)
  if (tries === null || !row) return
  try {
    const refusal = await send(services, row, signal)
    if (refusal === null) await store.settleSent(services.db, id, services.now())
    else await store.settleDropped(services.db, id, refusal)
  } catch (error) {
    if (!(error instanceof DeliveryFailed))
      services.log.error({ err: error, delivery_id: id }, 'A message of an alert was not sent.')
    const reason =
      error instanceof DeliveryFailed ? error.message : 'Sightline could not send this. The log of the server tells why.'
    const isFinal = tries >= MAX_TRIES || (error instanceof DeliveryFailed && !error.mayRetry)
    const pause = FIRST_PAUSE_MS * 2 ** (tries - 1)
    await store.settleFailed(services.db, id, reason, isFinal ? null : new Date(services.now().getTime() + pause))
  }
}

/** Lets all messages be sent whose time has come: after a pause, or because the process that had them is gone. */
export async function announceDue(services: Services): Promise<void> {
  await announce(services, await store.due(services.db, services.now(), ROUND))
}

/** @returns why it is not sent at all; null when it was */
async function send(services: Services, row: store.DeliveryRow, signal: AbortSignal): Promise<string | null> {
  const { subscription } = row
  if (subscription === null) return 'This subscription has ended.'
  const isMail = subscription.destination_id === null || row.destination?.type === 'email'
  const notification = await notificationOf(services, row, isMail)
  if (subscription.destination_id !== null) {
    await deliver(services, subscription.destination_id, notification, signal)
    return null
  }
  const reader = await users.findViewer(services, subscription.user_id)
  // A mail tells what the query shows, so it is for those who may see that now.
  if (reader === null || !can(reader, 'query.view', recordOf(row))) return 'This user may not see the query any more.'
  await wayOut(services, signal).mail({ ...notification.letter, to: reader.email })
  return null
}

const recordOf = ({ query, shares }: store.DeliveryRow) => ({
  id: query.id,
  user_id: query.user_id,
  editor_ids: [],
  is_safe: isSafe(query.options.parameters ?? []),
  shares: query.data_source_id === null ? null : shares,
})
