import type { Thing } from './file.ts'
import * as store from './import.store.ts'
import { type Importing, ownerOf, recipientOf } from './import-state.ts'

/** Alerts are the same when they have the same name and watch the same query. New ones know nothing yet. */
export async function importAlerts(run: Importing, alerts: Thing<'alerts'>[]): Promise<void> {
  for (const alert of alerts) {
    const query_id = run.queries.get(alert.query_id ?? alert.query?.id ?? 0)
    if (query_id === undefined) {
      run.notes.push(`Alert "${alert.name}" is left out: its query is not in the file.`)
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

async function importRecipients(run: Importing, alert: Thing<'alerts'>, alert_id: number): Promise<void> {
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
    const subscriptions =
      missing === 1 ? '1 subscription, whose recipient is' : `${missing} subscriptions, whose recipients are`
    run.notes.push(`Alert "${alert.name}" comes without ${subscriptions} not here.`)
  }
}
