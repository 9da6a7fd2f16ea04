import type { AuditAction } from '@sightline/contract/audit.ts'
import type { Destination } from '@sightline/contract/destinations.ts'
import type { Schedule, ScheduleInput } from '@sightline/contract/queries.ts'
import type {
  EndedSubscription,
  NewSubscription,
  ReportDestination,
  Subscription,
  SubscriptionChanges,
} from '@sightline/contract/subscriptions.ts'
import { isServiceAddress } from '@sightline/contract/users.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import { nextReport, reportSchedule } from '@sightline/domain/reports/timing.ts'
import { destinations as destinationTypes } from '../../destinations/registry.ts'
import { authorize, userOf } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { wireTime, wireTimeOrNull } from '../../platform/wire-time.ts'
import * as audit from '../audit/service.ts'
import * as dashboards from '../dashboards/service.ts'
import * as destinationService from '../destinations/service.ts'
import * as queries from '../queries/service.ts'
import { presentUser } from '../users/present.ts'
import { enqueueReports } from './deliveries.ts'
import { isMailed } from './mailed.ts'
import * as store from './store.ts'
import { subscriptionIdIn } from './unsubscribe-link.ts'

/** The subscriptions to a dashboard or query that the caller may see: their own, and all of them if they own it. */
export async function list(ctx: Context, subject: store.Subject): Promise<Subscription[]> {
  const object = await mustSee(ctx, subject)
  const userId = can(ctx.viewer, 'subscription.end', object) ? null : userOf(ctx).id
  const rows = await store.ofSubject(ctx.db, subject, userId)
  return rows.map((row) => presentSubscription(row, ctx))
}

/** The destinations whose type supports reports. */
export async function destinations(ctx: Context): Promise<ReportDestination[]> {
  const all = await destinationService.list(ctx)
  return all.filter(takesReports).map((destination) => ({ ...destination, sends_mail: isMailed(destination) }))
}

/**
 * Subscribes the caller by mail, or a destination.
 * @throws AppError `subscription_exists`, also if someone else subscribed the destination
 */
export async function create(ctx: Context, sent: NewSubscription): Promise<Subscription> {
  const user = userOf(ctx)
  const subject: store.Subject = { type: sent.object_type, id: sent.object_id }
  const object = await mustSee(ctx, subject)
  if (object.is_archived) throw new AppError('subscription_archived')
  const destination = await destinationFor(ctx, sent.destination_id ?? null)
  if (destination === null && isServiceAddress(user.email)) throw new AppError('service_account')
  if (!ctx.mailer.isConfigured && (destination === null || destinationTypes.get(destination.type)?.sendsMail))
    throw new AppError('mail_not_configured')
  const { attach_pdf } = sent
  checkPdf(attach_pdf, subject, destination)
  const { schedule, next } = readSchedule(ctx, sent.schedule, null)
  const times = { schedule, due_at: next, next_try_at: next }
  const fields = { user_id: user.id, destination_id: destination?.id ?? null, attach_pdf, ...times }
  return ctx.db.transaction(async (db) => {
    const id = await store.insert(db, subject, fields)
    if (id === null) throw new AppError('subscription_exists', { name: destination?.name ?? user.name })
    const row = await mustFind({ ...ctx, db }, id)
    await recordChange({ ...ctx, db }, 'subscription.create', row)
    return presentSubscription(row, ctx)
  })
}

/** Changes the schedule and whether mails have a PDF; the next report is computed from now. */
export async function update(ctx: Context, id: number, sent: SubscriptionChanges): Promise<Subscription> {
  const before = await mustManage(ctx, id)
  const { attach_pdf = before.subscription.attach_pdf } = sent
  checkPdf(sent.attach_pdf ?? false, store.subjectOf(before.subscription), before.destination)
  const { schedule, next } = readSchedule(ctx, sent.schedule, before.subscription.schedule)
  const times = { schedule, due_at: next, next_try_at: next }
  await ctx.db.transaction(async (db) => {
    await store.change(db, id, { ...times, attach_pdf, tries: 0, updated_at: ctx.now() })
    await recordChange({ ...ctx, db }, 'subscription.change', before)
  })
  return presentSubscription(await mustFind(ctx, id), ctx)
}

/** Ends a subscription. Users can end their own even after losing access to what it shows. */
export async function remove(ctx: Context, id: number): Promise<null> {
  const row = await mustManage(ctx, id)
  await ctx.db.transaction(async (db) => {
    await store.remove(db, id)
    await recordChange({ ...ctx, db }, 'subscription.end', row)
  })
  return null
}

/** Sends the next report now; the schedule continues from there. */
export async function sendNow(ctx: Context, id: number): Promise<Subscription> {
  await mustManage(ctx, id)
  const now = ctx.now()
  await store.change(ctx.db, id, { due_at: now, next_try_at: now, tries: 0 })
  await enqueueReports(ctx, [id])
  return presentSubscription(await mustFind(ctx, id), ctx)
}

/** The content of the unsubscribe page. Opening it ends nothing, since link checkers open it as well. */
export async function showUnsubscribe(ctx: Context, token: string): Promise<EndedSubscription> {
  return endedView(await mustBeLinked(ctx, token), false)
}

/** Ends a subscription for anyone who has received one of its reports. */
export async function unsubscribe(ctx: Context, token: string): Promise<EndedSubscription> {
  const row = await mustBeLinked(ctx, token)
  await ctx.db.transaction(async (db) => {
    await store.remove(db, row.subscription.id)
    await recordChange({ ...ctx, db }, 'subscription.end', row)
  })
  return endedView(row, true)
}

const endedView = ({ subscription, object, destination }: store.SubscriptionRow, ended: boolean): EndedSubscription => ({
  object_type: store.subjectOf(subscription).type,
  name: object.name,
  destination: destination?.name ?? null,
  ended,
})

async function mustBeLinked(ctx: Context, token: string): Promise<store.SubscriptionRow> {
  const id = subscriptionIdIn(ctx.config.secretKey, token)
  if (id === null) throw new AppError('subscription_link_invalid')
  const row = await store.find(ctx.db, id)
  if (!row) throw new AppError('subscription_over')
  return row
}

async function mustFind({ db }: Pick<Context, 'db'>, id: number): Promise<store.SubscriptionRow> {
  const row = await store.find(db, id)
  if (!row) throw new AppError('not_found')
  return row
}

/** A subscription of the caller, or to a dashboard or query of the caller. */
async function mustManage(ctx: Context, id: number): Promise<store.SubscriptionRow> {
  const row = await mustFind(ctx, id)
  if (!can(ctx.viewer, 'subscription.end', row.object)) authorize(ctx.viewer, 'subscription.end', row.subscription)
  return row
}

/** The dashboard or query, if the caller may see it. Every user may open a dashboard; it shows them only what they may see. */
async function mustSee(ctx: Context, { type, id }: store.Subject): Promise<{ user_id: number; is_archived: boolean }> {
  if (type === 'dashboard') return (await dashboards.mustFindById(ctx, id)).dashboard
  return (await queries.mustSee(ctx, id)).query
}

async function destinationFor(ctx: Context, id: number | null): Promise<Destination | null> {
  if (id === null) return null
  const destination = await destinationService.findDestination(ctx, id)
  if (destination === null) throw new AppError('destination_not_found')
  if (!takesReports(destination)) throw new AppError('destination_takes_no_reports', { type: destination.type })
  return destination
}

/** @throws AppError `subscription_takes_no_pdf` if it is wanted where there can be none */
function checkPdf(isWanted: boolean, { type }: store.Subject, destination: { type: string } | null): void {
  if (isWanted && (type !== 'dashboard' || !isMailed(destination))) throw new AppError('subscription_takes_no_pdf')
}

const takesReports = ({ type }: Destination) => destinationTypes.get(type)?.report !== undefined

function readSchedule({ now }: Context, sent: ScheduleInput, before: Schedule | null): { schedule: Schedule; next: Date } {
  try {
    const schedule = reportSchedule(sent, now(), before)
    const next = nextReport(schedule, now())
    if (next === null)
      throw new RangeError(i18n._('This schedule ends on {day}, before its first report.', { day: schedule.until ?? '' }))
    return { schedule, next }
  } catch (cause) {
    if (cause instanceof RangeError) throw new AppError('subscription_schedule_invalid', { reason: cause.message }, { cause })
    throw cause
  }
}

function recordChange(
  ctx: Context,
  action: AuditAction,
  { subscription, object, destination, user }: store.SubscriptionRow,
): Promise<void> {
  const { type, id } = store.subjectOf(subscription)
  return audit.recordAction(ctx, action, {
    object_type: type,
    object_id: id,
    object_name: object.name,
    details: { subscription_id: subscription.id, for: destination?.name ?? user.name },
  })
}

function presentSubscription(
  { subscription, user, destination }: store.SubscriptionRow,
  { config, now }: Pick<Context, 'config' | 'now'>,
): Subscription {
  const { type, id } = store.subjectOf(subscription)
  return {
    id: subscription.id,
    object_type: type,
    object_id: id,
    user: presentUser(user, config),
    destination: destination && presentDestination(destination),
    schedule: subscription.schedule,
    attach_pdf: subscription.attach_pdf,
    next_at: wireTime(subscription.due_at),
    is_being_sent: subscription.due_at <= now(),
    last_sent_at: wireTimeOrNull(subscription.last_sent_at),
    last_error: subscription.last_error,
  }
}

const presentDestination = (destination: Omit<Destination, 'icon'>): ReportDestination => ({
  ...destination,
  icon: destinationTypes.get(destination.type)?.icon ?? '',
  sends_mail: isMailed(destination),
})
