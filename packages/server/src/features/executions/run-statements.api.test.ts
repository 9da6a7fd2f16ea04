import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildDataSource } from '../../testing/builders.ts'
import type { Ran } from '../../testing/runs.ts'
import { ADMIN, type Browser, startTestServer, type TestServer } from '../../testing/server.ts'
import * as apiKeys from '../api-keys/store.ts'
import { apiKeys as keyTable } from '../api-keys/tables.ts'
import { findRunnable } from '../data-sources/service.ts'
import { readSettings } from '../settings/service.ts'
import { organizationLogos } from '../settings/tables.ts'
import * as users from '../users/service.ts'

// PostgreSQL names one snapshot for all tables, so these are the statements of the embedded database.
describe.skipIf(process.env.SIGHTLINE_TEST_DATABASE === 'postgres')('the statements of a run', () => {
  let server: TestServer
  let browser: Browser
  let source: number
  beforeAll(async () => {
    server = await startTestServer()
    browser = await server.signIn(ADMIN.email, ADMIN.password)
    source = (await buildDataSource(server)).id
  })
  afterAll(() => server.close())

  const client = () => (server.services.db as unknown as { $client: Pick<PGlite, 'query'> }).$client

  /** The statements of an action, with their values, and of what the server does besides. */
  async function statementsOf(act: () => Promise<unknown>): Promise<[text: string, values?: unknown[]][]> {
    const query = vi.spyOn(client(), 'query')
    await act()
    const statements = query.mock.calls.map(([text, values]): [string, unknown[]?] => [text, values])
    query.mockRestore()
    return statements
  }

  it('do not read who calls, the data source and the settings again for each run (OPEN-531)', async () => {
    const run = async () => {
      const body = { data_source_id: source, query: 'select 1 as one', max_age: 0, wait: 20_000 }
      expect((await browser.post<Ran>('/api/query_results', body)).body.window).toMatchObject({ rows: [[1]] })
    }
    await run()
    const reads: string[][] = []
    // The heartbeat of the worker, which removes rows, falls into at most one of them.
    for (let time = 1; time <= 3; time++) {
      const texts = (await statementsOf(run)).map(([text]) => text)
      expect(texts.some((text) => text.startsWith('insert into "executions"'))).toBe(true)
      reads.push(texts.filter((text) => /\bfrom "?(?:sessions|data_sources|organizations)\b/.test(text)))
    }
    expect(reads).toContainEqual([])
  })

  it('read them again after a change of any table that they are read from (OPEN-531)', async () => {
    const { services } = server
    const { db } = services
    await db.insert(organizationLogos).values({ organization_id: 1, hash: 'x', type: 'image/png', bytes: Buffer.from('x') })
    const about = {
      user_id: server.admin.id,
      name: 'Key',
      scopes: [],
      ending: '1234',
      created_at: new Date(),
      expires_at: null,
    }
    await db.insert(keyTable).values({ ...about, hash: 'hash' })
    const reads = {
      session: () => users.callerBySession(services, browser.cookies.value('session') ?? ''),
      user: () => users.findByKey(services, server.admin.apiKey),
      key: () => apiKeys.findByHash(db, 'hash'),
      source: () => findRunnable(services, source),
      settings: () => readSettings(services),
    }
    const found: Record<string, string[]> = {}
    for (const [name, read] of Object.entries(reads)) {
      await db.transaction(async () => {})
      const [[text, values] = ['']] = await statementsOf(read)
      expect(await statementsOf(read)).toEqual([])
      found[name] = await tablesIn(text, values)
      for (const table of found[name]) {
        const column = await firstColumn(table)
        await db.execute(sql.raw(`update "${table}" set "${column}" = "${column}"`))
        expect([name, table, (await statementsOf(read)).map(([again]) => again)]).toEqual([name, table, [text]])
      }
    }
    expect(found).toEqual({
      session: ['groups', 'sessions', 'users'],
      user: ['groups', 'users'],
      key: ['api_keys'],
      source: ['data_source_groups', 'data_sources'],
      settings: ['organization_logos', 'organizations'],
    })
  })

  /** The tables that the database reads for a statement. */
  async function tablesIn(text: string, values: unknown[] | undefined): Promise<string[]> {
    const { rows } = await client().query(`explain (format json) ${text}`, values)
    const names = JSON.stringify(rows).matchAll(/"Relation Name":"(\w+)"/g)
    return [...new Set([...names].map(([, name = '']) => name))].toSorted()
  }

  async function firstColumn(table: string): Promise<string> {
    const { rows } = await client().query<{ name: string }>(
      'select column_name as name from information_schema.columns where table_name = $1 and ordinal_position = 1',
      [table],
    )
    return rows[0]?.name ?? ''
  }
})
