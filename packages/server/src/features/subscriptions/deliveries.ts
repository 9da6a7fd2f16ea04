import { nextReport } from '@sightline/domain/reports/timing.ts'
import { DeliveryFailed } from '../../destinations/destination.ts'
import type { Services } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { addressOfSite } from '../../platform/http/site.ts'
import { deliverReport } from '../destinations/service.ts'
import { wayOut } from '../destinations/way-out.ts'
import * as users from '../users/service.ts'
import { reportLetter, reportText } from './letter.ts'
import { endToken } from './link.ts'
import { announce } from './queue.ts'
import { reportOn } from './report.ts'
import * as store from './store.ts'

/** Longer than a report takes: one that a process has begun is left to it for this long. */
const LEASE_MS = 10 * 60_000
/** The pause after the first try that failed; each further one doubles it. */
const FIRST_PAUSE_MS = 60_000
/** With doubled pauses that is about half an hour; then the next report comes at its own time. */
export const MAX_TRIES = 6
const ROUND = 1000

/**
 * Sends the report of a subscription, if its time has come. Each due time is claimed by one process; when that dies before it is
 * done, another one tries again, with the same key. What came due while nobody worked is sent once.
 */
export async function sendOne(services: Services, id: number, signal: AbortSignal): Promise<void> {
  const now = services.now()
  const tries = await store.claim(services.db, id, now, new Date(now.getTime() + LEASE_MS))
  const row = tries === null ? undefined : await store.find(services.db, id)
  if (tries === null || !row) return
  try {
    const refusal = await send(services, row, signal)
    const sent = refusal === null ? { last_sent_at: services.now(), last_error: null } : { last_error: refusal }
    await goOn(services, row, sent)
  } catch (error) {
    const isForeseen = error instanceof DeliveryFailed
    if (!isForeseen) services.log.error({ err: error, subscription_id: id }, 'A report was not sent.')
    const last_error = isForeseen ? error.message : 'Sightline could not send this. The log of the server tells why.'
    if (tries >= MAX_TRIES || (isForeseen && !error.mayRetry)) return goOn(services, row, { last_error })
    const pause = FIRST_PAUSE_MS * 2 ** (tries - 1)
    const next_try_at = new Date(services.now().getTime() + pause)
    await store.change(services.db, id, { last_error, next_try_at }, row.subscription.due_at)
  }
}

/** Lets all reports be sent whose time has come. */
export async function announceDue(services: Services): Promise<void> {
  await announce(services, await store.due(services.db, services.now(), ROUND))
}

/** Is done with a report, and turns to the next one; a subscription whose schedule has ended is over. */
async function goOn(
  services: Services,
  { subscription }: store.SubscriptionRow,
  outcome: { last_sent_at?: Date; last_error: string | null },
): Promise<void> {
  const next = nextReport(subscription.schedule, services.now())
  if (next === null) await store.remove(services.db, subscription.id)
  else {
    const changes = { ...outcome, due_at: next, next_try_at: next, tries: 0 }
    await store.change(services.db, subscription.id, changes, subscription.due_at)
  }
}

/** @returns why it is not sent at all; null when it was */
async function send(services: Services, row: store.SubscriptionRow, signal: AbortSignal): Promise<string | null> {
  const { subscription, object } = row
  // It tells what this user sees, so it ends with what they may see, also where a destination gets it.
  const reader = await users.findViewer(services, subscription.user_id)
  if (reader === null) return 'This user is disabled.'
  const subject = store.subjectOf(subscription)
  if (object.is_archived) return `This ${subject.type} is archived.`
  const baseUrl = addressOfSite(services.config)
  const report = await visible(() => reportOn({ ...services, viewer: reader, origin: null, baseUrl }, subject, signal))
  if (report === null) return `${reader.name} may not see this ${subject.type} any more.`

  const key = `report-${subscription.id}-${subscription.due_at.getTime()}`
  const token = endToken(services.config.secretKey, subscription.id)
  const letter = reportLetter(report, {
    type: subject.type,
    dueAt: subscription.due_at,
    key,
    endPage: `${baseUrl}unsubscribe/${token}`,
    endAddress: `${baseUrl}api/subscriptions/end/${token}`,
  })
  if (subscription.destination_id === null) {
    await wayOut(services, signal).mail({ ...letter, to: reader.email })
    return null
  }
  const told = { key, object: { ...subject, name: report.name }, link: report.link, text: reportText(report), letter }
  await deliverReport(services, subscription.destination_id, told, signal)
  return null
}

async function visible<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof AppError && (error.code === 'forbidden' || error.code === 'not_found')) return null
    throw error
  }
}
