import { EXPORT_FORMAT, EXPORT_VERSION, type TransferKind } from '@sightline/contract/transfer.ts'
import type { z } from 'zod'
import { destinations } from '../../destinations/registry.ts'
import type { Services } from '../../platform/context.ts'
import { configurationSchema, maskSecrets } from '../../platform/type-options.ts'
import { runners } from '../../runners/registry.ts'
import { readableOptions } from '../data-sources/service.ts'
import { readableOptions as destinationOptions } from '../destinations/service.ts'
import * as store from './export.store.ts'

/** Limits the rows in memory. */
const ROWS_AT_ONCE = 500

type ExportServices = Pick<Services, 'db' | 'config' | 'now'>
/** Which of the widgets of a dashboard have rows, and therefore comments, that the exporter may see. */
export type ReadableWidgets = (dashboardId: number, widgetIds: ReadonlySet<number>) => Promise<ReadonlySet<number>>
type Item = Record<string, unknown> & { id: number }

/**
 * All content as chunks of a JSON file. It contains no secrets: no passwords and API keys, no keys of queries and dashboards,
 * and only placeholders for secret options of data sources and destinations.
 * @param readable the widgets whose comments are exported
 */
export async function* exportText(source: ExportServices, readable: ReadableWidgets): AsyncGenerator<string> {
  const head = { format: EXPORT_FORMAT, version: EXPORT_VERSION, exported_at: source.now().toISOString() }
  yield JSON.stringify(head).slice(0, -1)
  for (const [kind, read] of Object.entries(readers(source, readable))) {
    yield `,\n"${kind}": [`
    let isFirst = true
    for await (const items of pagesOf(read)) {
      yield (isFirst ? '' : ',') + items.map((item) => `\n${JSON.stringify(item)}`).join(',')
      isFirst = false
    }
    yield ']'
  }
  yield '}\n'
}

type Read = (afterId: number, limit: number) => Promise<Item[]>

async function* pagesOf(read: Read): AsyncGenerator<Item[]> {
  for (let last = 0; ; ) {
    const items = await read(last, ROWS_AT_ONCE)
    if (items.length > 0) yield items
    if (items.length < ROWS_AT_ONCE) return
    last = items.at(-1)?.id ?? last
  }
}

const readers = (source: ExportServices, readable: ReadableWidgets): Record<TransferKind, Read> => ({
  groups: (id, limit) => store.groupsAfter(source.db, id, limit),
  users: async (id, limit) => {
    const rows = await store.usersAfter(source.db, id, limit)
    return rows.map(({ disabled_at, ...user }) => ({ ...user, is_disabled: disabled_at !== null }))
  },
  data_sources: async (id, limit) => {
    const rows = await store.dataSourcesAfter(source.db, id, limit)
    return rows.map(({ encrypted_options, shares, ...row }) => ({
      ...row,
      options: openOptions(runners.get(row.type), readableOptions(source, { id: row.id, encrypted_options })),
      groups: Object.fromEntries(shares.map((share) => [share.group_id, share.view_only])),
    }))
  },
  destinations: async (id, limit) => {
    const rows = await store.destinationsAfter(source.db, id, limit)
    return rows.map(({ encrypted_options, ...row }) => ({
      ...row,
      options: openOptions(destinations.get(row.type), destinationOptions(source, { id: row.id, encrypted_options })),
    }))
  },
  queries: (id, limit) => store.queriesAfter(source.db, id, limit),
  dashboards: async (id, limit) => {
    const rows = await store.dashboardsAfter(source.db, id, limit)
    return Promise.all(rows.map((row) => withComments(source, row, readable)))
  },
  alerts: (id, limit) => store.alertsAfter(source.db, id, limit),
  subscriptions: async (id, limit) => {
    const rows = await store.subscriptionsAfter(source.db, id, limit)
    return rows.map(({ dashboard_id, query_id, ...row }) => ({
      ...row,
      object_type: dashboard_id === null ? 'query' : 'dashboard',
      object_id: dashboard_id ?? query_id,
    }))
  },
  query_snippets: (id, limit) => store.snippetsAfter(source.db, id, limit),
})

type Dashboard = Awaited<ReturnType<typeof store.dashboardsAfter>>[number]

/** A dashboard with the comments on those of its widgets whose rows the exporter may see. */
async function withComments({ db }: ExportServices, dashboard: Dashboard, readable: ReadableWidgets) {
  const ids = new Set(dashboard.widgets.map(({ id }) => id))
  const threadsOf = await store.threadsOfWidgets(db, [...(await readable(dashboard.id, ids))])
  return { ...dashboard, widgets: dashboard.widgets.map((widget) => ({ ...widget, comment_threads: threadsOf(widget.id) })) }
}

/** The options in the schema of the type, with placeholders for secrets; none for an unknown type. */
function openOptions(type: { config: z.ZodObject } | undefined, stored: Record<string, unknown>): Record<string, unknown> {
  if (type === undefined) return {}
  const { properties } = configurationSchema(type.config)
  return maskSecrets(type.config, Object.fromEntries(Object.entries(stored).filter(([name]) => name in properties)))
}
