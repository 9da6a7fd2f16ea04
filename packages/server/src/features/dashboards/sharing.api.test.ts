import type { Dashboard, DashboardListItem, PublicDashboard } from '@sightline/contract/dashboards.ts'
import { type Job, JobStatus, type RunReply } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { Widget } from '@sightline/contract/widgets.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { clientOf, type TestClient } from '../../testing/client.ts'
import { ADMIN, type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { buildWebAppFolder } from '../../testing/web-app.ts'
import { organizations } from '../settings/tables.ts'

let server: TestServer
let ada: Person
let bob: Person
let source: number
let open: Query
let other: Query
let dashboard: DashboardListItem

const REGION = { name: 'region', type: 'enum', enumOptions: 'north\nsouth', value: 'north' }

beforeAll(async () => {
  server = await startTestServer({ webApp: buildWebAppFolder() })
  ada = await server.person({ name: 'Ada' })
  bob = await server.person({ name: 'Bob' })
  source = (await buildDataSource(server)).id
  open = await buildQuery(ada, {
    name: 'Orders',
    description: 'By region',
    query: "select '{{region}}' as region, 7 as orders",
    options: { parameters: [REGION] },
    data_source_id: source,
  })
  other = await buildQuery(ada, { name: 'Not shown', query: 'select 99 as hidden', data_source_id: source })
})
beforeEach(async () => {
  dashboard = (await ada.post<DashboardListItem>('/api/dashboards', { name: 'Shared board' })).body
  await add(open)
  await ada.post('/api/widgets', { dashboard_id: dashboard.id, visualization_id: null, text: '## Hello' })
})
afterAll(() => server.close())

const add = async ({ visualizations: [table] }: Query) =>
  (await ada.post<Widget>('/api/widgets', { dashboard_id: dashboard.id, visualization_id: table?.id, text: '' })).body
const share = (person = ada) =>
  person.post<{ public_url: string; api_key: string; code?: string; message?: string }>(`/api/dashboards/${dashboard.id}/share`)
const tokenOfShared = async () => (await share()).body.api_key
/** A visitor with a token and no session. */
const visitor = (token: string): TestClient => clientOf(server.url, () => ({ authorization: `Key ${token}` }))
const publicAddress = (token: string) => `/api/dashboards/public/${token}`
const setOption = (settings: object) => server.services.db.update(organizations).set({ settings: { ...settings } })

describe('sharing a dashboard', () => {
  it('returns its public URL with a token of 40 random characters (API-60, SHARE-03, OPEN-107)', async () => {
    const { status, body } = await share()
    expect(status).toBe(200)
    expect(body.api_key).toMatch(/^\w{40}$/)
    expect(body.public_url).toBe(`${server.url}/public/dashboards/${body.api_key}`)
    const seen = (await bob.get<Dashboard>(`/api/dashboards/${dashboard.slug}`)).body
    expect(seen).toMatchObject({ public_url: body.public_url, api_key: body.api_key })
    expect((await share()).body).toEqual(body)
  })

  it('ends for good, and starts again with a new token (SHARE-04, SHARE-16, API-61, OPEN-107)', async () => {
    const token = await tokenOfShared()
    expect((await server.anonymous.get(publicAddress(token))).status).toBe(200)

    expect(await ada.delete(`/api/dashboards/${dashboard.id}/share`)).toMatchObject({ status: 200, body: null })

    expect((await server.anonymous.get(publicAddress(token))).status).toBe(404)
    expect((await visitor(token).post(`/api/queries/${open.id}/results`, { parameters: { region: 'north' } })).status).toBe(404)
    expect((await ada.get(`/api/dashboards/${dashboard.slug}`)).body).not.toHaveProperty('public_url')
    const next = await tokenOfShared()
    expect(next).not.toBe(token)
    expect((await server.anonymous.get(publicAddress(token))).status).toBe(404)
    expect((await server.anonymous.get(publicAddress(next))).status).toBe(200)
  })

  it('is allowed to owner and admins (PERM-26, OPEN-105)', async () => {
    await ada.post(`/api/dashboards/${dashboard.id}/acl`, { access_type: 'modify', user_id: bob.id })
    expect(await share(bob)).toMatchObject({ status: 403, body: { code: 'not_owner' } })
    expect((await share(server.admin)).status).toBe(200)
    expect((await bob.delete(`/api/dashboards/${dashboard.id}/share`)).status).toBe(403)
    expect((await server.admin.delete(`/api/dashboards/${dashboard.id}/share`)).status).toBe(200)
  })

  it('is refused while a query has a text parameter (SHARE-08, OPEN-106)', async () => {
    const unsafe = await buildQuery(ada, {
      query: "select '{{name}}' as name",
      options: { parameters: [{ name: 'name', type: 'text', value: 'x' }] },
      data_source_id: source,
    })
    const { id } = await add(unsafe)
    expect(await share()).toMatchObject({
      status: 400,
      body: {
        message:
          'For your security, sharing is currently not supported for dashboards containing queries with text parameters. Consider changing the text parameters in your query to a different type.',
      },
    })
    await ada.delete(`/api/widgets/${id}`)
    const token = await tokenOfShared()
    // An unsafe query that is added later shows an error instead of its data.
    await add(unsafe)
    expect((await server.anonymous.get<PublicDashboard>(publicAddress(token))).body.widgets).toHaveLength(3)
    expect(await visitor(token).post(`/api/queries/${unsafe.id}/results`, { parameters: { name: 'y' } })).toMatchObject({
      status: 403,
      body: { job: { status: JobStatus.failed, error: expect.stringContaining('shared dashboard') } },
    })
  })

  it('is refused while a text that is passed as a value stands where none can be (SHARE-08)', async () => {
    const options = { parameters: [{ name: 'name', type: 'text', value: 'x', passAsValue: true }] }
    const query = await buildQuery(ada, { query: 'select count(*) from {{name}}', options, data_source_id: source })
    await add(query)
    expect(await share()).toMatchObject({ status: 400, body: { code: 'sharing_unsafe' } })
    await ada.post(`/api/queries/${query.id}`, { query: "select '{{name}}' as name" })
    expect((await share()).status).toBe(200)
  })

  it('is refused to users who may not see all of its results', async () => {
    const insiders = await buildGroup(server)
    const closed = (await buildDataSource(server, { groups: { [insiders]: false } })).id
    const secret = await buildQuery(server.admin, { query: 'select 1', data_source_id: closed })
    const [table] = secret.visualizations
    await server.admin.post('/api/widgets', { dashboard_id: dashboard.id, visualization_id: table?.id })
    expect(await share()).toMatchObject({ status: 403, body: { code: 'sharing_restricted' } })
    expect((await share(server.admin)).status).toBe(200)
  })

  it('can be disabled for the installation (SHARE-02, OPEN-122)', async () => {
    const token = await tokenOfShared()
    await setOption({ disable_public_urls: true })
    expect(await share()).toMatchObject({ status: 403, body: { code: 'sharing_off' } })
    expect(await server.anonymous.get(publicAddress(token))).toMatchObject({
      status: 400,
      body: { message: 'Public URLs are disabled.' },
    })
    expect((await visitor(token).get(`/api/queries/${open.id}`)).status).toBe(403)
    expect((await ada.get(`/api/dashboards/${dashboard.slug}`)).body).not.toHaveProperty('public_url')
    expect((await ada.get('/api/session')).body).toMatchObject({ client_config: { disablePublicUrls: true } })
    await setOption({})
    expect((await server.anonymous.get(publicAddress(token))).status).toBe(200)
  })
})

describe('the public URL of a dashboard', () => {
  it('shows it without a session, and only what is needed to render it (API-57, SHARE-10, SHARE-18, PERM-09)', async () => {
    const token = await tokenOfShared()
    const { status, body } = await server.anonymous.get<PublicDashboard>(publicAddress(token))
    expect(status).toBe(200)
    const [drawn, text] = body.widgets
    expect(Object.keys(body).sort()).toEqual(
      ['created_at', 'dashboard_filters_enabled', 'layout', 'name', 'options', 'updated_at', 'widgets'].sort(),
    )
    expect(drawn?.visualization).toEqual({
      type: 'TABLE',
      name: 'Table',
      description: '',
      options: {},
      updated_at: expect.any(String),
      created_at: expect.any(String),
      query: { id: open.id, name: 'Orders', description: 'By region', options: { parameters: [REGION] } },
    })
    expect(text).toMatchObject({ text: '## Hello' })
    for (const hidden of ['select', open.api_key ?? '', ada.email, token]) expect(JSON.stringify(body)).not.toContain(hidden)
  })

  it('opens with a session too, and is not found under an unknown token', async () => {
    const token = await tokenOfShared()
    expect((await bob.get(publicAddress(token))).status).toBe(200)
    for (const wrong of ['x'.repeat(40), 'x', token.slice(0, 39), `${token}x`, '%00', "'--"]) {
      expect((await server.anonymous.get(publicAddress(wrong))).status, wrong).toBe(404)
      expect((await bob.get(publicAddress(wrong))).status, wrong).toBe(404)
    }
  })

  it('is closed while the dashboard is archived', async () => {
    const token = await tokenOfShared()
    await ada.delete(`/api/dashboards/${dashboard.id}`)
    expect((await server.anonymous.get(publicAddress(token))).status).toBe(404)
    expect((await visitor(token).get(`/api/queries/${open.id}`)).status).toBe(404)
  })

  it('may be framed by other sites, unlike any other page (OPEN-71)', async () => {
    const token = await tokenOfShared()
    for (const address of [publicAddress(token), `/public/dashboards/${token}`]) {
      const { headers } = await server.anonymous.get(address)
      expect(headers.get('content-security-policy')).toContain('frame-ancestors *')
      expect(headers.get('x-frame-options')).toBeNull()
    }
    const { headers } = await ada.get(`/api/dashboards/${dashboard.slug}`)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-frame-options')).toBe('deny')
  })

  it('has a page as long as the dashboard is shared (SHARE-16)', async () => {
    const token = await tokenOfShared()
    const page = `/public/dashboards/${token}`
    expect((await server.anonymous.get(page)).status).toBe(200)
    await ada.delete(`/api/dashboards/${dashboard.id}/share`)
    const browser = await server.signIn(ADMIN.email, ADMIN.password)
    for (const who of [server.anonymous, browser]) expect((await who.get(page)).status).toBe(404)
    expect((await server.anonymous.get('/public/dashboards/no-such-token')).status).toBe(404)
  })

  it('makes its token the API key of the session (SES-16)', async () => {
    const token = await tokenOfShared()
    expect((await visitor(token).get('/api/session')).body).toMatchObject({ user: { permissions: [], apiKey: token } })
    expect((await server.anonymous.get(`/api/session?api_key=${token}`)).status).toBe(200)
  })
})

describe('the token of a public dashboard', () => {
  it('runs the queries of the dashboard, and gets only their rows (SHARE-17)', async () => {
    const viewer = visitor(await tokenOfShared())
    const run = () => viewer.post<RunReply>(`/api/queries/${open.id}/results`, { parameters: { region: 'south' }, max_age: -1 })
    const asked = { parameters: { region: 'south' }, max_age: 0, wait: 20_000 }
    const started = (await viewer.post<{ job: Job }>(`/api/queries/${open.id}/results`, asked)).body
    expect(started).toEqual({
      job: expect.objectContaining({ status: JobStatus.done }),
      window: expect.objectContaining({ total: 1, rows: [['south', 7]] }),
    })
    const { body: followed } = await viewer.get<{ job: Job }>(`/api/queries/${open.id}/jobs/${started.job.id}`)
    expect(followed.job).toMatchObject({ status: JobStatus.done, query_result_id: expect.any(Number) })
    const { body } = await run()
    expect(body).toEqual({
      query_result: {
        data: expect.objectContaining({ rows: [{ region: 'south', orders: 7 }] }),
        retrieved_at: expect.any(String),
      },
    })
  })

  it('accepts only values that the parameter definitions allow (PERM-09, SHARE-18)', async () => {
    const viewer = visitor(await tokenOfShared())
    expect(await viewer.post(`/api/queries/${open.id}/results`, { parameters: { region: "x' union select 1" } })).toMatchObject(
      { status: 400 },
    )
  })

  it('reads a shown query without its SQL and key', async () => {
    const viewer = visitor(await tokenOfShared())
    expect(await viewer.get(`/api/queries/${open.id}`)).toMatchObject({
      status: 200,
      body: { id: open.id, query: null, api_key: null },
    })
  })

  it('grants access to nothing else (PERM-09)', async () => {
    const viewer = visitor(await tokenOfShared())
    const latest = (await run(other)).latest_query_data_id
    const forbidden: [string, string, object?][] = [
      ['GET', `/api/queries/${other.id}`],
      ['POST', `/api/queries/${other.id}/results`, {}],
      ['GET', `/api/queries/${other.id}/results.json`],
      ['GET', `/api/queries/${open.id}/dropdown`],
      ['GET', `/api/queries/${open.id}/dropdowns/${other.id}`],
      ['POST', `/api/queries/${open.id}/refresh`],
      ['GET', `/api/query_results/${latest}`],
      ['GET', `/api/query_results/${latest}.csv`],
      ['GET', `/api/query_results/${latest}/window`],
      ['GET', `/api/query_results/${latest}/columns?columns=0`],
      ['POST', '/api/query_results', { query: 'select 1', data_source_id: source }],
      ['POST', `/api/queries/${open.id}`, { name: 'Taken' }],
      ['DELETE', `/api/queries/${open.id}`],
      ['POST', `/api/queries/${open.id}/favorite`],
      ['GET', '/api/queries'],
      ['GET', '/api/queries/recent'],
      ['GET', '/api/queries/tags'],
      ['GET', '/api/dashboards'],
      ['GET', '/api/dashboards/recent'],
      ['GET', `/api/dashboards/${dashboard.id}`],
      ['POST', `/api/dashboards/${dashboard.id}`, { name: 'Taken' }],
      ['DELETE', `/api/dashboards/${dashboard.id}/share`],
      ['POST', `/api/dashboards/${dashboard.id}/fork`],
      ['GET', `/api/dashboards/${dashboard.id}/acl`],
      ['POST', '/api/widgets', { dashboard_id: dashboard.id, visualization_id: null, text: 'Hi' }],
      ['GET', '/api/data_sources'],
      ['GET', `/api/data_sources/${source}/schema`],
    ]
    for (const [method, path, body] of forbidden) {
      const { status } = await viewer.fetch(path, { method, body: body && JSON.stringify(body) })
      expect([method, path, status]).toEqual([method, path, 403])
    }
  })

  it('does not grant access to stored results of a shown query, only to what it runs (PERM-09)', async () => {
    const shown = await run(await buildQuery(ada, { query: 'select 5 as five', data_source_id: source }))
    await add(shown)
    const viewer = visitor(await tokenOfShared())
    const stored = `results/${shown.latest_query_data_id}.json`
    for (const path of ['results', 'results.json', 'results.csv', stored]) {
      expect((await viewer.get(`/api/queries/${shown.id}/${path}`)).status, path).toBe(403)
    }
  })

  it('reads the options of a dropdown of a shown query, and cannot cancel anything', async () => {
    const choices = await buildQuery(ada, { query: "select 'a' as name, 'b' as value", data_source_id: source })
    await run(choices)
    const asking = await buildQuery(ada, {
      query: "select '{{choice}}' as choice",
      options: { parameters: [{ name: 'choice', type: 'query', queryId: choices.id, value: 'b' }] },
      data_source_id: source,
    })
    await add(asking)
    const viewer = visitor(await tokenOfShared())
    expect((await viewer.get(`/api/queries/${asking.id}/dropdowns/${choices.id}`)).body).toEqual([{ name: 'a', value: 'b' }])
    expect((await viewer.get(`/api/queries/${choices.id}`)).status).toBe(403)

    const started = (await viewer.post<RunReply>(`/api/queries/${asking.id}/results`, { parameters: { choice: 'b' } })).body
    const job = 'job' in started ? started.job.id : ''
    expect((await viewer.delete(`/api/jobs/${job}`)).status).toBe(403)
  })

  it('accepts only options of a dropdown, whatever other values it depends on (PERM-09)', async () => {
    const lands = await buildQuery(ada, { query: "select 'de' as value union all select 'fr'", data_source_id: source })
    await run(lands)
    const cities = await buildQuery(ada, {
      query: "select v as value from (values ('de', 'Bonn'), ('fr', 'Lyon')) t(l, v) where l = '{{land}}'",
      options: { parameters: [{ name: 'land', type: 'enum', enumOptions: 'de\nfr', value: 'de' }] },
      data_source_id: source,
    })
    const asking = await buildQuery(ada, {
      query: "select '{{land}}' as land, '{{city}}' as city",
      options: {
        parameters: [
          { name: 'land', type: 'query', queryId: lands.id, value: 'de' },
          { name: 'city', type: 'query', queryId: cities.id, dependsOn: { land: 'land' }, value: 'Bonn' },
        ],
      },
      data_source_id: source,
    })
    await add(asking)
    const viewer = visitor(await tokenOfShared())
    const ask = async (land: unknown, city: unknown) =>
      (await viewer.post(`/api/queries/${asking.id}/results`, { parameters: { land, city }, max_age: 0, wait: 20_000 })).status
    expect([await ask('de', 'Bonn'), await ask('fr', 'Lyon')]).toEqual([200, 200])
    for (const [land, city] of [
      ['de', 'Lyon'],
      ['it', 'Bonn'],
      ['de', "Bonn' union select 1"],
      [['de'], 'Bonn'],
    ])
      expect([land, city, await ask(land, city)]).toEqual([land, city, 400])
    const options = (search: string) => viewer.get(`/api/queries/${asking.id}/dropdowns/${cities.id}${search}`)
    expect((await options('?p_land=fr')).body).toEqual([{ name: 'Lyon', value: 'Lyon' }])
    expect((await options("?p_land=fr'--")).status).toBe(400)
  })

  it('sees only the jobs of shown queries, and none once sharing has ended (PERM-09)', async () => {
    const token = await tokenOfShared()
    const viewer = visitor(token)
    const jobOf = async (query: Query, parameters: object) => {
      const { body } = await ada.post<RunReply>(`/api/queries/${query.id}/results`, { parameters, max_age: 0 })
      return 'job' in body ? body.job.id : ''
    }
    const own = await jobOf(open, { region: 'north' })
    const foreign = await jobOf(other, {})
    expect((await viewer.get(`/api/queries/${open.id}/jobs/${own}`)).status).toBe(200)
    for (const path of [`/api/queries/${open.id}/jobs/${foreign}`, `/api/jobs/${foreign}`, `/api/jobs/${foreign}/events`])
      expect([path, (await viewer.get(path)).status]).toEqual([path, 403])
    await ada.delete(`/api/dashboards/${dashboard.id}/share`)
    expect((await viewer.get(`/api/queries/${open.id}/jobs/${own}`)).status).toBe(404)
    expect((await viewer.get('/api/session')).status).toBe(404)
  })

  it('follows the widgets of the dashboard as they are added and removed', async () => {
    const viewer = visitor(await tokenOfShared())
    expect((await viewer.get(`/api/queries/${other.id}`)).status).toBe(403)
    const { id } = await add(other)
    expect((await viewer.get(`/api/queries/${other.id}`)).status).toBe(200)
    await ada.delete(`/api/widgets/${id}`)
    expect((await viewer.get(`/api/queries/${other.id}`)).status).toBe(403)
  })
})

/** Runs a query to its end. @returns the query with its latest result */
async function run({ id }: Query): Promise<Query> {
  await ada.post(`/api/queries/${id}/results`, { max_age: 0, wait: 20_000 })
  return (await ada.get<Query>(`/api/queries/${id}`)).body
}

describe('the rows behind the marks of a public dashboard', () => {
  const inNorth = { parameters: { region: 'north' } }
  const choose = (rows_behind_marks: boolean, person = ada) =>
    person.post<{ api_key: string; code?: string }>(`/api/dashboards/${dashboard.id}/share`, { rows_behind_marks })
  const seen = async (token: string) => (await server.anonymous.get<PublicDashboard>(publicAddress(token))).body.options

  /** The rows of the shown query, read by a page as those behind a mark or as its own. */
  async function readBy(client: TestClient, behindMark: boolean) {
    const { body } = await ada.post<{ job: Job }>(`/api/queries/${open.id}/results`, { ...inNorth, max_age: -1, wait: 20_000 })
    const filters = [{ column: 1, below: 8 }]
    const asked = { ...inNorth, filters, ...(behindMark && { behind_mark: true }) }
    return client.post<{ rows?: unknown[]; code?: string }>(
      `/api/queries/${open.id}/results/${body.job.query_result_id}/window`,
      asked,
    )
  }

  it('are not read with its token unless its owner chose so, and again when the choice is taken back (OPEN-246)', async () => {
    const token = await tokenOfShared()
    expect(await readBy(visitor(token), true)).toMatchObject({ status: 403, body: { code: 'rows_not_shared' } })
    // The page reads the rows that it draws as before.
    expect(await readBy(visitor(token), false)).toMatchObject({ status: 200, body: { rows: [['north', 7]] } })
    expect(await seen(token)).not.toHaveProperty('visitorsSeeRows')

    expect((await choose(true)).body.api_key).toBe(token)
    expect(await readBy(visitor(token), true)).toMatchObject({ status: 200, body: { rows: [['north', 7]] } })
    expect(await seen(token)).toMatchObject({ visitorsSeeRows: true })
    expect((await share()).body.api_key).toBe(token)
    expect((await readBy(visitor(token), true)).status).toBe(200)

    await choose(false)
    expect(await readBy(visitor(token), true)).toMatchObject({ status: 403, body: { code: 'rows_not_shared' } })
  })

  it('end with its public URL: the next one begins without them (OPEN-246)', async () => {
    const token = (await choose(true)).body.api_key
    await ada.delete(`/api/dashboards/${dashboard.id}/share`)
    expect((await readBy(visitor(token), true)).status).toBe(404)
    expect((await readBy(visitor(await tokenOfShared()), true)).status).toBe(403)
  })

  it('are chosen by its owner and admins alone, and by no other change to the dashboard (OPEN-246)', async () => {
    const token = await tokenOfShared()
    await ada.post(`/api/dashboards/${dashboard.id}/acl`, { access_type: 'modify', user_id: bob.id })
    expect(await choose(true, bob)).toMatchObject({ status: 403, body: { code: 'not_owner' } })
    const options = { globalParamOrder: [], visitorsSeeRows: true }
    expect((await bob.post<Dashboard>(`/api/dashboards/${dashboard.id}`, { options })).body.options).toEqual({
      globalParamOrder: [],
    })
    expect((await readBy(visitor(token), true)).status).toBe(403)

    await choose(true)
    await bob.post(`/api/dashboards/${dashboard.id}`, { options: { globalParamOrder: [] } })
    expect((await readBy(visitor(token), true)).status).toBe(200)
    const copy = (await bob.post<Dashboard>(`/api/dashboards/${dashboard.id}/fork`)).body
    expect(copy.options).toEqual({ globalParamOrder: [] })
  })

  it('are for nobody without the token, and for users only as far as they see the data source (OPEN-246)', async () => {
    await choose(true)
    expect((await readBy(server.anonymous, true)).status).toBe(404)
    expect((await readBy(bob, true)).status).toBe(200)
    const restricted = await buildGroup(server, { name: 'Restricted' })
    const outsider = await server.person({ name: 'Eve', groups: [restricted] })
    expect([403, 404]).toContain((await readBy(outsider, true)).status)
  })
})
