import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildDataSource } from '../../testing/builders.ts'
import type { Ran } from '../../testing/runs.ts'
import { ADMIN, type Browser, startTestServer, type TestServer } from '../../testing/server.ts'

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
})
