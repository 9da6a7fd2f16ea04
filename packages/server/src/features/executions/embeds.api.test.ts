import { type Job, JobStatus, type RunReply } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { QueryResult } from '@sightline/contract/results.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { clientOf, type TestClient } from '../../testing/client.ts'
import { ADMIN, type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { buildWebAppFolder } from '../../testing/web-app.ts'

const REGION = { name: 'region', type: 'enum', enumOptions: 'north\nsouth', value: 'north' }
const TEXT = { name: 'name', type: 'text', value: 'x' }

let server: TestServer
let ada: Person
let source: number
/** The embedded query; its key must not open the other ones. */
let shown: Query

beforeAll(async () => {
  server = await startTestServer({ webApp: buildWebAppFolder() })
  ada = await server.person({ name: 'Ada' })
  source = (await buildDataSource(server)).id
  shown = await buildQuery(ada, {
    name: 'Orders',
    query: "select '{{region}}' as region, 7 as orders",
    options: { parameters: [REGION] },
    data_source_id: source,
  })
})
afterAll(() => server.close())

const keyOf = ({ api_key }: Query): TestClient => clientOf(server.url, () => ({ authorization: `Key ${api_key}` }))
const keyed = (path: string, key: string | null) => `${path}${path.includes('?') ? '&' : '?'}api_key=${key}`

/** Runs a query to its end. @returns the id of its result */
async function run(by: TestClient, { id }: Query, parameters: Record<string, unknown> = {}): Promise<number> {
  const asked = { parameters, max_age: 0, wait: 20_000 }
  const { body } = await by.post<{ job: Job }>(`/api/queries/${id}/results`, asked)
  if (body.job?.status !== 3) throw new Error(`A run was answered with ${JSON.stringify(body)}`)
  return body.job.query_result_id ?? 0
}

describe('the page of an embed', () => {
  const page = '/embed/query/1/visualization/2'

  it('is served to callers with a key and leads to sign-in without one (EMBED-11, OPEN-73)', async () => {
    for (const address of [`${page}?api_key=wrong`, `${page}?hide_link&api_key=wrong`]) {
      const { status, body } = await server.anonymous.get(address)
      expect([status, body]).toEqual([200, expect.stringContaining('<title>Sightline')])
    }
    for (const address of [page, `${page}?api_key=`, `${page}?not_api_key=x`]) {
      const { status, headers } = await server.anonymous.get(address)
      expect([address, status]).toEqual([address, 302])
      expect(headers.get('location')).toMatch(/^\/login\?next=/)
    }
    const browser = await server.signIn(ADMIN.email, ADMIN.password)
    expect((await browser.get(page)).status).toBe(200)
  })

  it('may be framed, unlike every other page (OPEN-71)', async () => {
    const framed = await server.anonymous.get(`${page}?api_key=x`)
    expect(framed.headers.get('content-security-policy')).toContain('frame-ancestors *')
    expect(framed.headers.get('x-frame-options')).toBeNull()
    for (const address of [
      `/queries/1?api_key=x`,
      '/login?embed/query/1',
      `/api/queries/${shown.id}`,
      '/embed/other',
      '/embeds/query/1',
    ]) {
      const { headers } = await server.admin.get(address)
      expect([address, headers.get('x-frame-options')]).toEqual([address, 'deny'])
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    }
  })

  it('sends other sites only its origin as referrer', async () => {
    const { headers } = await server.anonymous.get(`${page}?api_key=x`)
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  })
})

describe('the key of an embedded query', () => {
  it("loads the query, in the URL or in the header, without its text, its key and its owner's rights (EMBED-02, PERM-09)", async () => {
    const address = `/api/queries/${shown.id}`
    for (const reply of [await server.anonymous.get(keyed(address, shown.api_key)), await keyOf(shown).get(address)]) {
      expect(reply).toMatchObject({
        status: 200,
        body: { id: shown.id, name: 'Orders', query: null, api_key: null, is_safe: true, options: { parameters: [REGION] } },
      })
      expect(JSON.stringify(reply.body)).not.toContain('select')
    }
  })

  it('runs the query with values that its definitions allow, and reads the result (EMBED-12, EMBED-10)', async () => {
    const key = keyOf(shown)
    const result = await run(key, shown, { region: 'south' })
    const { status, body } = await key.get<{ query_result: QueryResult }>(`/api/queries/${shown.id}/results/${result}.json`)
    expect(status).toBe(200)
    expect(body.query_result.data.rows).toEqual([{ region: 'south', orders: 7 }])
    for (const region of ['west', "south' union select 1", '', ['north'], { a: 1 }]) {
      const refused = await key.post(`/api/queries/${shown.id}/results`, { parameters: { region } })
      expect([region, refused.status]).toEqual([region, 400])
    }
    expect(await key.post(`/api/queries/${shown.id}/results`, { parameters: { region: 'north', other: 1 } })).toMatchObject({
      status: 400,
    })
  })

  it('cannot read the query text from a result either (EMBED-10)', async () => {
    const result = await run(keyOf(shown), shown, { region: 'north' })
    const path = `/api/queries/${shown.id}/results/${result}.json`
    const byKey = await keyOf(shown).get<{ query_result: QueryResult }>(path)
    expect(byKey.body.query_result.query).toBe('')
    expect((await ada.get<{ query_result: QueryResult }>(path)).body.query_result.query).toContain('select')
    expect(byKey.headers.get('vary')).toContain('Authorization')
    // A cached response for one of them must not be used for the other.
    expect((await ada.get(path, { 'if-none-match': byKey.headers.get('etag') ?? '' })).status).toBe(200)
  })

  it('downloads the result as a file (EMBED-08, DL-05, DL-09, DL-10)', async () => {
    const result = await run(keyOf(shown), shown, { region: 'south' })
    const at = (type: string) => keyed(`/api/queries/${shown.id}/results/${result}.${type}`, shown.api_key)
    const csv = await server.anonymous.get(at('csv'))
    expect([csv.status, csv.body]).toEqual([200, 'region,orders\r\nsouth,7\r\n'])
    const xlsx = await server.anonymous.fetch(at('xlsx'))
    expect([xlsx.status, xlsx.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('.xlsx')])
    expect(new Uint8Array(await xlsx.arrayBuffer()).subarray(0, 2)).toEqual(new Uint8Array([0x50, 0x4b]))
    const plain = await buildQuery(ada, { query: 'select 3 as three', data_source_id: source })
    await run(ada, plain)
    for (const [type, text] of [
      ['csv', 'three\r\n3\r\n'],
      ['json', { query_result: expect.objectContaining({ data: expect.objectContaining({ rows: [{ three: 3 }] }) }) }],
    ] as const) {
      const latest = await server.anonymous.get(keyed(`/api/queries/${plain.id}/results.${type}`, plain.api_key))
      expect([latest.status, latest.body]).toEqual([200, text])
    }
  })

  it('opens nothing if it is wrong, no matter who is signed in to the browser (EMBED-11)', async () => {
    const result = await run(keyOf(shown), shown, { region: 'south' })
    const browser = await server.signIn(ADMIN.email, ADMIN.password)
    const wrong = ['x'.repeat(40), 'x', `${shown.api_key}x`, shown.api_key?.slice(1) ?? '', "'--", '[]']
    for (const key of wrong) {
      for (const path of [
        `/api/queries/${shown.id}`,
        `/api/queries/${shown.id}/results/${result}.json`,
        `/api/queries/${shown.id}/results/${result}.csv`,
      ]) {
        for (const who of [server.anonymous, browser]) {
          const { status, body } = await who.get(keyed(path, key))
          expect([key, path, status, body]).toMatchObject([key, path, 404, { code: 'unauthenticated' }])
        }
      }
      const started = await browser.post(keyed(`/api/queries/${shown.id}/results`, key), { parameters: { region: 'south' } })
      expect(started.status).toBe(404)
    }
  })

  it('stops working when it is replaced and when the query is archived (EMBED-11)', async () => {
    const query = await buildQuery(ada, { data_source_id: source })
    const old = keyOf(query)
    expect((await old.get(`/api/queries/${query.id}`)).status).toBe(200)
    const { body } = await ada.post<{ api_key: string }>(`/api/queries/${query.id}/regenerate_api_key`)
    expect((await old.get(`/api/queries/${query.id}`)).status).toBe(404)
    const next = keyOf({ ...query, api_key: body.api_key })
    expect((await next.get(`/api/queries/${query.id}`)).status).toBe(200)
    await ada.delete(`/api/queries/${query.id}`)
    expect((await next.get(`/api/queries/${query.id}`)).status).toBe(404)
  })
})

describe('the key of an embedded query', () => {
  it('opens no other query: no result, run, job or options of it (PERM-09)', async () => {
    const key = keyOf(shown)
    const other = await buildQuery(ada, { query: 'select 99 as hidden', data_source_id: source })
    const hidden = await run(ada, other)
    const own = await run(key, shown, { region: 'south' })
    const started = (await ada.post<RunReply>(`/api/queries/${other.id}/results`, { max_age: 0 })).body
    const job = 'job' in started ? started.job.id : ''
    const closed: [string, string][] = [
      ['GET', `/api/queries/${other.id}`],
      ['GET', `/api/queries/${other.id}/results/${hidden}.json`],
      ['GET', `/api/queries/${other.id}/results/${own}.json`],
      ['GET', `/api/queries/${shown.id}/results/${hidden}.json`],
      ['GET', `/api/queries/${shown.id}/results/${hidden}.csv`],
      ['GET', `/api/queries/${other.id}/dropdown`],
      ['GET', `/api/queries/${other.id}/jobs/${job}`],
      ['GET', `/api/query_results/${own}`],
      ['GET', `/api/query_results/${own}/window`],
      ['GET', `/api/jobs/${job}`],
      ['GET', `/api/jobs/${job}/events`],
      ['POST', `/api/queries/${other.id}/results`],
      ['POST', '/api/query_results'],
      ['GET', '/api/session'],
      ['GET', '/api/queries'],
      ['GET', '/api/dashboards'],
      ['GET', `/api/data_sources/${source}/schema`],
    ]
    for (const [method, path] of closed) {
      const { status } = await key.fetch(path, { method })
      expect([method, path, status]).toEqual([method, path, 404])
    }
    const forbidden: [string, string][] = [
      // A job of another query under the URL of its own, and the options of a query that no parameter declares.
      ['GET', `/api/queries/${shown.id}/jobs/${job}`],
      ['DELETE', `/api/queries/${shown.id}/jobs/${job}`],
      ['GET', `/api/queries/${shown.id}/dropdowns/${other.id}`],
      ['POST', `/api/queries/${shown.id}`],
      ['POST', `/api/queries/${shown.id}/refresh`],
      ['POST', `/api/queries/${shown.id}/regenerate_api_key`],
      ['DELETE', `/api/queries/${shown.id}`],
    ]
    for (const [method, path] of forbidden) {
      const { status } = await key.fetch(path, { method, body: method === 'POST' ? '{}' : undefined })
      expect([method, path, status]).toEqual([method, path, 403])
    }
  })

  it('cannot be used with dropdown values that are not among the options (PERM-09)', async () => {
    const choices = await buildQuery(ada, { query: "select 'a' as value union all select 'b'", data_source_id: source })
    await run(ada, choices)
    const asking = await buildQuery(ada, {
      query: "select '{{choice}}' as choice",
      options: { parameters: [{ name: 'choice', type: 'query', queryId: choices.id, value: 'a' }] },
      data_source_id: source,
    })
    const key = keyOf(asking)
    expect((await key.get(`/api/queries/${asking.id}/dropdowns/${choices.id}`)).body).toHaveLength(2)
    expect(await run(key, asking, { choice: 'b' })).toBeGreaterThan(0)
    for (const choice of ['c', "a' union select 1", '', null, ['a']])
      expect([choice, (await key.post(`/api/queries/${asking.id}/results`, { parameters: { choice } })).status]).toEqual([
        choice,
        400,
      ])
  })

  it('opens nothing after the data source is shared with no group', async () => {
    const group = await buildGroup(server)
    const owner = await server.person({ groups: [group] })
    const closing = await buildDataSource(server, { groups: { [group]: false } })
    const query = await buildQuery(owner, { data_source_id: closing.id })
    expect((await keyOf(query).get(`/api/queries/${query.id}`)).status).toBe(200)
    await server.admin.delete(`/api/groups/${group}/data_sources/${closing.id}`)
    expect((await keyOf(query).get(`/api/queries/${query.id}`)).status).toBe(403)
    expect((await keyOf(query).post(`/api/queries/${query.id}/results`, {})).status).toBe(403)
  })
})

describe('a query with text parameters', () => {
  const build = (by: Person, data_source_id: number) =>
    buildQuery(by, { query: "select '{{name}}' as name", options: { parameters: [TEXT] }, data_source_id })

  it('is not run with its key (EMBED-09, PERM-09)', async () => {
    const query = await build(ada, source)
    expect(await keyOf(query).post(`/api/queries/${query.id}/results`, { parameters: { name: 'y' } })).toMatchObject({
      status: 403,
      body: {
        job: {
          status: JobStatus.failed,
          error:
            'This query contains potentially unsafe parameters and cannot be executed on a shared dashboard or an embedded visualization.',
        },
      },
    })
    expect((await server.anonymous.get('/api/config')).body).toMatchObject({
      client_config: { allowParametersInEmbeds: false },
    })
  })

  it('runs with its key in an installation that still allows it, and admins are warned (OPEN-80, HOME-06)', async () => {
    const old = await startTestServer({ config: { allowsTextInEmbeds: true } })
    try {
      const owner = await old.person({ name: 'Olga' })
      const { id } = await buildDataSource(old)
      const query = await build(owner, id)
      const key = clientOf(old.url, () => ({ authorization: `Key ${query.api_key}` }))
      expect(await run(key, query, { name: 'y' })).toBeGreaterThan(0)
      const messages = ['using-deprecated-embed-feature']
      expect((await old.admin.get('/api/session')).body).toMatchObject({
        messages: expect.arrayContaining(messages),
        client_config: { allowParametersInEmbeds: true },
      })
      // The setting only affects embeds.
      const reader = await old.person({ permissions: ['view_query'] })
      expect((await reader.post(`/api/queries/${query.id}/results`, { parameters: { name: 'y' } })).status).toBe(403)
    } finally {
      await old.close()
    }
  })
})
