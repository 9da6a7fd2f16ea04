import { nextReport } from '@sightline/domain/reports/timing.ts'
import type { Services } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { siteUrl } from '../../platform/http/site.ts'
import { deliverReport } from '../destinations/service.ts'
import { attemptDelivery, type DeliveryOutcome } from '../destinations/tries.ts'
import { outboundTransport } from '../destinations/way-out.ts'
import * as users from '../users/service.ts'
import { reportEmail, reportText } from './letter.ts'
import { unsubscribeToken } from './link.ts'
import { enqueueReports } from './queue.ts'
import { reportOn } from './report.ts'
import * as store from './store.ts'

/** A report takes its time. */
const LEASE_MS = 10 * 60_000
/** With doubled pauses that is about half an hour; then the next report comes at its own time. */
export const MAX_TRIES = 6
const ROUND = 1000

/**
 * Sends the report of a subscription, if its time has come: once for each due time, by one process. What came due while nobody
 * worked is sent once.
 */
export function attemptReport(services: Services, id: number, signal: AbortSignal): Promise<void> {
  const { db } = services
  return attemptDelivery<store.SubscriptionRow>(services, {
    leaseMs: LEASE_MS,
    maxTries: MAX_TRIES,
    claim: (now, until) => store.claim(db, id, now, until),
    find: () => store.find(db, id),
    send: (row) => send(services, row, signal),
    settle: (row, outcome) => settle(services, row, outcome),
    unforeseen: { message: 'A report was not sent.', ids: { subscription_id: id } },
  })
}

/** Lets all reports be sent whose time has come. */
export async function enqueueDueReports(services: Services): Promise<void> {
  await enqueueReports(services, await store.due(services.db, services.now(), ROUND))
}

/** Turns to the next report when this one is done with, or given up; a subscription whose schedule has ended is over. */
async function settle(services: Services, { subscription }: store.SubscriptionRow, outcome: DeliveryOutcome): Promise<void> {
  const { db } = services
  const { id, due_at } = subscription
  const last_error = outcome.kind === 'sent' ? null : outcome.reason
  if (outcome.kind === 'failed' && outcome.nextTry !== null) {
    return store.change(db, id, { last_error, next_try_at: outcome.nextTry }, due_at)
  }
  const next = nextReport(subscription.schedule, services.now())
  if (next === null) {
    await store.remove(db, id)
    return
  }
  const sent = outcome.kind === 'sent' ? { last_sent_at: services.now() } : {}
  await store.change(db, id, { ...sent, last_error, due_at: next, next_try_at: next, tries: 0 }, due_at)
}

/** @returns why it is not sent at all; null when it was */
async function send(services: Services, row: store.SubscriptionRow, signal: AbortSignal): Promise<string | null> {
  const { subscription, object } = row
  // It tells what this user sees, so it ends with what they may see, also where a destination gets it.
  const reader = await users.findViewer(services, subscription.user_id)
  if (reader === null) return 'This user is disabled.'
  const subject = store.subjectOf(subscription)
  if (object.is_archived) return `This ${subject.type} is archived.`
  const baseUrl = siteUrl(services.config)
  const report = await visible(() => reportOn({ ...services, viewer: reader, origin: null, baseUrl }, subject, signal))
  if (report === null) return `${reader.name} may not see this ${subject.type} any more.`

  const key = `report-${subscription.id}-${subscription.due_at.getTime()}`
  const token = unsubscribeToken(services.config.secretKey, subscription.id)
  const email = reportEmail(report, {
    type: subject.type,
    dueAt: subscription.due_at,
    key,
    endPage: `${baseUrl}unsubscribe/${token}`,
    endAddress: `${baseUrl}api/subscriptions/end/${token}`,
  })
  if (subscription.destination_id === null) {
    await outboundTransport(services, signal).mail({ ...email, to: reader.email })
    return null
  }
  const told = { key, object: { ...subject, name: report.name }, link: report.link, text: reportText(report), email }
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
