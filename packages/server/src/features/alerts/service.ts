import type { Alert, AlertChanges, AlertEvent, AlertOptions, NewAlert } from '@sightline/contract/alerts.ts'
import { defaultName, storedAlertOptions } from '@sightline/domain/alerts/options.ts'
import { subjectOf, templateOf } from '@sightline/domain/alerts/templates.ts'
import { parseTemplate, TemplateError } from '@sightline/domain/mustache.ts'
import { authorize, userOf } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import * as queries from '../queries/service.ts'
import * as history from './history.store.ts'
import { presentAlert, presentEvent, recordOf } from './present.ts'
import * as store from './store.ts'
import { maySeeValue } from './value-access.ts'

const HISTORY_LENGTH = 100

/** The alerts on queries whose data source the caller shares; admins have no wider view here. */
export async function list(ctx: Context): Promise<Alert[]> {
  const rows = await store.list(ctx.db, userOf(ctx).groupIds)
  return rows.map((row) => presentAlert(row, ctx))
}

/** Creates an alert of the caller's on a query that they may see. */
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

/** Saves what was sent. Another query has to be one that the caller may see. */
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

/** What happened to an alert lately, newest first. */
export async function events(ctx: Context, id: number): Promise<AlertEvent[]> {
  await mustSee(ctx, id)
  const happened = await history.latest(ctx.db, id, HISTORY_LENGTH)
  const deliveries = Map.groupBy(
    await history.deliveriesOf(
      ctx.db,
      happened.map(({ event }) => event.id),
    ),
    ({ event_id }) => event_id,
  )
  return happened.map(({ event, sources }) =>
    presentEvent(event, deliveries.get(event.id) ?? [], maySeeValue(ctx.viewer, sources)),
  )
}

/** @throws AppError when there is no such alert, or the caller may not see its query */
export async function mustSee(ctx: Context, id: number): Promise<store.AlertRow> {
  const row = await mustFind(ctx, id)
  authorize(ctx.viewer, 'query.view', recordOf(row))
  return row
}

/** @throws AppError also when the alert is somebody else's */
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

/** A query that an alert of the caller's may look at. */
async function mustWatch(ctx: Context, id: number) {
  const { query } = await queries.mustSee(ctx, id)
  if (query.is_archived) throw new AppError('alert_query_archived')
  return query
}

/** A template that is sent alone changes just that. */
function optionsAfter(stored: AlertOptions, { options, template }: AlertChanges): AlertOptions {
  if (options !== undefined) return readOptions(options, template)
  return template === undefined ? stored : readOptions({ ...stored, template }, template)
}

/** @throws AppError when the tags of a template do not fit together: nobody would be told what was meant */
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
