import { JobStatus } from '@sightline/contract/executions.ts'
import type { OwnRun } from '@sightline/contract/query-history.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { dataSources } from '../data-sources/tables.ts'

let server: TestServer
let group: number
let source: number
beforeAll(async () => {
  server = await startTestServer()
  group = await buildGroup(server)
  source = (await buildDataSource(server, { name: 'Shop', groups: { [group]: false } })).id
})
afterAll(() => server.close())

const person = (name: string) => server.person({ name, groups: [group] })
const runsOf = async (who: Person, filters = '') =>
  (await who.get<{ count: number; results: OwnRun[] }>(`/api/run_history${filters}`)).body
const texts = async (who: Person, filters = '') => (await runsOf(who, filters)).results.map(({ text }) => text)
const run = (who: Person, query: string) =>
  who.post('/api/query_results', { data_source_id: source, query, max_age: 0, wait: 20_000, parameters: {} })

describe('the run history of a user', () => {
  it('has their own runs of queries and of texts, with source, duration, rows, status and result, newest first (OPEN-235)', async () => {
    const ada = await person('Ada')
    const query = await buildQuery(ada, { data_source_id: source, name: 'Rows', query: 'select {{ n }} as n' })
    await ada.post(`/api/queries/${query.id}/results`, { max_age: 0, wait: 20_000, parameters: { n: 42 } })
    await run(ada, 'select broken from nowhere')
    const { count, results } = await runsOf(ada)
    expect(count).toBe(2)
    expect(results).toMatchObject([
      {
        text: 'select broken from nowhere',
        query: null,
        parameters: null,
        status: JobStatus.failed,
        result_id: null,
        rows: null,
        error: expect.stringMatching(/nowhere/),
      },
      {
        text: 'select 42 as n',
        query: { id: query.id, name: 'Rows', parameters: [] },
        parameters: { n: 42 },
        data_source: { id: source, name: 'Shop' },
        status: JobStatus.done,
        rows: 1,
        runtime: expect.any(Number),
        result_id: expect.any(Number),
        error: '',
      },
    ])
  })

  it('has the values of a run beside its text, which has texts that are passed as values, too (OPEN-792)', async () => {
    const ada = await person('Ada')
    const parameters = [{ name: 'part', title: 'Part', type: 'text', passAsValue: true }]
    const query = await buildQuery(ada, {
      data_source_id: source,
      query: "select 1 as n where 'Zurich' like '%{{ part }}%'",
      options: { parameters },
    })
    await ada.post(`/api/queries/${query.id}/results`, { max_age: 0, wait: 20_000, parameters: { part: 'uri' } })
    expect((await runsOf(ada)).results).toMatchObject([
      { text: "select 1 as n where 'Zurich' like '%uri%'", parameters: { part: 'uri' }, query: { parameters } },
    ])
  })

  it('names the query and the values with which the user joined the run of another one (OPEN-792)', async () => {
    const [ada, bob] = [await person('Ada'), await person('Bob')]
    const busy = (await buildDataSource(server, { groups: { [group]: false } })).id
    await server.services.db.update(dataSources).set({ concurrency: 0 }).where(eq(dataSources.id, busy))
    const asking = (name: string) =>
      buildQuery(ada, {
        data_source_id: busy,
        name,
        query: `select '{{ ${name} }}' as asked`,
        options: { parameters: [{ name, type: 'text' }] },
      })
    const [first, second] = [await asking('p'), await asking('q')]
    await ada.post(`/api/queries/${first.id}/results`, { max_age: 0, parameters: { p: 'a' } })
    await bob.post(`/api/queries/${second.id}/results`, { max_age: 0, parameters: { q: 'a' } })
    expect((await runsOf(ada)).results).toMatchObject([{ query: { id: first.id }, parameters: { p: 'a' } }])
    expect((await runsOf(bob)).results).toMatchObject([{ query: { id: second.id }, parameters: { q: 'a' } }])
  })

  it('never has the runs of others, not even for admins (OPEN-235)', async () => {
    const [ada, bob] = [await person('Ada'), await person('Bob')]
    await run(ada, "select 'of ada' as a")
    expect(await texts(ada)).toEqual(["select 'of ada' as a"])
    expect(await texts(bob)).toEqual([])
    expect(await texts(server.admin)).toEqual([])
  })

  it('is filtered by text, data source and status, and paged (OPEN-235)', async () => {
    const ada = await person('Ada')
    await run(ada, 'select 100 as "a%b"')
    await run(ada, 'select 1 as plain')
    await run(ada, 'select x from missing')
    expect(await texts(ada, `?q=${encodeURIComponent('A%B')}`)).toEqual(['select 100 as "a%b"'])
    expect(await texts(ada, '?q=%25')).toHaveLength(1)
    expect(await texts(ada, '?status=failed')).toEqual(['select x from missing'])
    expect(await texts(ada, '?status=running')).toEqual([])
    expect(await texts(ada, `?data_source_id=${source}`)).toHaveLength(3)
    expect(await texts(ada, '?data_source_id=99999')).toEqual([])
    expect(await texts(ada, '?page=2&page_size=2')).toEqual(['select 100 as "a%b"'])
    expect((await ada.get('/api/run_history?status=odd')).status).toBe(400)
  })

  it('leaves out texts, results, errors and names of a data source that the user may no longer see (OPEN-235)', async () => {
    const ada = await person('Ada')
    const query = await buildQuery(ada, { data_source_id: source, name: 'Mine', query: "select '{{ g }}' as g" })
    await ada.post(`/api/queries/${query.id}/results`, { max_age: 0, wait: 20_000, parameters: { g: 'gone' } })
    await run(ada, 'select y from missing')
    await server.admin.delete(`/api/groups/${group}/data_sources/${source}`)
    for (const result of (await runsOf(ada)).results)
      expect(result).toMatchObject({
        text: null,
        result_id: null,
        rows: null,
        error: '',
        parameters: null,
        data_source: null,
        query: null,
      })
    expect((await runsOf(ada, '?q=missing')).count).toBe(0)
    await server.admin.post(`/api/groups/${group}/data_sources`, { data_source_id: source })
    expect((await runsOf(ada)).results[1]).toMatchObject({ result_id: expect.any(Number), query: { name: 'Mine' } })
  })
})
