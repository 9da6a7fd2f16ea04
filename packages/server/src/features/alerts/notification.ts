import type { Cell } from '@sightline/contract/results.ts'
import { failingSubject, failingText } from '@sightline/domain/alerts/finding.ts'
import { TEMPLATE_ROWS } from '@sightline/domain/alerts/options.ts'
import {
  type AlertFacts,
  renderDescription,
  renderSubject,
  subjectOf,
  templateOf,
  variables,
} from '@sightline/domain/alerts/templates.ts'
import { TemplateError } from '@sightline/domain/mustache.ts'
import type { Notification } from '../../destinations/destination.ts'
import type { Services } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { siteUrl } from '../../platform/http/site.ts'
import { wireTime, wireTimeOrNull } from '../../platform/wire-time.ts'
import { presentColumn } from '../executions/present.ts'
import { type ChartImage, renderChartImage } from '../executions/service.ts'
import { readFormats } from '../settings/service.ts'
import { type DeliveryRow, firstChart } from './deliveries.store.ts'
import { alertEmail } from './email.ts'
import { firstRows } from './result-values.ts'

/**
 * Builds the notification about an event: the alert with its state at that time, and its rendered templates.
 * @param hasChart whether the mail includes the chart of the query; only mails need it
 */
export async function notificationOf(services: Services, row: DeliveryRow, hasChart: boolean): Promise<Notification> {
  const { alert, event, query, result, delivery } = row
  const baseUrl = siteUrl(services.config)
  const links = { alert: `${baseUrl}alerts/${alert.id}`, query: `${baseUrl}queries/${query.id}` }
  const columns = result?.columns.map(presentColumn) ?? []
  const rows = await rowsOf(services, row)
  // Nothing is known about the value while the query fails, so that services without a word for it do not say that all is well.
  const state = event.health === 'failing' ? 'unknown' : event.state
  const facts = {
    alert: { ...alert, state },
    query,
    links,
    columns,
    rows,
    rowCount: result?.row_count ?? 0,
  } satisfies AlertFacts
  const names = variables(facts)
  // Custom templates are written for a value, which a failing query does not have.
  const [subject, body] =
    event.health === 'failing'
      ? [failingSubject(alert.name), failingText()]
      : [
          rendered(subjectOf(alert.options), (template) => renderSubject(template, names)),
          rendered(templateOf(alert.options), (template) => renderDescription(template, names)),
        ]
  return {
    key: delivery.deduplication_key,
    alert: {
      id: alert.id,
      name: alert.name,
      state,
      health: event.health,
      options: alert.options,
      rearm: alert.rearm,
      query_id: alert.query_id,
      user_id: alert.user_id,
      last_triggered_at: wireTimeOrNull(alert.last_triggered_at),
      created_at: wireTime(alert.created_at),
      updated_at: wireTime(alert.updated_at),
    },
    query: { id: query.id, name: query.name, query: query.query },
    subject,
    body,
    email: alertEmail({
      ...facts,
      event: { ...event, value: event.value[0] },
      subject,
      body,
      formats: await readFormats(services),
      total: result?.row_count ?? 0,
      chart: hasChart ? await chartOf(services, row) : null,
    }),
    baseUrl,
    links,
    metadata: metadataOf(row),
  }
}

/** An alert is about one query, and its mail goes to people who may not see others. */
const readNoOther = async () => ({ kind: 'none' as const, reason: 'mails of alerts do not read it' })

/** The first chart of the query, rendered from the checked result; null if there is none. */
async function chartOf(services: Services, { query, result }: DeliveryRow): Promise<ChartImage | null> {
  if (result === null) return null
  const chart = await firstChart(services.db, query.id)
  if (chart === undefined) return null
  const { timeZone } = await readFormats(services)
  return renderChartImage(services, result, chart, { filters: [], timeZone, readOther: readNoOther, places: [] })
}

/** The first rows of the result; none if it no longer exists. */
async function rowsOf(services: Services, { result }: DeliveryRow): Promise<Cell[][]> {
  if (result === null) return []
  try {
    return await firstRows(services, result, TEMPLATE_ROWS)
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

/** Returns null for a template that no longer renders: the notification is sent without it. */
function rendered(template: string | null, render: (template: string) => string): string | null {
  try {
    return template === null ? null : render(template)
  } catch (error) {
    if (error instanceof TemplateError) return null
    throw error
  }
}

/** The same keys as in the comment that is added to queries sent to data sources. */
function metadataOf({ run, query }: DeliveryRow): Notification['metadata'] {
  if (run === null) return {}
  return {
    Username: run.username ?? `ApiKey: Query ${query.id}`,
    query_id: query.id,
    Queue: 'queries',
    'Job ID': run.id,
    'Query Hash': run.query_hash,
    Scheduled: run.scheduled,
  }
}
