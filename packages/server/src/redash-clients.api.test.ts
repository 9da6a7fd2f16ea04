import type { Query } from '@sightline/contract/queries.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { flushRecorded } from './features/events/service.ts'
import { buildDataSource, buildGroup, buildQuery } from './testing/builders.ts'
import { startTestServer, type TestServer } from './testing/server.ts'
import { buildWebAppFolder } from './testing/web-app.ts'

// Requests of clients written for the Redash API, exactly as they send them.

let server: TestServer
let source: number
beforeAll(async () => {
  server = await startTestServer({ webApp: buildWebAppFolder() })
  source = (await buildDataSource(server)).id
})
afterAll(() => server.close())

interface Ran {
  query_result: { query: string; data: { rows: Record<string, unknown>[] } }
}
/** Runs a saved query and waits for its result. */
async function run(id: number, parameters: unknown, caller = server.admin) {
  const started = await caller.post<{ job?: { error: string } }>(`/api/queries/${id}/results`, {
    parameters,
    max_age: 0,
    wait: 20_000,
  })
  if (started.status !== 200 || started.body.job?.error) return started
  return caller.post<Ran>(`/api/queries/${id}/results`, { parameters, max_age: -1 })
}

describe('a URL with duplicate slashes', () => {
  it('is answered like one without: redash-toolbelt, redash-api-client, redash-python, DataHub (API-01)', async () => {
    const { id, api_key } = await buildQuery(server.admin, { data_source_id: source })
    await run(id, {})
    expect((await server.admin.get('//api/session')).status).toBe(200)
    expect((await server.admin.get<{ results: unknown[] }>('//api/queries?page_size=100')).body.results).toHaveLength(1)
    expect((await server.admin.get(`///api/queries/${id}`)).body).toMatchObject({ id })
    expect((await server.admin.post('//api/dashboards', { name: 'x' })).status).toBe(200)
    const feed = await server.anonymous.get(`//api/queries/${id}/results.csv?api_key=${api_key}`)
    expect(feed).toMatchObject({ status: 200, body: expect.stringContaining('answer') })
  })

  it('does not redirect to another host: two slashes and a host name are a path of this site', async () => {
    const { headers } = await server.anonymous.get('//evil.example.com/queries')
    expect(headers.get('location')).toBe(`/login?next=${encodeURIComponent('/evil.example.com/queries')}`)
  })
})

describe('the key of a user who has not accepted the invitation', () => {
  it('works, because redash-migrate creates users and copies queries in their names (USER-12)', async () => {
    const { body: made } = await server.admin.post<{ id: number }>('/api/users?no_invite=1', {
      name: 'Service',
      email: 'service@example.com',
    })
    const { api_key } = (await server.admin.get<{ api_key: string }>(`/api/users/${made.id}`)).body
    const headers = { authorization: `Key ${api_key}` }
    const sent = {
      name: 'm',
      query: 'select 1',
      data_source_id: source,
      description: '',
      schedule: null,
      options: {},
      tags: [],
    }
    expect((await server.anonymous.post('/api/queries', sent, headers)).status).toBe(200)
    await server.admin.post(`/api/users/${made.id}/disable`)
    expect((await server.anonymous.get('/api/session', headers)).status).toBe(404)
  })
})

describe('parameter values for a query that declares no parameters', () => {
  it('are inserted for users with full access to the data source, and ignored if the query text does not use them', async () => {
    const { id } = await buildQuery(server.admin, { data_source_id: source, query: 'select {{ param }} as v', options: {} })
    expect((await run(id, { param: 5, unused: 1 })).body).toMatchObject({ query_result: { data: { rows: [{ v: 5 }] } } })
    const results = await buildDataSource(server, { type: 'results', options: {} })
    const query = `select v + 1 as w from param_query_${id}_{param=6}`
    const outer = await buildQuery(server.admin, { data_source_id: results.id, query })
    expect((await run(outer.id, {})).body).toMatchObject({ query_result: { data: { rows: [{ w: 7 }] } } })
  })

  it('are rejected for view-only users, for the key of the query and for public dashboards', async () => {
    const group = await buildGroup(server)
    const shared = await buildDataSource(server, { groups: { [group]: true } })
    const viewer = await server.person({ groups: [group] })
    const fields = { data_source_id: shared.id, query: "select '{{ param }}' as v", options: {} }
    const query = await buildQuery(server.admin, fields)
    const byKey = await server.anonymous.post(`/api/queries/${query.id}/results?api_key=${query.api_key}`, {
      parameters: { param: "x' or 1=1" },
      max_age: 0,
    })
    const { body: board } = await server.admin.post<{ id: number; slug: string }>('/api/dashboards', { name: 'Public' })
    const visualization_id = query.visualizations[0]?.id
    await server.admin.post('/api/widgets', { dashboard_id: board.id, visualization_id, text: '', options: {}, width: 1 })
    const { body: open } = await server.admin.post<{ api_key: string }>(`/api/dashboards/${board.slug}/share`)
    const byToken = await server.anonymous.post(`/api/queries/${query.id}/results?api_key=${open.api_key}`, {
      parameters: { param: 'x' },
      max_age: 0,
    })
    for (const refused of [await run(query.id, { param: 'x' }, viewer), byKey, byToken])
      expect(refused).toMatchObject({ status: 400, body: { code: 'incompatible_parameters' } })
  })
})

describe('a number that is sent as a string', () => {
  it('is accepted for every id and number, as shells, forms and files with ids send it', async () => {
    const { admin } = server
    const { body: query } = await admin.post<Query>('/api/queries', {
      name: 'x',
      query: 'select 1',
      data_source_id: String(source),
    })
    expect(query).toMatchObject({ data_source_id: source })
    const id = String(query.id)
    const { body: board } = await admin.post<{ id: number }>('/api/dashboards', { name: 'Texts' })
    const visualization = await admin.post<{ id: number }>('/api/visualizations', {
      query_id: id,
      type: 'CHART',
      name: 'c',
      options: {},
    })
    const condition = { column: 'a', op: '>', value: 1 }
    const person = await server.person()
    const group = await buildGroup(server)
    const calls: [string, unknown][] = [
      ['/api/query_results', { query: 'select 1', data_source_id: String(source), max_age: '0' }],
      [`/api/queries/${id}/results`, { max_age: '0' }],
      [`/api/queries/${id}`, { name: 'y', version: String(query.version) }],
      ['/api/alerts', { name: 'c', query_id: id, options: condition, rearm: '300' }],
      [
        '/api/widgets',
        { dashboard_id: String(board.id), visualization_id: String(visualization.body.id), text: '', options: {}, width: '1' },
      ],
      [`/api/groups/${group}/members`, { user_id: String(person.id) }],
      [`/api/groups/${group}/data_sources`, { data_source_id: String(source) }],
      [`/api/queries/${id}/acl`, { access_type: 'modify', user_id: String(person.id) }],
    ]
    for (const [path, body] of calls) expect([path, (await admin.post(path, body)).status]).toEqual([path, 200])
  })

  it('is rejected with an error message if it is not a number', async () => {
    for (const data_source_id of ['three', '', '1e3', '0x1', ' ', [1], {}])
      expect(await server.admin.post('/api/queries', { name: 'x', query: 'select 1', data_source_id })).toMatchObject({
        status: 400,
        body: { message: '"data_source_id" is not valid: it must be a number.' },
      })
  })
})

describe('date parameters', () => {
  it.each([
    ['date', '2000-01-01 12:00:00'],
    ['date', '2000-01-01T00:00:00Z'],
    ['datetime-local', '2000-01-01T12:00'],
    ['datetime-with-seconds', '2000-01-01T12:00:01.123Z'],
    ['datetime-with-seconds', '2000-01-01T12:00:01+02:00'],
  ])('of the type %s are inserted into the query text as they were sent: %s (OPEN-35)', async (type, value) => {
    const parameters = [{ name: 'd', type }]
    const { id } = await buildQuery(server.admin, {
      data_source_id: source,
      query: "select '{{ d }}' as v",
      options: { parameters },
    })
    expect((await run(id, { d: value })).body).toMatchObject({ query_result: { data: { rows: [{ v: value }] } } })
  })

  it('are rejected if they are not dates (OPEN-35)', async () => {
    const parameters = [{ name: 'd', type: 'date' }]
    const { id } = await buildQuery(server.admin, {
      data_source_id: source,
      query: "select '{{ d }}' as v",
      options: { parameters },
    })
    for (const d of ["2000-01-01' or 1=1", '2000-02-30', '2000-01-01+02:00', '2000-01-01T12:00:00 Z', 'Jan 2 2000', 'Z'])
      expect(await run(id, { d })).toMatchObject({ status: 400, body: { code: 'incompatible_parameters' } })
  })

  it('of a range are inserted into the query text as they were sent', async () => {
    const parameters = [{ name: 'd', type: 'date-range' }]
    const query = "select '{{ d.start }} {{ d.end }}' as v"
    const { id } = await buildQuery(server.admin, { data_source_id: source, query, options: { parameters } })
    const d = { start: '2000-01-01 12:00:00', end: '2000-12-31T12:00:00Z' }
    expect((await run(id, { d })).body).toMatchObject({ query_result: { data: { rows: [{ v: `${d.start} ${d.end}` }] } } })
  })
})

describe('a widget', () => {
  it('with text is accepted as redash-go sends it, with options null and visualization 0', async () => {
    const { body: board } = await server.admin.post<{ id: number }>('/api/dashboards', { name: 'From Go' })
    const sent = { dashboard_id: board.id, text: 'x', width: 1, options: null, visualization_id: 0 }
    expect(await server.admin.post('/api/widgets', sent)).toMatchObject({ status: 200, body: { text: 'x', options: {} } })
  })

  it('is moved by saving its dashboard, which leaves the widgets of other dashboards where they are (API-55)', async () => {
    const { admin } = server
    const boards = await Promise.all(
      ['One', 'Other'].map(async (name) => (await admin.post<{ id: number }>('/api/dashboards', { name })).body),
    )
    const [one, other] = await Promise.all(
      boards.map(async ({ id }) => {
        const options = { position: { col: 0, row: 0, sizeX: 3, sizeY: 3 }, note: 'kept' }
        return (
          await admin.post<{ id: number }>('/api/widgets', {
            dashboard_id: id,
            visualization_id: null,
            text: 'x',
            options,
            width: 1,
          })
        ).body
      }),
    )
    const moved = { col: 3, row: 2, sizeX: 2, sizeY: 4 }
    const widgets = [one, other].map((widget) => ({ id: widget?.id, options: { position: moved } }))
    const saved = await admin.post<{ widgets: unknown[] }>(`/api/dashboards/${boards[0]?.id}`, { widgets, version: 1 })
    expect(saved.body).toMatchObject({ widgets: [{ options: { position: moved, note: 'kept' } }], version: 2 })
    expect((await admin.get(`/api/dashboards/${boards[1]?.id}`)).body).toMatchObject({
      widgets: [{ options: { position: { col: 0 } } }],
    })
    const refused = await admin.post(`/api/dashboards/${boards[0]?.id}`, {
      widgets: [{ id: one?.id, options: { position: 'left' } }],
    })
    expect(refused.status).toBe(400)
  })

  it('without an id is ignored when its dashboard is saved, as redash-tools sends it (API-55)', async () => {
    const { admin } = server
    const { body: dashboard } = await admin.post<{ id: number; slug: string }>('/api/dashboards', { name: 'From a file' })
    const options = { position: { col: 0, row: 0, sizeX: 3, sizeY: 3 } }
    const widget = { dashboard_id: dashboard.id, visualization_id: null, text: 'x', options, width: 1 }
    await admin.post('/api/widgets', widget)
    const moved = { ...widget, text: 'y', options: { position: { ...options.position, col: 3 } } }
    const sent = { name: 'Renamed', slug: dashboard.slug, tags: [], widgets: [moved], queries: [] }
    expect(await admin.post(`/api/dashboards/${dashboard.id}`, sent)).toMatchObject({
      status: 200,
      body: { name: 'Renamed', widgets: [{ text: 'x', options }] },
    })
  })
})

it.each([
  ['pg', { dbname: 'd', host: 'db.example.com', password: 'p', port: 5432, sslmode: '', user: 'u' }, 'sslmode'],
  [
    'bigquery',
    { projectId: 'p', jsonKeyFile: 'e30=', totalMBytesProcessedLimit: 0, location: '' },
    'totalMBytesProcessedLimit',
  ],
])('accepts a data source of the type %s with unset options, as Terraform sends them', async (type, options, unset) => {
  const sent = { name: `Terraform ${type}`, type, options }
  const made = await server.admin.post<{ id: number; options: object }>('/api/data_sources', sent)
  expect(made.status).toBe(200)
  expect(made.body.options).not.toHaveProperty(unset)
  expect((await server.admin.post(`/api/data_sources/${made.body.id}`, sent)).status).toBe(200)
})

it('accepts a query with an expired schedule without it, as copies and backups of queries send it (SCHED-19)', async () => {
  const schedule = { interval: 86_400, time: '00:15', day_of_week: null, until: '2020-01-01' }
  const made = await server.admin.post<Query>('/api/queries', {
    name: 'T',
    query: 'select 1',
    data_source_id: source,
    schedule,
  })
  expect(made).toMatchObject({ status: 200, body: { schedule: null } })
})

it.each([
  [86_400, { interval: 86_400, until: null }],
  ['08:00', { interval: 86_400, time: '08:00' }],
  [{ interval: 3600 }, { interval: 3600, time: null, day_of_week: null, until: null }],
  [
    { interval: 3600, until: '2100-01-01T00:00:00Z' },
    { interval: 3600, until: '2100-01-01' },
  ],
])('stores the schedule %j of redash-client or redash-mcp with all four keys (SCHED-02)', async (schedule, stored) => {
  const { id } = await buildQuery(server.admin, { data_source_id: source })
  expect(await server.admin.post(`/api/queries/${id}`, { schedule, id })).toMatchObject({
    status: 200,
    body: { schedule: stored },
  })
})

it('serves the last result of an archived query as a feed, but does not run the query with its key', async () => {
  const { id, api_key } = await buildQuery(server.admin, { data_source_id: source, query: 'select 3 as three' })
  await run(id, {})
  await server.admin.delete(`/api/queries/${id}`)
  const feed = await server.anonymous.get(`/api/queries/${id}/results.json?api_key=${api_key}`)
  expect(feed).toMatchObject({ status: 200, body: { query_result: { data: { rows: [{ three: 3 }] } } } })
  expect(await server.anonymous.post(`/api/queries/${id}/results?api_key=${api_key}`, { max_age: 0 })).toMatchObject({
    status: 403,
    body: { job: { status: 4 } },
  })
})

it.each([
  ['application/x-www-form-urlencoded', 'max_age=0'],
  ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="max_age"\r\n\r\n0\r\n--x--'],
  ['text/plain', 'nonsense'],
])('ignores a body of type %s when a saved query is run, as curl -d sends it (API-42)', async (type, body) => {
  const { id } = await buildQuery(server.admin, { data_source_id: source })
  const { status } = await server.admin.fetch(`/api/queries/${id}/results`, {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  })
  expect(status).toBe(200)
})

describe('an import by redash-migrate', () => {
  it('stores destinations with placeholders for secrets, and reports the missing secrets when they are used', async () => {
    const options = { url: '--------', username: 'u', password: '--------' }
    const made = await server.admin.post<{ id: number; options: object }>('/api/destinations', {
      name: 'stub',
      type: 'webhook',
      options,
    })
    expect(made).toMatchObject({ status: 200, body: { options: { username: 'u' } } })
    expect(made.body.options).not.toHaveProperty('password')
    expect(await server.admin.post(`/api/destinations/${made.body.id}/test`)).toMatchObject({
      body: { ok: false, message: expect.stringContaining('incomplete') },
    })
    const incomplete = await server.admin.post('/api/destinations', {
      name: 'none',
      type: 'webhook',
      options: { username: 'u' },
    })
    expect(incomplete).toMatchObject({ status: 400, body: { message: 'Url is required.' } })
  })

  it.each([null, ''])('stores alerts with empty options, where the selector %j means the first row', async (selector) => {
    const { id: query_id } = await buildQuery(server.admin, { data_source_id: source })
    const options = { column: 'a', op: '>', value: 5, muted: null, custom_subject: null, custom_body: null, selector }
    const made = await server.admin.post('/api/alerts', { name: 'm', query_id, options })
    expect(made).toMatchObject({ status: 200, body: { options: { column: 'a', value: 5 } } })
  })

  it('stores dropdown parameters with a list of options', async () => {
    const parameters = [{ name: 'bar', type: 'enum', enumOptions: ['baz', 'qux'] }]
    const { id } = await buildQuery(server.admin, {
      data_source_id: source,
      query: "select '{{bar}}' as v",
      options: { parameters },
    })
    expect((await run(id, { bar: 'qux' })).body).toMatchObject({ query_result: { data: { rows: [{ v: 'qux' }] } } })
    expect((await run(id, { bar: 'other' })).status).toBe(400)
  })
})

describe('events', () => {
  const events = async () => {
    await flushRecorded(server.services)
    return (await server.admin.get<{ results: { action: string; created_at: string; details: object }[] }>('/api/events')).body
      .results
  }

  it('contain the query text of a run and the id of its data source as strings', async () => {
    const { id } = await buildQuery(server.admin, { data_source_id: source, query: 'select 11 as eleven' })
    await run(id, {})
    const ran = (await events()).find(({ action }) => action === 'execute_query')
    expect(ran?.details).toEqual({ query: 'select 11 as eleven', data_source: String(source) })
  })

  it('keep the time that the client sends if it is plausible (API-03)', async () => {
    const hours = (count: number) => Date.now() / 1000 - count * 3600
    const send = async (timestamp: number) => {
      await server.admin.post('/api/events', [{ action: 'view', object_type: 'page', object_id: 'home', timestamp }])
      const [newest] = await events()
      return Math.round((Date.now() - Date.parse(newest?.created_at ?? '')) / 3_600_000)
    }
    expect(await send(hours(5))).toBe(5)
    expect(await send(hours(-5))).toBe(0)
    expect(await send(hours(24 * 365))).toBe(0)
    expect(await send(1e300)).toBe(0)
  })
})

describe('the status API', () => {
  it('has the fields and the queues that clients read (API-98)', async () => {
    expect((await server.admin.get('/status.json')).body).toMatchObject({ redis_used_memory: 0, redis_used_memory_human: '0B' })
    const { body } = await server.admin.get<{ queues: object }>('/api/admin/queries/rq_status')
    for (const name of ['default', 'emails', 'periodic', 'queries', 'scheduled_queries', 'schemas'])
      expect(body.queues).toHaveProperty(name, expect.objectContaining({ name, queued: 0 }))
  })

  it('redirects anonymous callers to the sign-in page', async () => {
    const { status, headers } = await server.anonymous.get('/status.json')
    expect([status, headers.get('location')]).toEqual([302, '/login?next=%2Fstatus.json'])
  })
})

describe('a caller without a session', () => {
  it('gets an error message as JSON for pages that a script requests', async () => {
    const asked = await server.anonymous.get('/queries', { 'x-requested-with': 'XMLHttpRequest' })
    expect(asked).toMatchObject({ status: 404, body: { message: expect.stringContaining('Please login') } })
    expect((await server.anonymous.get('/queries')).status).toBe(302)
  })

  it('gets the hint to use a user API key if the key of a query is not sufficient', async () => {
    const { id, api_key } = await buildQuery(server.admin, { data_source_id: source })
    expect(await server.anonymous.post(`/api/queries/${id}/refresh?api_key=${api_key}`)).toMatchObject({
      status: 403,
      body: { message: 'Please use a user API key.' },
    })
  })
})

it('rejects a disposable email address (USER-16)', async () => {
  for (const email of ['x@mailinator.com', 'x@sub.mailinator.com'])
    expect(await server.admin.post('/api/users', { name: 'User', email })).toMatchObject({
      status: 400,
      body: { message: 'Bad email address.' },
    })
})
