import type { Job } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../../testing/builders.ts'
import { clientOf, type TestClient } from '../../../testing/client.ts'
import { type Person, startTestServer, type TestServer } from '../../../testing/server.ts'

const TEXT = `select * from (values (1, 'one, "first"', true), (2, null, false)) as t(n, label, ok)`
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

let server: TestServer
let ada: Person
let source: number
let query: Query
let result: number
let key: TestClient

beforeAll(async () => {
  server = await startTestServer()
  ada = await server.person({ name: 'Ada' })
  source = (await buildDataSource(server)).id
  query = await buildQuery(ada, { data_source_id: source, name: 'Ümläuts: a/b', query: TEXT })
  result = await resultOf(query)
  key = clientOf(server.url, () => ({ authorization: `Key ${query.api_key}` }))
})
afterAll(() => server.close())

async function resultOf({ id }: Query, person: TestClient = ada): Promise<number> {
  const { body } = await person.post<{ job: Job }>(`/api/queries/${id}/results`, { max_age: 0, wait: 20_000 })
  return body.job.query_result_id ?? 0
}

const rows = [
  { n: 1, label: 'one, "first"', ok: true },
  { n: 2, label: null, ok: false },
]
const csv = 'n,label,ok\r\n1,"one, ""first""",true\r\n2,,false\r\n'

describe('a stored result', () => {
  it('is read as JSON by its id (API-29, API-36, EXEC-34, DL-08)', async () => {
    for (const path of [`/api/query_results/${result}`, `/api/query_results/${result}.json`]) {
      const { status, headers, body } = await ada.get(path)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('application/json')
      expect(body).toMatchObject({
        query_result: {
          id: result,
          query: TEXT,
          query_hash: query.query_hash,
          data_source_id: source,
          runtime: expect.any(Number),
          retrieved_at: expect.stringMatching(/Z$/),
          data: {
            columns: [
              { name: 'n', friendly_name: 'n', type: 'integer' },
              { name: 'label', friendly_name: 'label', type: 'string' },
              { name: 'ok', friendly_name: 'ok', type: 'boolean' },
            ],
            rows,
          },
        },
      })
    }
  })

  it('is downloaded as CSV with a header line and all rows (DL-03, DL-06, API-36)', async () => {
    const { headers, body } = await ada.get(`/api/query_results/${result}.csv`)
    expect(headers.get('content-type')).toBe('text/csv; charset=UTF-8')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="\d+_\d{4}_\d{2}_\d{2}\.csv"$/)
    expect(body).toBe(csv)
  })

  it('is downloaded under the name of its query (DL-02, DL-07, API-30, API-35, OPEN-119)', async () => {
    const name = /^attachment; filename="Umlauts_a_b_\d{4}_\d{2}_\d{2}\.(\w+)"; filename\*=UTF-8''%C3%9Cml%C3%A4uts_a_b_/
    for (const [type, contentType] of [
      ['csv', 'text/csv; charset=UTF-8'],
      ['tsv', 'text/tab-separated-values; charset=UTF-8'],
      ['json', 'application/json'],
      ['xlsx', XLSX],
      ['parquet', 'application/vnd.apache.parquet'],
    ] as const) {
      const response = await ada.fetch(`/api/queries/${query.id}/results/${result}.${type}`)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe(contentType)
      expect(name.exec(response.headers.get('content-disposition') ?? '')?.[1]).toBe(type)
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(20)
    }
  })

  it('never changes, as its headers say', async () => {
    const path = `/api/query_results/${result}.csv`
    const first = await ada.get(path)
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const tag = first.headers.get('etag') ?? ''
    expect(tag).not.toBe('')
    const again = await ada.get(path, { 'if-none-match': tag })
    expect(again).toMatchObject({ status: 304, body: undefined })
    expect((await ada.get(path, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('is 404 in unknown formats and with other ids', async () => {
    expect(await ada.get(`/api/query_results/${result}.pdf`)).toMatchObject({
      status: 404,
      body: { code: 'result_type_unknown' },
    })
    expect((await ada.get('/api/query_results/999999')).status).toBe(404)
  })

  it('is only for users with access to its data source and permission to view or execute (PERM-11, PERM-21)', async () => {
    const closed = await buildDataSource(server, { groups: {} })
    const other = await buildQuery(server.admin, { data_source_id: closed.id, query: 'select 1 as secret' })
    const secret = await resultOf(other, server.admin)
    for (const path of [
      `/api/query_results/${secret}`,
      `/api/query_results/${secret}.csv`,
      `/api/query_results/${secret}/window`,
      `/api/query_results/${secret}/columns?columns=0`,
      // Through the URL of a query that they may see.
      `/api/queries/${query.id}/results/${secret}.json`,
      `/api/queries/${other.id}/results.json`,
    ])
      expect((await ada.get(path)).status).toBe(403)

    const group = await buildGroup(server, { permissions: ['list_users'] })
    const shared = await buildDataSource(server, { groups: { [group]: false } })
    const third = await buildQuery(server.admin, { data_source_id: shared.id })
    const id = await resultOf(third, server.admin)
    const person = await server.person({ groups: [group] })
    expect((await person.get(`/api/query_results/${id}`)).status).toBe(403)
  })
})

describe('the latest result of a query', () => {
  it('opens with the key of the query (API-31, API-37, DL-05, DL-09, DL-10)', async () => {
    const { body } = await server.anonymous.get(`/api/queries/${query.id}/results.csv?api_key=${query.api_key}`)
    expect(body).toBe(csv)
    const json = await server.anonymous.get(`/api/queries/${query.id}/results.json?api_key=${query.api_key}`)
    expect(json.body).toMatchObject({ query_result: { id: result, data: { rows } } })
    const one = await server.anonymous.get(`/api/queries/${query.id}/results/${result}.csv?api_key=${query.api_key}`)
    expect(one.body).toBe(csv)
  })

  it('is revalidated on each request', async () => {
    const { headers } = await ada.get(`/api/queries/${query.id}/results.json`)
    expect(headers.get('cache-control')).toBe('private, no-cache')
  })

  it('is 404 if there is none, and for a key if the text has changed since', async () => {
    const fresh = await buildQuery(ada, { data_source_id: source, query: 'select 99 as fresh' })
    const missing = { status: 404, body: { message: 'No cached result found for this query.' } }
    expect(await ada.get(`/api/queries/${fresh.id}/results.json`)).toMatchObject(missing)
    const id = await resultOf(fresh)
    await ada.post(`/api/queries/${fresh.id}`, { query: 'select 100 as fresher', latest_query_data_id: id })
    expect((await ada.get(`/api/queries/${fresh.id}/results.json`)).status).toBe(200)
    expect(await server.anonymous.get(`/api/queries/${fresh.id}/results.json?api_key=${fresh.api_key}`)).toMatchObject(missing)
  })

  it('cannot be replaced by results of other queries with a key', async () => {
    const other = await buildQuery(ada, { data_source_id: source, query: 'select 1 as of_another_query' })
    const foreign = await resultOf(other)
    expect((await key.get(`/api/queries/${query.id}/results/${foreign}.json`)).status).toBe(404)
    expect((await key.get(`/api/query_results/${result}`)).status).toBe(404)
  })

  it('can be replaced by results of the same query for other values with a key', async () => {
    const options = { parameters: [{ name: 'n', type: 'number', value: 1 }] }
    const asking = await buildQuery(ada, { data_source_id: source, query: 'select {{ n }} as n', options })
    const own = clientOf(server.url, () => ({ authorization: `Key ${asking.api_key}` }))
    const { body } = await own.post<{ job: Job }>(`/api/queries/${asking.id}/results`, {
      parameters: { n: 12 },
      max_age: 0,
      wait: 20_000,
    })
    const { body: read } = await own.get(`/api/queries/${asking.id}/results/${body.job.query_result_id}.json`)
    expect(read).toMatchObject({ query_result: { data: { rows: [{ n: 12 }] } } })
  })
})

describe('parts of a result', () => {
  it('are windows of rows, sorted and searched', async () => {
    const path = `/api/query_results/${result}/window`
    expect((await ada.get(path)).body).toMatchObject({
      offset: 0,
      total: 2,
      rows: [
        [1, 'one, "first"', true],
        [2, null, false],
      ],
      result: { id: result, row_count: 2, columns: [{ name: 'n' }, { name: 'label' }, { name: 'ok' }] },
    })
    expect((await ada.get(`${path}?sort=-0&limit=1`)).body).toMatchObject({ total: 2, rows: [[2, null, false]] })
    expect((await ada.get(`${path}?search=FIRST`)).body).toMatchObject({ total: 1, rows: [[1, 'one, "first"', true]] })
    expect((await ada.get(`${path}?search=FIRST&search_columns=1,2`)).body).toMatchObject({ total: 1 })
    expect((await ada.get(`${path}?search=FIRST&search_columns=0,2`)).body).toMatchObject({ total: 0, rows: [] })
    for (const wrong of ['sort=7', 'sort=n', 'limit=0', 'offset=-1', 'search=a&search_columns=9', 'search_columns=-1'])
      expect((await ada.get(`${path}?${wrong}`)).status).toBe(400)
  })

  it('are columns for charts', async () => {
    const path = `/api/query_results/${result}/columns`
    expect((await ada.get(`${path}?columns=2,0`)).body).toEqual({
      total: 2,
      shown: 2,
      values: [
        [true, false],
        [1, 2],
      ],
    })
    expect((await ada.get(`${path}?columns=9`)).status).toBe(400)
  })

  it('contain only the rows that pass filters, and distinct values in the order of the rows (FILTER-08, FILTER-04)', async () => {
    const filters = encodeURIComponent(JSON.stringify([{ column: 0, none_of: [1] }]))
    expect((await ada.get(`/api/query_results/${result}/columns?columns=0&filters=${filters}`)).body).toEqual({
      total: 1,
      shown: 1,
      values: [[2]],
    })
    for (const wrong of ['no', '[{"column":0}]', '[{"column":0,"none_of":[]}]'])
      expect((await ada.get(`/api/query_results/${result}/columns?columns=0&filters=${wrong}`)).status).toBe(400)
    const distinct = await ada.get(`/api/query_results/${result}/distinct?column=0&order=first`)
    expect(distinct.body).toMatchObject({ total: 2, values: [{ value: 1 }, { value: 2 }] })
  })

  it('accept filters in a body if they are too long for a URL (FILTER-08)', async () => {
    const others = Array.from({ length: 999 }, (_, at) => `${'a long value '.repeat(10)}${at}`)
    const filters = [{ column: 1, none_of: [...others, 'one, "first"'] }]
    const path = `/api/query_results/${result}`
    expect((await ada.post(`${path}/window`, { filters, limit: 5 })).body).toMatchObject({ total: 1, rows: [[2, null, false]] })
    expect((await ada.post(`${path}/columns`, { filters, columns: '0' })).body).toMatchObject({ total: 1, values: [[2]] })
    const ask = { sets: [[0]], measures: [{ kind: 'count', column: null }] }
    expect((await ada.post(`${path}/groups`, { filters, ask })).body).toMatchObject({ sets: [{ keys: [[2]] }] })
    for (const wrong of ['no', [{ column: 0 }], [{ column: 0, none_of: [] }]])
      expect((await ada.post(`${path}/columns`, { filters: wrong, columns: '0' })).status).toBe(400)
  })
})
