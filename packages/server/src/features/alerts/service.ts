import type { Alert, AlertChanges, AlertEvent, AlertOptions, AlertSubscription, NewAlert } from '@sightline/contract/alerts.ts'
import { isServiceAddress } from '@sightline/contract/users.ts'
import { defaultName, storedAlertOptions } from '@sightline/domain/alerts/options.ts'
import { subjectOf, templateOf } from '@sightline/domain/alerts/templates.ts'
import { parseTemplate, TemplateError } from '@sightline/domain/mustache.ts'
import { authorize, userOf } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { findDestination } from '../destinations/service.ts'
import * as queries from '../queries/service.ts'
import { presentAlert, presentEvent, presentSubscription, recordOf } from './present.ts'
import { maySeeValue } from './result-values.ts'
import * as store from './store.ts'

const HISTORY_LENGTH = 100

/** The alerts on queries whose data source is shared with the caller. Admins see no more than others here. */
export async function list(ctx: Context): Promise<Alert[]> {
  const rows = await store.list(ctx.db, userOf(ctx).groupIds)
  return rows.map((row) => presentAlert(row, ctx))
}

/** Creates an alert of the caller on a query that they may see. */
export async function create(ctx: Context, sent: NewAlert): Promise<Alert> {
  const { id: user_id } = userOf(ctx)
  const query = await mustWatch(ctx, sent.query_id)
  const options = readOptions(sent.options, sent.template)
  const name = sent.name === '' ? defaultName(query.name, options) : sent.name
  const id = await store.insert(ctx.db, { name, query_id: query.id, options, rearm: sent.rearm ?? null, user_id })
  return presentAlert(await mustFind(ctx, id), ctx)
}

export async function get(ctx: Context, id: number): Promise<Alert> {
  return presentAlert(await mustSee(ctx, id), ctx)
}

/** Changes the fields that were sent. A new query must be one that the caller may see. */
export async function update(ctx: Context, id: number, sent: AlertChanges): Promise<Alert> {
  const { alert, query: before } = await mustChange(ctx, id)
  const isMoved = sent.query_id !== undefined && sent.query_id !== alert.query_id
  const query = isMoved ? await mustWatch(ctx, sent.query_id ?? 0) : before
  const options = optionsAfter(alert.options, sent)
  await store.change(ctx.db, id, {
    query_id: query.id,
    options,
    ...(sent.name === undefined ? {} : { name: sent.name === '' ? defaultName(query.name, options) : sent.name }),
    ...(sent.rearm === undefined ? {} : { rearm: sent.rearm }),
  })
  return presentAlert(await mustFind(ctx, id), ctx)
}

/** Deletes an alert with its subscriptions and its history. */
export async function remove(ctx: Context, id: number): Promise<null> {
  await mustChange(ctx, id)
  await store.remove(ctx.db, id)
  return null
}

export async function setMuted(ctx: Context, id: number, muted: boolean): Promise<null> {
  await mustChange(ctx, id)
  await store.setMuted(ctx.db, id, muted)
  return null
}

/** The latest events of an alert, newest first. */
export async function events(ctx: Context, id: number): Promise<AlertEvent[]> {
  await mustSee(ctx, id)
  const happened = await store.latestEvents(ctx.db, id, HISTORY_LENGTH)
  const deliveries = Map.groupBy(
    await store.deliveriesOf(
      ctx.db,
      happened.map(({ event }) => event.id),
    ),
    ({ event_id }) => event_id,
  )
  return happened.map(({ event, sources }) =>
    presentEvent(event, deliveries.get(event.id) ?? [], maySeeValue(ctx.viewer, sources)),
  )
}

/** @throws AppError if there is no such alert or the caller may not see its query */
export async function mustSee(ctx: Context, id: number): Promise<store.AlertRow> {
  const row = await mustFind(ctx, id)
  authorize(ctx.viewer, 'query.view', recordOf(row))
  return row
}

/** @throws AppError also if the caller may not change the alert */
export async function mustChange(ctx: Context, id: number): Promise<store.AlertRow> {
  const row = await mustSee(ctx, id)
  authorize(ctx.viewer, 'alert.change', row.alert)
  return row
}

async function mustFind({ db }: Context, id: number): Promise<store.AlertRow> {
  const row = await store.find(db, id)
  if (!row) throw new AppError('not_found')
  return row
}

/** A query that the caller may create an alert on. */
async function mustWatch(ctx: Context, id: number) {
  const { query } = await queries.mustSee(ctx, id)
  if (query.is_archived) throw new AppError('alert_query_archived')
  return query
}

/** A template without options changes only the template. */
function optionsAfter(stored: AlertOptions, { options, template }: AlertChanges): AlertOptions {
  if (options !== undefined) return readOptions(options, template)
  return template === undefined ? stored : readOptions({ ...stored, template }, template)
}

/** @throws AppError if a template has unbalanced tags */
function readOptions(sent: AlertOptions, template: string | null | undefined): AlertOptions {
  const options = storedAlertOptions(sent, template)
  for (const text of [subjectOf(options), templateOf(options)]) {
    try {
      parseTemplate(text ?? '')
    } catch (cause) {
      if (cause instanceof TemplateError) throw new AppError('alert_template_invalid', { reason: cause.message }, { cause })
      throw cause
    }
  }
  return options
}

/** The subscriptions to an alert, for callers who may see its query. */
export async function listSubscriptions(ctx: Context, alertId: number): Promise<AlertSubscription[]> {
  await mustSee(ctx, alertId)
  const rows = await store.subscriptionsOf(ctx.db, alertId)
  return rows.map((row) => presentSubscription(row, ctx))
}

/**
 * Subscribes a destination, or the caller by email.
 * @throws AppError `already_subscribed`, also if someone else subscribed the destination
 */
export async function subscribe(ctx: Context, alertId: number, destinationId: number | null): Promise<AlertSubscription> {
  const user = userOf(ctx)
  await mustSee(ctx, alertId)
  if (destinationId === null && isServiceAddress(user.email)) throw new AppError('service_account')
  const destination = destinationId === null ? null : await findDestination(ctx, destinationId)
  if (destinationId !== null && destination === null) throw new AppError('destination_not_found')
  const id = await store.insertSubscription(ctx.db, { alert_id: alertId, user_id: user.id, destination_id: destinationId })
  if (id === null) throw new AppError('already_subscribed', { name: destination?.name ?? user.name })
  return presentSubscription(await mustFindSubscription(ctx, alertId, id), ctx)
}

/** Ends a subscription. Its creator may do so even after losing access to the query, and so may admins. */
export async function unsubscribe(ctx: Context, alertId: number, id: number): Promise<null> {
  const { subscription } = await mustFindSubscription(ctx, alertId, id)
  authorize(ctx.viewer, 'subscription.end', subscription)
  await store.removeSubscription(ctx.db, id)
  return null
}

async function mustFindSubscription({ db }: Context, alertId: number, id: number): Promise<store.SubscriptionRow> {
  const row = await store.findSubscription(db, alertId, id)
  if (!row) throw new AppError('not_found')
  return row
}
