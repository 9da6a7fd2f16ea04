import { nextReport } from '@sightline/domain/reports/timing.ts'
import { z } from 'zod'
import { attemptDelivery, type DeliveryOutcome } from '../../destinations/delivery-retry.ts'
import type { Services, UserViewer } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { siteUrl } from '../../platform/http/site.ts'
import { inLanguage } from '../../platform/language/reader.ts'
import { deliverMail, deliverReport } from '../destinations/service.ts'
import { organizationLanguage, readFormats } from '../settings/service.ts'
import * as users from '../users/service.ts'
import { reportEmail, reportText } from './email.ts'
import { isMailed } from './mailed.ts'
import { reportOn } from './report.ts'
import { attachedPdf } from './report-pdf.ts'
import { reportRuns } from './report-runs.ts'
import * as store from './store.ts'
import { unsubscribeToken } from './unsubscribe-link.ts'

/** Names and inputs of the subscription jobs. Their handlers are in `jobs.ts`, separate from the code that enqueues. */
export const sendReport = { name: 'send_report', input: z.object({ subscription_id: z.int() }) }
export const pollDueReports = { name: 'look_for_reports', input: z.unknown() }

/** Enqueues due reports. If the process ends before this, the next poll enqueues them. */
export async function enqueueReports({ queue }: Pick<Services, 'queue'>, ids: readonly number[]): Promise<void> {
  for (const subscription_id of ids) await queue.enqueue(sendReport, { subscription_id })
}

/** A report may run many queries. */
const LEASE_MS = 10 * 60_000
/**
 * With doubling pauses the last attempt is about half an hour after the first; then the schedule moves on to the next report.
 */
export const MAX_TRIES = 6
const ROUND = 1000

/**
 * Attempts the report of a subscription if it is due. Each due time is sent once, by one process; reports missed while no
 * worker ran are sent as one.
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
    onUnexpected: { message: 'A report was not sent.', ids: { subscription_id: id } },
  })
}

/** Enqueues all due reports. */
export async function enqueueDueReports(services: Services): Promise<void> {
  await enqueueReports(services, await store.due(services.db, services.now(), ROUND))
}

/**
 * Moves on to the next report once this one is sent, dropped or out of attempts. A subscription whose schedule has ended is
 * removed.
 */
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

/** @returns why the report is dropped; null if it was sent */
async function send(services: Services, row: store.SubscriptionRow, signal: AbortSignal): Promise<string | null> {
  const { subscription } = row
  // A report shows what this user sees, so their permissions apply, even if it goes to a destination.
  const reader = await users.findViewer(services, subscription.user_id)
  if (reader === null) return 'This user is disabled.'
  // A destination is read by many.
  const own = subscription.destination_id === null ? reader.language : null
  const language = own ?? (await organizationLanguage(services))
  return inLanguage(language, () => sendTo(services, row, reader, signal))
}

async function sendTo(
  services: Services,
  row: store.SubscriptionRow,
  reader: UserViewer,
  signal: AbortSignal,
): Promise<string | null> {
  const { subscription, object } = row
  const subject = store.subjectOf(subscription)
  if (object.is_archived) return `This ${subject.type} is archived.`
  const baseUrl = siteUrl(services.config)
  const ctx = { ...services, viewer: reader, origin: null, baseUrl }
  const runs = reportRuns(ctx, signal)
  const report = await visible(() => reportOn(ctx, subject, runs))
  if (report === null) return `${reader.name} may no longer see this ${subject.type}.`

  const key = `report-${subscription.id}-${subscription.due_at.getTime()}`
  const token = unsubscribeToken(services.config.secretKey, subscription.id)
  const email = reportEmail(report, {
    type: subject.type,
    dueAt: subscription.due_at,
    formats: await readFormats(services),
    pdf: subscription.attach_pdf && isMailed(row.destination) ? await attachedPdf(ctx, subject.id, runs) : null,
    key,
    endPage: `${baseUrl}unsubscribe/${token}`,
    endAddress: `${baseUrl}api/subscriptions/end/${token}`,
  })
  if (subscription.destination_id === null) {
    await deliverMail(services, { ...email, to: reader.email }, signal)
    return null
  }
  const message = { key, object: { ...subject, name: report.name }, link: report.link, text: reportText(report), email }
  await deliverReport(services, subscription.destination_id, message, signal)
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
