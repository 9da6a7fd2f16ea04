import { globSync, readFileSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as apiKeys from './features/api-keys/store.ts'
import * as comments from './features/comments/store.ts'
import * as dashboards from './features/dashboards/store.ts'
import { widgetsOf } from './features/dashboards/widgets.store.ts'
import * as dataSources from './features/data-sources/store.ts'
import * as executions from './features/executions/store.ts'
import * as queries from './features/queries/store.ts'
import * as session from './features/session/store.ts'
import { readSettings } from './features/settings/service.ts'
import * as settings from './features/settings/store.ts'
import { callerBySession } from './features/users/sessions.ts'
import * as users from './features/users/store.ts'
import type { Services } from './platform/context.ts'
import type { EmbeddedDatabase } from './platform/db/database.ts'
import type { Db } from './platform/db/db.ts'
import { withPreparedStatements } from './platform/db/embedded-statements.ts'
import { setSnapshotReader } from './platform/db/snapshot-cache.ts'
import { openFromTemplate } from './testing/database.ts'

/** Each read that is cached until one of its tables changes. */
const reads: Record<string, (db: Db) => Promise<unknown>> = {
  'api-keys/store.ts findByHash': (db) => apiKeys.findByHash(db, 'hash'),
  'comments/store.ts openCounts': (db) => comments.openCounts(db, 1),
  'dashboards/store.ts findById': (db) => dashboards.findById(db, 1, 1),
  'dashboards/store.ts findBySlug': (db) => dashboards.findBySlug(db, 'slug', 1),
  'dashboards/store.ts findByToken': (db) => dashboards.findByToken(db, 'token'),
  'dashboards/widgets.store.ts widgetsOf': (db) => widgetsOf(db, 1),
  'data-sources/store.ts find': (db) => dataSources.find(db, 1),
  'executions/store.ts resultsOf': (db) => executions.resultsByHash(db, 1, 'hash'),
  'executions/store.ts findResult': (db) => executions.findResult(db, 1),
  'queries/store.ts find': (db) => queries.find(db, 1, 1),
  'session/store.ts findDashboardByToken': (db) => session.findDashboardByToken(db, 'token'),
  'settings/service.ts validSettings': (db) => readSettings({ db }),
  'settings/store.ts findOrganization': (db) => settings.findOrganization(db),
  'users/sessions.ts readSession': (db) => callerBySession({ db, now: () => new Date() } as Services, 'token'),
  'users/store.ts findByKey': (db) => users.findByKey(db, 'key'),
}

type Statement = [text: string, values: unknown[] | undefined]

let database: EmbeddedDatabase
let db: Db
let statements: Statement[] = []

beforeAll(async () => {
  database = await openFromTemplate()
  // The next client gives its prepared statements the same names.
  await database.pglite.exec('deallocate all')
  const { client, changes } = withPreparedStatements(database.pglite)
  const query: typeof client.query = (text, values, options) => {
    statements.push([text, values])
    return client.query(text, values, options)
  }
  db = drizzle({ client: { ...client, query } as PGlite })
  setSnapshotReader(db, (tables) => String(changes(tables)))
})
afterAll(() => database.close())

/** Runs a read. @returns its statements; none if its rows are cached */
async function statementsOf(read: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  statements = []
  await read(db)
  return statements
}

/** Runs a statement that changes no row, but does not say so. */
const change = (statement: string) => db.execute(`with changed as (${statement} returning 1) select 1`)

/** The tables that the database reads for a statement. */
async function tablesIn([text, values]: Statement): Promise<string[]> {
  const { rows } = await database.pglite.query(`explain (format json) ${text}`, values)
  return [...JSON.stringify(rows).matchAll(/"Relation Name":"(\w+)"/g)].map(([, name = '']) => name)
}

async function firstColumn(table: string): Promise<string> {
  const { rows } = await database.pglite.query<{ name: string }>(
    'select column_name as name from information_schema.columns where table_name = $1 and ordinal_position = 1',
    [table],
  )
  return rows[0]?.name ?? ''
}

it.each(Object.entries(reads))(
  '%s reads again after a change of one of its tables, and of no other (OPEN-531)',
  async (_, read) => {
    // Another read may have cached rows that this one shares.
    await change('delete from "events"')
    const [statement, ...more] = await statementsOf(read)
    if (statement === undefined) throw new Error('It asks nothing.')
    expect(more).toEqual([])
    const tables = new Set(await tablesIn(statement))
    expect(tables).not.toEqual(new Set())
    for (const table of tables) {
      expect(await statementsOf(read)).toEqual([])
      const column = await firstColumn(table)
      await change(`update "${table}" set "${column}" = "${column}"`)
      expect([table, await statementsOf(read)]).toEqual([table, [statement]])
    }
    await change('update "events" set "action" = "action"')
    expect(await statementsOf(read)).toEqual([])
  },
)

it('checks each cached read', () => {
  const found = globSync('features/**/*.ts', { cwd: import.meta.dirname }).flatMap((path) => {
    const source = readFileSync(new URL(path, import.meta.url), 'utf8')
    return [...source.matchAll(/^(?:export )?const (\w+) = snapshotCached\b/gm)].map(
      ([, name]) => `${path.slice('features/'.length)} ${name}`,
    )
  })
  expect(found.toSorted()).toEqual(Object.keys(reads).toSorted())
})
