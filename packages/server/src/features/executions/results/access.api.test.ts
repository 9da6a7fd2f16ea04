import type { Query } from '@sightline/contract/queries.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { downloadUrls, TYPES, useAnalyst } from '../../../testing/analyst.ts'
import { buildDataSource, buildGroup, buildQuery } from '../../../testing/builders.ts'
import { clientOf } from '../../../testing/client.ts'
import { type Person, startTestServer, type TestServer } from '../../../testing/server.ts'
import { dataSourceGroups } from '../../data-sources/tables.ts'
import { flushRecorded } from '../../events/service.ts'
import { events } from '../../events/tables.ts'

const here = useAnalyst()
const { run, stored } = here

/** Counts each value of the first column. */
const COUNTED = `groups?ask=${encodeURIComponent('{"sets":[[0]],"measures":[{"kind":"count","column":null}]}')}`

describe('pages of other sites', () => {
  const wiki = 'https://wiki.example.com'
  const paths = (id: number, query: Query) => [
    `/api/query_results/${id}`,
    ...TYPES.flatMap((type) => downloadUrls({ id, query }, type)),
    `/api/queries/${query.id}/results`,
  ]
  const corsOf = ({ headers }: Response) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))

  it('may read no result unless the settings name them, but may always send a preflight request', async () => {
    const { id, query } = await stored('select 4 as n')
    for (const path of paths(id, query)) {
      expect(corsOf(await here.ada.fetch(path, { headers: { origin: wiki } }))).toEqual({})
      const preflight = await here.server.anonymous.fetch(path, { method: 'OPTIONS', headers: { origin: wiki } })
      expect([preflight.status, await preflight.text()]).toEqual([200, ''])
      expect(corsOf(preflight)).toEqual({
        'access-control-request-method': 'GET, POST, PUT',
        'access-control-allow-headers': 'Content-Type',
      })
    }
  })

  describe('that are named in the settings', () => {
    let open: TestServer
    let query: Query
    let id: number
    let owner: Person
    beforeAll(async () => {
      open = await startTestServer({ config: { corsOrigins: [wiki] } })
      owner = await open.person()
      query = await buildQuery(owner, { data_source_id: (await buildDataSource(open)).id })
      id = await run(query, owner)
    })
    afterAll(() => open.close())
    const granted = { 'access-control-allow-origin': wiki, 'access-control-allow-credentials': 'false' }

    it('may read results with a key, and the reason if there is none', async () => {
      for (const path of [...paths(id, query), '/api/query_results/999999'])
        expect(corsOf(await owner.fetch(path, { headers: { origin: wiki } }))).toEqual(granted)
      const started = await owner.fetch(`/api/queries/${query.id}/results`, { method: 'POST', headers: { origin: wiki } })
      expect(corsOf(started)).toEqual(granted)
      expect(started.headers.get('vary')).toContain('Origin')
      const preflight = await open.anonymous.fetch('/api/query_results', { method: 'OPTIONS', headers: { origin: wiki } })
      expect(corsOf(preflight)).toMatchObject(granted)
    })

    it('are the only ones, and may only read results', async () => {
      for (const origin of ['https://evil.example.com', 'http://wiki.example.com', 'null', `${wiki}.evil.com`])
        expect(corsOf(await owner.fetch(`/api/query_results/${id}`, { headers: { origin } }))).toEqual({})
      for (const path of ['/api/session', `/api/queries/${query.id}`, `/api/query_results/${id}/window`])
        expect(corsOf(await owner.fetch(path, { headers: { origin: wiki } }))).toEqual({})
    })
  })

  it('may all read results if the setting is *', async () => {
    const open = await startTestServer({ config: { corsOrigins: ['*'] } })
    const response = await open.anonymous.fetch('/api/query_results/1', { headers: { origin: wiki } })
    expect(corsOf(response)).toEqual({ 'access-control-allow-origin': wiki, 'access-control-allow-credentials': 'false' })
    await open.close()
  })
})

describe('a cached response', () => {
  it('is only sent to callers who may see the result at that moment', async () => {
    const group = await buildGroup(here.server)
    const shared = await buildDataSource(here.server, { groups: { [group]: false } })
    const eve = await here.server.person({ groups: [group] })
    const query = await buildQuery(eve, { data_source_id: shared.id, query: 'select 5 as five' })
    const id = await run(query, eve)
    const path = `/api/query_results/${id}`
    for (let round = 0; round < 3; round++) expect((await eve.get(path)).status).toBe(200)
    expect((await here.ada.get(path)).status).toBe(403)

    await here.server.services.db.delete(dataSourceGroups).where(eq(dataSourceGroups.data_source_id, shared.id))
    expect((await eve.get(path)).status).toBe(403)
    expect((await eve.post(`/api/queries/${query.id}/results`, {})).status).toBe(403)
    expect((await here.server.admin.get(path)).status).toBe(200)
    await here.server.admin.delete(`/api/data_sources/${shared.id}`)
    expect((await here.server.admin.get(path)).status).toBe(404)
  })

  it('has the whole result for users and only the data for a key that runs the query', async () => {
    const { query, id } = await stored('select 6 as six')
    const key = clientOf(here.server.url, () => ({ authorization: `Key ${query.api_key}` }))
    for (let round = 0; round < 2; round++) {
      const own = await here.ada.post<{ query_result: object }>(`/api/queries/${query.id}/results`, {})
      expect(own.body.query_result).toMatchObject({ id, data: { rows: [{ six: 6 }] } })
      const keyed = await key.post<{ query_result: object }>(`/api/queries/${query.id}/results`, {})
      expect(Object.keys(keyed.body.query_result)).toEqual(['data', 'retrieved_at'])
    }
  })
})

describe('windows, filters and distinct values', () => {
  it('are returned together, and name what is wrong with a request', async () => {
    const { id } = await stored(`select i as n, case when i % 2 = 0 then 'even' else 'odd' end as kind from range(10) as t(i)`)
    const ask = (filters: unknown, rest = '') =>
      here.ada.get(`/api/query_results/${id}/window?filters=${encodeURIComponent(JSON.stringify(filters))}${rest}`)
    expect(
      await ask(
        [
          { column: 0, min: 3, max: 8 },
          { column: 1, one_of: ['even'] },
        ],
        '&sort=-0',
      ),
    ).toMatchObject({
      status: 200,
      body: {
        total: 3,
        rows: [
          [8, 'even'],
          [6, 'even'],
          [4, 'even'],
        ],
      },
    })
    expect((await here.ada.get(`/api/query_results/${id}/distinct?column=1&search=EV`)).body).toEqual({
      total: 1,
      values: [{ value: 'even', count: 5 }],
    })
    for (const [reply, message] of [
      [await ask([{ column: 0 }]), '"filters.0" is not valid: says nothing but its column.'],
      [await ask([{ column: 7, is_null: true }]), 'Column 7 does not exist; the result has 2.'],
      [await ask([{ column: 0, one_of: ['x'] }]), '"x" is no value that column "n" can hold.'],
      [await ask('x'), '"filters" is not valid: it must be a list.'],
      [await here.ada.get(`/api/query_results/${id}/window?filters=%5B`), '"filters" is not valid: it is no JSON.'],
      [await here.ada.get(`/api/query_results/${id}/distinct?column=7`), 'Column 7 does not exist; the result has 2.'],
      [await here.ada.get(`/api/query_results/${id}/distinct`), '"column" is not valid: it is missing.'],
      [await here.ada.get(`/api/query_results/${id}/profile?column=2`), 'Column 2 does not exist; the result has 2.'],
      [await here.ada.get(`/api/query_results/${id}/profiles?columns=0,2`), 'Column 2 does not exist; the result has 2.'],
      [
        await here.ada.post(`/api/query_results/${id}/profile`, { column: 0, filters: [{ column: 0, one_of: ['x'] }] }),
        '"x" is no value that column "n" can hold.',
      ],
    ] as const)
      expect(reply).toMatchObject({ status: 400, body: { message } })
  })

  it('are grouped on the server, from the rows that pass filters', async () => {
    const { id } = await stored("select i as n, case when i % 2 = 0 then 'even' else 'odd' end as kind from range(10) t(i)")
    const ask = (question: unknown, filters: unknown = []) =>
      here.ada.get(
        `/api/query_results/${id}/groups?ask=${encodeURIComponent(JSON.stringify(question))}&filters=${encodeURIComponent(JSON.stringify(filters))}`,
      )
    const sum = { kind: 'sum', column: 0 }
    expect(await ask({ sets: [[1], []], measures: [sum] }, [{ column: 0, min: 3 }])).toMatchObject({
      status: 200,
      body: {
        total: 10,
        sets: [
          { total: 2, keys: [['odd', 'even']], measures: [[24, 18]] },
          { total: 1, keys: [], measures: [[42]] },
        ],
      },
    })
    for (const [reply, message] of [
      [await ask({ sets: [[7]], measures: [sum] }), 'Column 7 does not exist; the result has 2.'],
      [await ask({ sets: [[0]], measures: [{ kind: 'sum', column: 9 }] }), 'Column 9 does not exist; the result has 2.'],
      [
        await ask({ sets: [[0]], measures: [{ kind: 'sum', column: null }] }),
        '"ask.measures" is not valid: needs a column for each but count and row.',
      ],
      [
        await ask({ sets: [[0]], measures: [sum] }, [{ column: 0, one_of: ['x'] }]),
        '"x" is no value that column "n" can hold.',
      ],
    ] as const)
      expect(reply).toMatchObject({ status: 400, body: { message } })
  })

  it('never change, and are not sent again to clients that have them', async () => {
    const { id } = await stored('select 7 as n')
    for (const part of [
      'window?limit=5',
      'distinct?column=0',
      'profile?column=0',
      'profiles?columns=0',
      'columns?columns=0',
      COUNTED,
    ]) {
      const first = await here.ada.get(`/api/query_results/${id}/${part}`)
      expect(first.headers.get('cache-control')).toBe('private, no-cache')
      expect(first.headers.get('vary')).toMatch(/^Cookie, Authorization, Origin/)
      const tag = first.headers.get('etag') ?? ''
      expect(await here.ada.get(`/api/query_results/${id}/${part}`, { 'if-none-match': tag })).toMatchObject({
        status: 304,
        body: undefined,
      })
    }
    const [one, other] = await Promise.all([
      here.ada.get(`/api/query_results/${id}/window?limit=5`),
      here.ada.get(`/api/query_results/${id}/window?limit=6`),
    ])
    expect(one.headers.get('etag')).not.toBe(other.headers.get('etag'))
  })
})

describe('the key of a query', () => {
  it('is recorded in the events once for each result that it reads (API-37)', async () => {
    const { query, id } = await stored('select 8 as n')
    const key = clientOf(here.server.url, () => ({ authorization: `Key ${query.api_key}` }))
    await here.ada.get(`/api/queries/${query.id}/results.json`)
    await key.get(`/api/queries/${query.id}/results.json`)
    await key.get(`/api/queries/${query.id}/results/${id}.csv`)
    await flushRecorded(here.server.services)
    const ofQuery = and(eq(events.object_type, 'query'), eq(events.object_id, String(query.id)))
    const reads = await here.server.services.db
      .select()
      .from(events)
      .where(and(ofQuery, eq(events.action, 'api_get')))
      .orderBy(events.id)
    const api_key_of_query = query.id
    expect(reads).toMatchObject([
      { user_id: here.ada.id, additional_properties: { file_type: 'json' } },
      { user_id: null, additional_properties: { api_key_of_query, file_type: 'json' } },
      { user_id: null, additional_properties: { api_key_of_query, file_type: 'csv' } },
    ])
  })

  it('opens the results of its query, and nothing else there is or is not (API-31, API-35, API-36, API-37)', async () => {
    const own = await stored('select 9 as own')
    const foreign = await stored('select 10 as foreign_one')
    const key = clientOf(here.server.url, () => ({ authorization: `Key ${own.query.api_key}` }))
    const q = own.query.id
    const cases: [string, number][] = [
      [`/api/queries/${q}/results`, 200],
      [`/api/queries/${q}/results.json`, 200],
      [`/api/queries/${q}/results.csv?excel=1`, 200],
      [`/api/queries/${q}/results/${own.id}.csv`, 200],
      [`/api/queries/${q}/results/${own.id}.parquet`, 200],
      // Results of another query, of no query, and by themselves.
      [`/api/queries/${q}/results/${foreign.id}.json`, 404],
      [`/api/queries/${foreign.query.id}/results.json`, 404],
      [`/api/queries/${foreign.query.id}/results/${own.id}.json`, 404],
      [`/api/query_results/${own.id}`, 404],
      [`/api/query_results/${own.id}.csv`, 404],
      [`/api/query_results/${own.id}/window`, 404],
      [`/api/query_results/${own.id}/distinct?column=0`, 404],
      [`/api/query_results/${own.id}/profile?column=0`, 404],
      [`/api/query_results/${own.id}/profiles?columns=0`, 404],
      [`/api/query_results/${own.id}/columns?columns=0`, 404],
      [`/api/query_results/${own.id}/${COUNTED}`, 404],
      ['/api/queries', 404],
    ]
    const ids = [
      '0',
      '-1',
      '999999',
      '2147483648',
      '99999999999999',
      '9'.repeat(40),
      'abc',
      '1e3',
      '0x1',
      '1.5',
      "1'--",
      '%00',
      '%F0%9F%98%80',
    ]
    for (const id of ids) {
      cases.push(
        [`/api/queries/${q}/results/${id}.json`, 404],
        [`/api/queries/${id}/results.json`, 404],
        [`/api/queries/${id}/results/${own.id}.csv`, 404],
      )
    }
    for (const [path, status] of cases) expect((await key.get(path)).status, path).toBe(status)
    // The same URLs for a user who may see everything.
    for (const id of ids)
      for (const path of [
        `/api/query_results/${id}`,
        `/api/query_results/${id}.csv`,
        `/api/query_results/${id}/window`,
        `/api/query_results/${id}/distinct?column=0`,
        `/api/query_results/${id}/profile?column=0`,
        `/api/query_results/${id}/profiles?columns=0`,
        `/api/queries/${id}/results`,
        `/api/queries/${id}/results.csv`,
        `/api/queries/${q}/results/${id}.json`,
      ])
        expect(await here.server.admin.get(path), path).toMatchObject({ status: 404, body: { message: expect.any(String) } })
  })
})
