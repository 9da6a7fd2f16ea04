import { z } from 'zod'
import type { Services } from '../../platform/context.ts'

/** Names and inputs of the background work of subscriptions. What each does is in `jobs.ts`, which the senders need not know. */
export const sendReport = { name: 'send_report', input: z.object({ subscription_id: z.int() }) }
export const pollDueReports = { name: 'look_for_reports', input: z.unknown() }

/** Lets reports be sent that are due. One that gets lost here is found by the next round. */
export async function enqueueReports({ queue }: Pick<Services, 'queue'>, ids: readonly number[]): Promise<void> {
  for (const subscription_id of ids) await queue.enqueue(sendReport, { subscription_id })
}
