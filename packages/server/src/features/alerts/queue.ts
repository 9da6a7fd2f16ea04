import { z } from 'zod'
import type { Services } from '../../platform/context.ts'

/** Names and inputs of the background work of alerts. What each does is in `jobs.ts`, which the senders need not know. */
export const deliverAlert = { name: 'deliver_alert', input: z.object({ delivery_id: z.int() }) }
export const recoverAlerts = { name: 'look_after_alerts', input: z.unknown() }
export const removeOldEvents = { name: 'forget_alert_events', input: z.unknown() }

/** Lets messages be sent that have just been stored. One that gets lost here is found by the next round. */
export async function enqueueDeliveries({ queue }: Pick<Services, 'queue'>, deliveryIds: readonly number[]): Promise<void> {
  for (const delivery_id of deliveryIds) await queue.enqueue(deliverAlert, { delivery_id })
}
