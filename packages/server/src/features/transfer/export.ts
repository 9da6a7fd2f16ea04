import { EXPORT_FORMAT, EXPORT_VERSION, type TransferKind } from '@sightline/contract/transfer.ts'
import type { Services } from '../../platform/context.ts'
import { configurationSchema } from '../../platform/type-options.ts'
import { runners } from '../../runners/registry.ts'
import { readableOptions } from '../data-sources/resolve-options.ts'
import * as store from './export.store.ts'

/** So that no more than these are in memory at a time. */
const ROWS_AT_ONCE = 500

type Source = Pick<Services, 'db' | 'config' | 'now'>
type Item = Record<string, unknown> & { id: number }

/**
 * Everything that people have made, as the text of a JSON file, piece by piece. It holds no secret: no passwords and keys of
 * users, no keys of queries and dashboards, no secret options of data sources.
 */
export async function* exportText(source: Source): AsyncGenerator<string> {
  const head = { format: EXPORT_FORMAT, version: EXPORT_VERSION, exported_at: source.now().toISOString() }
  yield JSON.stringify(head).slice(0, -1)
  for (const [kind, read] of Object.entries(readers(source))) {
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

const readers = (source: Source): Record<TransferKind, Read> => ({
  groups: (id, limit) => store.groupsAfter(source.db, id, limit),
  users: async (id, limit) => {
    const rows = await store.usersAfter(source.db, id, limit)
    return rows.map(({ disabled_at, ...user }) => ({ ...user, is_disabled: disabled_at !== null }))
  },
  data_sources: async (id, limit) => {
    const rows = await store.dataSourcesAfter(source.db, id, limit)
    return rows.map(({ encrypted_options, shares, ...row }) => ({
      ...row,
      options: openOptions(source, row.type, encrypted_options),
      groups: Object.fromEntries(shares.map((share) => [share.group_id, share.view_only])),
    }))
  },
  queries: (id, limit) => store.queriesAfter(source.db, id, limit),
  dashboards: (id, limit) => store.dashboardsAfter(source.db, id, limit),
  alerts: (id, limit) => store.alertsAfter(source.db, id, limit),
  query_snippets: (id, limit) => store.snippetsAfter(source.db, id, limit),
})

/** The options that the form of the type knows and that are no secret; none of a type that is not known here. */
function openOptions(source: Source, type: string, encrypted_options: string): Record<string, unknown> {
  const runner = runners.get(type)
  if (!runner) return {}
  const { properties, secret } = configurationSchema(runner.config)
  const options = Object.entries(readableOptions(source, { encrypted_options }))
  return Object.fromEntries(options.filter(([name]) => name in properties && !secret.includes(name)))
}
