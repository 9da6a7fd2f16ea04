import { type Job, JobStatus } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { ResultGroups } from '@sightline/contract/result-groups.ts'
import type { BriefProfiles, ColumnProfile } from '@sightline/contract/result-profiles.ts'
import type { DistinctValues, ResultColumns, ResultWindow } from '@sightline/contract/results.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../../testing/builders.ts'
import { clientOf, type TestClient } from '../../../testing/client.ts'
import { type Person, startTestServer, type TestServer } from '../../../testing/server.ts'
import { users } from '../../users/tables.ts'
import { executions } from '../tables.ts'

const REGION = { name: 'region', type: 'enum', enumOptions: 'north\nsouth', value: 'north' }
/** 300 rows: more than the first window has. */
const BY_REGION = "select '{{region}}' as region, i as n, i % 3 as third from range(300) t(i)"

let server: TestServer
let ada: Person
let source: number
let query: Query
/** On no dashboard, with the same text as `query`. */
let twin: Query
let key: TestClient
let visitor: TestClient
let dashboard: number

beforeAll(async () => {
  server = await startTestServer()
  ada = await server.person({ name: 'Ada' })
  source = (await buildDataSource(server)).id
  const fields = { query: BY_REGION, options: { parameters: [REGION] }, data_source_id: source }
  query = await buildQuery(ada, fields)
  twin = await buildQuery(ada, fields)
  key = holderOf(query.api_key)
  ;({ dashboard, visitor } = await share(query))
})
afterAll(() => server.close())

const holderOf = (apiKey: string | null) => clientOf(server.url, () => ({ authorization: `Key ${apiKey}` }))

/** A public dashboard with a query. */
async function share({ visualizations: [table] }: Query, owner = ada) {
  const { id } = (await owner.post<{ id: number }>('/api/dashboards', { name: 'Public' })).body
  await owner.post('/api/widgets', { dashboard_id: id, visualization_id: table?.id, text: '', width: 1, options: {} })
  const { api_key } = (await owner.post<{ api_key: string }>(`/api/dashboards/${id}/share`)).body
  return { dashboard: id, visitor: holderOf(api_key) }
}

interface Ran {
  job: Job
  window?: ResultWindow
}

const run = (by: TestClient, { id }: Query, sent: object = {}) =>
  by.post<Ran>(`/api/queries/${id}/results`, { max_age: 0, wait: 20_000, ...sent })

async function resultOf(by: TestClient, of: Query, sent: object = {}): Promise<number> {
  const { body } = await run(by, of, sent)
  if (!body.job?.query_result_id) throw new Error(`The query was not run: ${JSON.stringify(body)}`)
  return body.job.query_result_id
}

const SOUTH = { parameters: { region: 'south' } }
const ASK = { sets: [[2]], measures: [{ kind: 'sum', column: 1 }] }
const COUNTED = { sets: [[0]], measures: [{ kind: 'count', column: null }] }
const inUrl = (values: Record<string, unknown>) =>
  new URLSearchParams(
    Object.entries(values).map(([name, value]): [string, string] => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )

/** Every way to read a part of a result of a query. */
function reads({ id }: Pick<Query, 'id'>, result: number, sent: object = {}): [string, (by: TestClient) => Promise<number>][] {
  const parts = {
    window: {},
    distinct: { column: 0 },
    profile: { column: 0 },
    profiles: { columns: '0' },
    columns: { columns: '0' },
    groups: { ask: COUNTED },
  }
  return Object.entries(parts).flatMap(([part, asked]): [string, (by: TestClient) => Promise<number>][] => {
    const path = `/api/queries/${id}/results/${result}/${part}`
    return [
      [`GET ${part}`, async (by) => (await by.get(`${path}?${inUrl({ ...asked, ...sent })}`)).status],
      [`POST ${part}`, async (by) => (await by.post(path, { ...asked, ...sent })).status],
    ]
  })
}

async function expectStatus(by: TestClient, of: Pick<Query, 'id'>, result: number, status: number, sent: object = {}) {
  for (const [name, read] of reads(of, result, sent)) expect([name, await read(by)]).toEqual([name, status])
}

describe('a run by a key or on a public dashboard that waits', () => {
  it('returns the first rows, without the data source and the names of its types', async () => {
    for (const by of [key, visitor]) {
      for (const max_age of [0, -1]) {
        const { body } = await run(by, query, { ...SOUTH, max_age })
        expect(body.job.status).toBe(JobStatus.done)
        expect(body.window).toMatchObject({
          result: { id: body.job.query_result_id, data_source_id: null, row_count: 300 },
          offset: 0,
          total: 300,
        })
        expect(body.window?.rows).toHaveLength(100)
        expect(body.window?.rows[1]).toEqual(['south', 1, 1])
        expect(body.window?.result.columns).toMatchObject([{ name: 'region', type: 'string', source_type: '' }, {}, {}])
        for (const hidden of ['select', 'VARCHAR', ada.email, 'Ada']) expect(JSON.stringify(body)).not.toContain(hidden)
      }
    }
    const { window } = (await run(ada, query, { ...SOUTH, max_age: -1 })).body
    expect(window?.result).toMatchObject({ data_source_id: source, columns: [{ source_type: 'VARCHAR' }, {}, {}] })
  })

  it('answers clients that do not wait as before: with data and time alone, or a job', async () => {
    await run(ada, query, SOUTH)
    for (const by of [key, visitor]) {
      const stored = (await run(by, query, { ...SOUTH, max_age: -1, wait: undefined })).body
      expect(Object.keys(stored)).toEqual(['query_result'])
      expect(Object.keys(Object.values(stored)[0] ?? {})).toEqual(['data', 'retrieved_at'])
    }
    expect(Object.keys((await run(key, query, { ...SOUTH, wait: undefined })).body)).toEqual(['job'])
  })
})

describe('parts of a result of a query', () => {
  it('are windows with sort, search and filters, distinct values, profiles, columns and groups, for keys and visitors (OPEN-206, OPEN-236)', async () => {
    for (const by of [key, visitor]) {
      const id = await resultOf(by, query, SOUTH)
      const read = async <Part>(part: string, asked: object) => {
        const path = `/api/queries/${query.id}/results/${id}/${part}`
        const byUrl = await by.get<Part>(`${path}?${inUrl({ ...asked, ...SOUTH })}`)
        const byBody = await by.post<Part>(path, { ...asked, ...SOUTH })
        expect([byUrl.status, byUrl.body]).toEqual([200, byBody.body])
        return byUrl.body
      }
      const filters = [{ column: 2, one_of: [1] }]
      expect(await read<ResultWindow>('window', { sort: '-1', limit: 2, filters })).toMatchObject({
        result: { id, data_source_id: null },
        total: 100,
        rows: [
          ['south', 298, 1],
          ['south', 295, 1],
        ],
      })
      expect(await read<ResultWindow>('window', { search: '299' })).toMatchObject({ total: 1, rows: [['south', 299, 2]] })
      expect(await read<DistinctValues>('distinct', { column: 0 })).toEqual({
        total: 1,
        values: [{ value: 'south', count: 300 }],
      })
      expect(await read<ColumnProfile>('profile', { column: 1, filters, search: '2' })).toMatchObject({
        ...{ rows: 44, nulls: 0, distinct: 44, min: 22, max: 298, frequent: [{}, {}, {}, {}, {}] },
      })
      expect(await read<BriefProfiles>('profiles', { columns: '1,0', filters, search: '2' })).toMatchObject([
        { rows: 44, nulls: 0, distinct: 44, min: 22, max: 298 },
        { rows: 44, distinct: 1, frequent: [{ value: 'south', count: 44 }] },
      ])
      expect(await read<ResultColumns>('columns', { columns: '1', filters })).toMatchObject({ total: 100, shown: 100 })
      const { sets } = await read<ResultGroups>('groups', { ask: ASK, filters })
      expect(sets).toMatchObject([{ keys: [[1]], measures: [[14_950]] }])
    }
  })

  it('are windows with the values of earlier rows, whatever their filters and order, for keys and visitors (OPEN-251)', async () => {
    const earlier = [
      { column: 1, step: 'row', group: 2 },
      { column: 1, step: 'row' },
    ]
    const asked = { sort: '-1', limit: 1, filters: [{ column: 2, one_of: [1] }], ...SOUTH }
    for (const by of [key, visitor]) {
      const id = await resultOf(by, query, SOUTH)
      const path = `/api/queries/${query.id}/results/${id}/window`
      const expected = { status: 200, body: { rows: [['south', 298, 1, 295, 297]] } }
      expect(await by.get(`${path}?${inUrl({ ...asked, earlier })}`)).toMatchObject(expected)
      expect(await by.post(path, { ...asked, earlier })).toMatchObject(expected)
      for (const wrong of [
        { column: 3, step: 'row' },
        { column: 1, step: 'month' },
        { column: 1, step: 'month', time: 0 },
      ])
        expect((await by.post(path, { ...asked, earlier: [wrong] })).status, JSON.stringify(wrong)).toBe(400)
    }
  })

  it('are not sent again to a caller who has them, and not taken from the cache of another kind of caller', async () => {
    const id = await resultOf(key, query, SOUTH)
    const path = `/api/queries/${query.id}/results/${id}/window?${inUrl(SOUTH)}`
    const tag = (await key.get(path)).headers.get('etag') ?? ''
    expect((await key.get(path, { 'if-none-match': tag })).status).toBe(304)
    expect((await ada.get(path, { 'if-none-match': tag })).status).toBe(200)
  })

  it('can be read by users as by the id of the result', async () => {
    const id = await resultOf(ada, query, SOUTH)
    await expectStatus(ada, query, id, 200)
    const stranger = await server.person({ groups: [await buildGroup(server)] })
    await expectStatus(stranger, query, id, 403)
  })

  it('name what is wrong with a request', async () => {
    const id = await resultOf(key, query, SOUTH)
    const path = `/api/queries/${query.id}/results/${id}`
    for (const [part, message] of [
      [`columns?columns=7&${inUrl(SOUTH)}`, 'Column 7 does not exist; the result has 3.'],
      ['window?parameters=x', '"parameters" is not valid: it is no JSON.'],
      ['window?parameters=[]', '"parameters" is not valid: it must be an object.'],
    ])
      expect(await key.get(`${path}/${part}`)).toMatchObject({ status: 400, body: { message } })
  })
})

describe('a result that a run of the query does not return', () => {
  it('is not found by a key or visitor, like one that does not exist', async () => {
    const other = await buildQuery(ada, { query: 'select 99 as hidden', data_source_id: source })
    const hidden = await resultOf(ada, other)
    const unsaved = { query: "select 'draft' as d", data_source_id: source, max_age: 0, wait: 20_000 }
    const foreign = (await ada.post<Ran>('/api/query_results', unsaved)).body.job.query_result_id ?? 0
    for (const by of [key, visitor])
      for (const result of [hidden, foreign, 2_147_483_000]) await expectStatus(by, query, result, 404)
    const missing = await visitor.get(`/api/queries/${query.id}/results/2147483000/window`)
    expect((await visitor.get(`/api/queries/${query.id}/results/${hidden}/window`)).body).toEqual(missing.body)
  })

  it('is not found by a visitor although it was run in the name of the query: another text, or other values', async () => {
    const draft = { query: "select 'draft' as d", query_id: query.id, data_source_id: source, max_age: 0, wait: 20_000 }
    const drafted = (await ada.post<Ran>('/api/query_results', draft)).body.job.query_result_id ?? 0
    await expectStatus(visitor, query, drafted, 404)
    const south = await resultOf(ada, query, SOUTH)
    await expectStatus(visitor, query, south, 404, { parameters: { region: 'north' } })
    await expectStatus(visitor, query, south, 404, { parameters: { region: "south' union select 1" } })
    await expectStatus(visitor, query, south, 404)
    await expectStatus(visitor, query, south, 200, SOUTH)
  })

  it('is not found by a visitor if the query has a text parameter by now', async () => {
    const text = await buildQuery(ada, { query: "select '{{ name }}' as name", data_source_id: source })
    const { visitor: guest } = await share(text)
    const name = { name: 'name', type: 'text', value: 'x' }
    await ada.post(`/api/queries/${text.id}`, { options: { parameters: [name] } })
    const typed = await resultOf(ada, text, { parameters: { name: 'typed' } })
    await expectStatus(guest, text, typed, 404, { parameters: { name: 'typed' } })
  })
})

describe('a stored result that another query with the same text has made', () => {
  it('can be read, and downloaded with the key, even when the execution is gone', async () => {
    const id = await resultOf(ada, twin, SOUTH)
    await server.services.db.delete(executions).where(eq(executions.query_result_id, id))
    for (const by of [key, visitor]) {
      expect(await resultOf(by, query, { ...SOUTH, max_age: -1 })).toBe(id)
      await expectStatus(by, query, id, 200, SOUTH)
    }
    const file = `/api/queries/${query.id}/results/${id}.csv`
    expect((await key.get(`${file}?${inUrl(SOUTH)}`)).status).toBe(200)
    expect((await key.get(file)).status).toBe(404)
    expect((await visitor.get(`${file}?${inUrl(SOUTH)}`)).status).toBe(403)
  })

  it('can be read while its source is paused', async () => {
    const id = await resultOf(visitor, query, SOUTH)
    await server.admin.post(`/api/data_sources/${source}/pause`)
    await expectStatus(visitor, query, id, 200, SOUTH)
    await server.admin.delete(`/api/data_sources/${source}/pause`)
  })
})

describe('parts of a result', () => {
  it('are closed to the key of another query and the token of another dashboard', async () => {
    const id = await resultOf(ada, query, SOUTH)
    const other = await buildQuery(ada, { query: 'select 1 as one', data_source_id: source })
    const { visitor: guest } = await share(other)
    await expectStatus(holderOf(other.api_key), query, id, 404, SOUTH)
    await expectStatus(holderOf(other.api_key), other, id, 404, SOUTH)
    await expectStatus(guest, query, id, 403, SOUTH)
    await expectStatus(guest, query, 2_147_483_000, 403, SOUTH)
    await expectStatus(guest, other, id, 404, SOUTH)
    await expectStatus(server.anonymous, query, id, 404, SOUTH)
  })

  it('are closed once the dashboard is no longer shared, or the query has left it', async () => {
    const plain = await buildQuery(ada, { query: 'select 5 as five', data_source_id: source })
    const id = await resultOf(ada, plain)
    const { dashboard: shared, visitor: guest } = await share(plain)
    await expectStatus(guest, plain, id, 200)
    await ada.delete(`/api/dashboards/${shared}/share`)
    await expectStatus(guest, plain, id, 404)
    const south = await resultOf(visitor, query, SOUTH)
    const { widgets } = (await ada.get<{ widgets: { id: number }[] }>(`/api/dashboards/${dashboard}`)).body
    for (const widget of widgets) await ada.delete(`/api/widgets/${widget.id}`)
    await expectStatus(visitor, query, south, 403, SOUTH)
  })

  it('of an archived query are those of its last result, for its key alone', async () => {
    const archived = await buildQuery(ada, { query: 'select 6 as six', data_source_id: source })
    const { visitor: guest } = await share(archived)
    const [id, other] = [await resultOf(ada, archived), await resultOf(ada, twin, SOUTH)]
    await ada.delete(`/api/queries/${archived.id}`)
    await expectStatus(holderOf(archived.api_key), archived, id, 200)
    await expectStatus(holderOf(archived.api_key), archived, other, 404)
    await expectStatus(guest, archived, id, 403)
  })

  it('are closed with the key of a disabled owner', async () => {
    const owner = await server.person({ name: 'Olga' })
    const owned = await buildQuery(owner, { query: 'select 7 as seven', data_source_id: source })
    const id = await resultOf(owner, owned)
    await expectStatus(holderOf(owned.api_key), owned, id, 200)
    await server.admin.post(`/api/users/${owner.id}/disable`)
    await expectStatus(holderOf(owned.api_key), owned, id, 404)
  })

  it('are closed if the owner of the query may no longer see what it was read from', async () => {
    const finance = await buildGroup(server)
    const alice = await server.person({ name: 'Alice', groups: [...ada.groupIds, finance] })
    const payroll = (await buildDataSource(server, { groups: { [finance]: false } })).id
    const joins = (await buildDataSource(server, { type: 'results', options: {} })).id
    const salaries = await buildQuery(alice, { query: 'select 999999 as salary', data_source_id: payroll })
    const joined = await buildQuery(alice, { query: `select * from query_${salaries.id}`, data_source_id: joins })
    const { visitor: guest } = await share(joined, alice)
    const id = await resultOf(alice, joined)
    const holders = [guest, holderOf(joined.api_key)]
    for (const by of holders) await expectStatus(by, joined, id, 200)
    await server.services.db.update(users).set({ group_ids: ada.groupIds }).where(eq(users.id, alice.id))
    for (const by of holders) await expectStatus(by, joined, id, 403)
  })
})
