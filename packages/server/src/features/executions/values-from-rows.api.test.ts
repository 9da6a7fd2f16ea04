import { JobStatus } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runners } from '../../runners/registry.ts'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { clientOf, type TestClient } from '../../testing/client.ts'
import { never } from '../../testing/never.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { find } from '../queries/service.ts'
import { textOfScheduledRun } from './schedules/scheduled-text.ts'

const LEAK = "x' union all select 'LEAKED: ' || current_setting('TimeZone'), 1 -- "
const NAMES = [
  "O'Brien",
  LEAK,
  "\\'",
  '"quoted" ‘so’',
  "'; drop table people; --",
  '/* a */',
  '$$',
  'two\nlines',
  '{{ p }}',
  '',
]
/** An SQL string literal, without template tags. */
const literal = (text: string) => `'${text.replaceAll("'", "''").replaceAll('{{', "{' || '{")}'`
const PEOPLE = `(values ${NAMES.map((name) => `(${literal(name)})`).join(', ')}) people(name)`

let server: TestServer
let ada: Person
let source: number
/** Its rows are the options of the dropdowns. */
let people: Query

beforeAll(async () => {
  server = await startTestServer()
  ada = await server.person({ name: 'Ada' })
  source = (await buildDataSource(server)).id
  people = await buildQuery(ada, { query: `select name as value from ${PEOPLE}`, data_source_id: source })
  await ada.post(`/api/queries/${people.id}/results`, { parameters: {}, max_age: 0, wait: 20_000 })
})
afterAll(() => server.close())

const dropdown = (more: object = {}) => ({ name: 'p', type: 'query', queryId: people.id, ...more })
const QUOTED = `select name as who, 1 as n from ${PEOPLE} where name = '{{ p }}'`
const BARE = `select name as who, 1 as n from ${PEOPLE} where name = {{ p }}`

const build = (query: string, definition: object = dropdown(), to = source) =>
  buildQuery(ada, { query, options: { parameters: [definition] }, data_source_id: to })
const run = (client: TestClient, { id }: { id: number }, p: unknown) =>
  client.post(`/api/queries/${id}/results`, { parameters: { p }, max_age: 0, wait: 20_000 })
/** The holder of a key gets the whole result when it is done. */
async function rowsFor(client: TestClient, query: Query, p: string) {
  await run(client, query, p)
  const { status, body } = await client.post<{ query_result: { data: { rows: unknown[] } } }>(
    `/api/queries/${query.id}/results`,
    {
      parameters: { p },
      max_age: -1,
    },
  )
  return { status, rows: body.query_result?.data.rows }
}
const refused = (message: string) => ({ status: 400, body: { job: { status: JobStatus.failed, error: message } } })
const NEEDS_QUOTES = 'The value of parameter p is not a number, a date or a plain word: put quotes around {{ p }} in the query.'

describe('a value that was chosen from the rows of a query', () => {
  it('is treated as data for an anonymous caller with the token of a dashboard, whatever it contains (PARAM-43)', async () => {
    const query = await build(QUOTED)
    expect(query.is_safe).toBe(true)
    const { body: dashboard } = await ada.post<{ id: number }>('/api/dashboards', { name: 'Shared' })
    const [table] = query.visualizations
    await ada.post('/api/widgets', { dashboard_id: dashboard.id, visualization_id: table?.id, text: '' })
    const { body: share } = await ada.post<{ api_key: string }>(`/api/dashboards/${dashboard.id}/share`)
    const visitor = clientOf(server.url, () => ({ authorization: `Key ${share.api_key}` }))
    for (const name of NAMES)
      expect(await rowsFor(visitor, query, name), name).toEqual({ status: 200, rows: [{ who: name, n: 1 }] })
  })

  it('is refused in one sentence for everyone if it is not within quotes (PARAM-43)', async () => {
    const query = await build(BARE)
    const key = clientOf(server.url, () => ({ authorization: `Key ${query.api_key}` }))
    for (const client of [ada, key]) expect(await run(client, query, "O'Brien")).toMatchObject(refused(NEEDS_QUOTES))
    expect(await run(ada, query, LEAK)).toMatchObject(refused(NEEDS_QUOTES))
  })

  it('is treated as data for view-only users', async () => {
    const group = await buildGroup(server)
    const viewed = await buildDataSource(server, { groups: { [group]: true } })
    const member = await server.person({ groups: [group] })
    const query = await buildQuery(server.admin, {
      query: QUOTED,
      options: { parameters: [dropdown()] },
      data_source_id: viewed.id,
    })
    expect(await run(member, query, LEAK)).toMatchObject({ status: 200, body: { window: { rows: [[LEAK, 1]] } } })
  })

  it('is escaped within the quotes that are put around each of several values', async () => {
    const quote = { prefix: "'", suffix: "'", separator: ',' }
    const query = await build(
      `select name from ${PEOPLE} where name in ({{ p }}) order by 1`,
      dropdown({ multiValuesOptions: quote }),
    )
    const chosen = ["O'Brien", LEAK, '$$']
    expect(await run(ada, query, chosen)).toMatchObject({ status: 200, body: { window: { total: 3 } } })
  })

  it('is treated as data in unsaved text that comes with its definition', async () => {
    const send = (query: string, definitions: object[]) =>
      ada.post('/api/query_results', {
        query,
        data_source_id: source,
        parameters: { p: LEAK },
        parameter_definitions: definitions,
        max_age: 0,
        wait: 20_000,
      })
    expect(await send(QUOTED, [dropdown()])).toMatchObject({ status: 200, body: { window: { rows: [[LEAK, 1]] } } })
    expect(await send(BARE, [dropdown()])).toMatchObject(refused(NEEDS_QUOTES))
    const alone = await ada.post('/api/query_results', {
      query: QUOTED,
      data_source_id: source,
      parameters: { p: "O'Brien" },
      max_age: 0,
      wait: 20_000,
    })
    expect(alone).toMatchObject({ status: 200, body: { window: { rows: [["O'Brien", 1]] } } })
  })

  it('is treated as data when a query is refreshed with a value in the URL', async () => {
    const bare = await build(BARE)
    const address = `?p_p=${encodeURIComponent(LEAK)}`
    expect(await ada.post(`/api/queries/${bare.id}/refresh${address}`)).toMatchObject(refused(NEEDS_QUOTES))
    const quoted = await build(QUOTED)
    expect((await ada.post(`/api/queries/${quoted.id}/refresh${address}`)).status).toBe(200)
    const result = await ada.post(`/api/queries/${quoted.id}/results`, { parameters: { p: LEAK }, wait: 20_000 })
    expect(result).toMatchObject({ body: { window: { rows: [[LEAK, 1]] } } })
  })

  it('links its query to the result of a run with its stored value', async () => {
    const query = await build(QUOTED, dropdown({ value: "O'Brien" }))
    await run(ada, query, "O'Brien")
    const { body } = await ada.get<Query>(`/api/queries/${query.id}`)
    expect(body.latest_query_data_id).toEqual(expect.any(Number))
  })

  it('is treated as data in a scheduled run, which is skipped with that sentence if quotes are missing', async () => {
    const runner = runners.get('duckdb')
    if (!runner) throw new Error('There is no DuckDB.')
    const textOf = async (text: string) => {
      const row = await find(server.services, (await build(text, dropdown({ value: "O'Brien" }))).id)
      if (!row) throw new Error('There is no such query.')
      return (await textOfScheduledRun(server.services, row.query, runner, never)).text
    }
    expect(await textOf("select '{{ p }}'")).toBe("select 'O''Brien'")
    await expect(textOf('select {{ p }}')).rejects.toThrow(`of invalid parameters: ${NEEDS_QUOTES}`)
  })
})

describe('a value from rows in queries on results of queries', () => {
  it('is treated as data in both queries, and is URL-encoded among the values of a referenced query', async () => {
    const { id: results } = await buildDataSource(server, { type: 'results', options: {} })
    const inner = await build(QUOTED)
    const outer = await build(`select who from param_query_${inner.id}_{p={{ p }}} where who = '{{ p }}'`, dropdown(), results)
    for (const name of ["O'Brien", LEAK, '$$'])
      expect(await run(ada, outer, name), name).toMatchObject({ status: 200, body: { window: { rows: [[name]] } } })
  })

  it('makes the run fail with that sentence if the inner query has no quotes', async () => {
    const { id: results } = await buildDataSource(server, { type: 'results', options: {} })
    const inner = await build(BARE, dropdown({ value: "O'Brien" }))
    const outer = await buildQuery(ada, { query: `select * from query_${inner.id}`, data_source_id: results })
    const { body } = await ada.post<{ job: { error: string } }>(`/api/queries/${outer.id}/results`, {
      parameters: {},
      max_age: 0,
      wait: 20_000,
    })
    expect(body.job.error).toContain(NEEDS_QUOTES)
  })
})
