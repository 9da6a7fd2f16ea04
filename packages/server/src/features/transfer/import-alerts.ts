import type { Schedule } from '@sightline/contract/queries.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { nextReport, reportSchedule } from '@sightline/domain/reports/timing.ts'
import { destinations as types } from '../../destinations/registry.ts'
import type { TransferItem } from './file.ts'
import * as store from './import.store.ts'
import { type ImportRun, ownerOf, recipientOf } from './import-state.ts'

/** Alerts match by name and query. New ones start in the state unknown. */
export async function importAlerts(run: ImportRun, alerts: TransferItem<'alerts'>[]): Promise<void> {
  for (const alert of alerts) {
    const query_id = run.queries.get(alert.query_id ?? alert.query?.id ?? 0)
    if (query_id === undefined) {
      run.notes.push(i18n._('Alert "{name}" was skipped: its query is not in the file.', { name: alert.name }))
    } else if (await store.hasAlert(run.db, query_id, alert.name)) {
      run.kept.alerts++
    } else {
      const { name, options, rearm } = alert
      const row = { name, query_id, options, rearm: rearm || null, user_id: ownerOf(run, alert) }
      await importRecipients(run, alert, await store.insertAlert(run.db, row))
      run.made.alerts++
    }
  }
}

async function importRecipients(run: ImportRun, alert: TransferItem<'alerts'>, alert_id: number): Promise<void> {
  const sent = alert.subscriptions ?? []
  const rows = sent.flatMap((each) => {
    const recipient = recipientOf(run, each)
    return recipient === null
      ? []
      : [{ alert_id, user_id: recipient.user_id, destination_id: recipient.destination?.id ?? null }]
  })
  await store.insertAlertSubscriptions(run.db, rows)
  const missing = sent.length - rows.length
  if (missing > 0) {
    run.notes.push(
      i18n._(
        '{count, plural, one {Alert "{name}" was imported without # subscription, whose recipient is not here.} other {Alert "{name}" was imported without # subscriptions, whose recipients are not here.}}',
        { count: missing, name: alert.name },
      ),
    )
  }
}

/** Subscriptions match by object and recipient. New ones start with the next time of their schedule. */
export async function importSubscriptions(run: ImportRun, subscriptions: TransferItem<'subscriptions'>[]): Promise<void> {
  for (const [at, subscription] of subscriptions.entries()) {
    const { row, problem } = rowOf(run, subscription)
    if (row === null)
      run.notes.push(i18n._('Subscription number {number} was skipped: {reason}', { number: at + 1, reason: problem }))
    else if (await store.insertSubscription(run.db, row)) run.made.subscriptions++
    else run.kept.subscriptions++
  }
}

type Row = Parameters<typeof store.insertSubscription>[1]

/** The row of a subscription, or why it is left out. */
function rowOf(
  run: ImportRun,
  sent: TransferItem<'subscriptions'>,
): { row: Row; problem: null } | { row: null; problem: string } {
  const refused = (problem: string) => ({ row: null, problem })
  const { object_type, object_id } = sent
  const id = (object_type === 'dashboard' ? run.dashboards : run.queries).get(object_id)
  if (id === undefined)
    return refused(
      object_type === 'dashboard' ? i18n._('its dashboard is not in the file.') : i18n._('its query is not in the file.'),
    )
  const recipient = recipientOf(run, sent)
  if (recipient === null) return refused(i18n._('its recipient is not here.'))
  const { user_id, destination } = recipient
  if (destination !== null && types.get(destination.type)?.report === undefined)
    return refused(i18n._('destinations of the type {type} cannot receive reports.', { type: destination.type }))
  const times = timesOf(run, sent)
  if (typeof times === 'string') return refused(times)
  const { schedule, next } = times
  const object = object_type === 'dashboard' ? { dashboard_id: id } : { query_id: id }
  const attach_pdf = object_type === 'dashboard' && sent.attach_pdf === true
  const recipients = { user_id, destination_id: destination?.id ?? null }
  const row = { ...object, ...recipients, attach_pdf, schedule, due_at: next, next_try_at: next }
  return { row, problem: null }
}

/** The schedule and its next time; a sentence if the schedule is invalid or has ended. */
function timesOf({ services }: ImportRun, sent: TransferItem<'subscriptions'>): { schedule: Schedule; next: Date } | string {
  const now = services.now()
  try {
    const schedule = reportSchedule(sent.schedule, now)
    const next = nextReport(schedule, now)
    return next === null ? i18n._('its schedule has ended.') : { schedule, next }
  } catch (error) {
    if (error instanceof RangeError) return error.message
    throw error
  }
}
