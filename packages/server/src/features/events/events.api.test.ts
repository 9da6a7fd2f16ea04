import type { EventEntry, Popularity } from '@sightline/contract/events.ts'
import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOBODY } from '../../platform/http/caller.ts'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import { ADMIN, startTestServer, type TestServer } from '../../testing/server.ts'
import { flushRecorded, recordEvent, removeOld, storeSome } from './service.ts'
import { events } from './tables.ts'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface Page {
  count: number
  page: number
  page_size: number
  results: EventEntry[]
}
/** All recorded events, including buffered ones. */
async function list(query = ''): Promise<Page> {
  await flushRecorded(server.services)
  return (await server.admin.get<Page>(`/api/events${query}`)).body
}

it('records an array of events with their user (API-03, EVENT-01)', async () => {
  const person = await server.person({ name: 'Grace Hopper' })
  const timestamp = 1_795_000_000.25
  const sent = [
    { action: 'view', object_type: 'query', object_id: 7, timestamp, screen_resolution: '1440x900', colour: 'blue' },
    { action: 'view', object_type: 'page', object_id: 'home' },
  ]
  const before = Date.now() / 1000
  expect(await person.post('/api/events', sent)).toMatchObject({ status: 200, body: null })
  expect(await server.services.db.select().from(events).orderBy(events.id)).toMatchObject([
    {
      user_id: person.id,
      action: 'view',
      object_type: 'query',
      object_id: '7',
      additional_properties: { timestamp, screen_resolution: '1440x900', colour: 'blue', user_name: 'Grace Hopper' },
    },
    // Without a timestamp it has the time of its arrival.
    { user_id: person.id, object_id: 'home', additional_properties: { timestamp: expect.closeTo(before, -2) } },
  ])
})

it('refuses anything but an array of events', async () => {
  for (const body of [{ action: 'view', object_type: 'page' }, [{ action: 1, object_type: 'page' }], 'view']) {
    expect(await server.admin.post('/api/events', body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  }
})

it('refuses events from visitors of a public dashboard, who could forge view counts', async () => {
  const { body: board } = await server.admin.post<{ id: number; slug: string }>('/api/dashboards', { name: 'Open' })
  const { body: share } = await server.admin.post<{ api_key: string }>(`/api/dashboards/${board.slug}/share`)
  const { count } = await list()
  const sent = [{ action: 'view', object_type: 'dashboard', object_id: board.id }]
  expect((await server.anonymous.post(`/api/events?api_key=${share.api_key}`, sent)).status).toBe(403)
  expect((await list()).count).toBe(count)
})

it('accepts at most 100 events per call, each of at most 2,000 characters', async () => {
  const event = { action: 'view', object_type: 'page', object_id: 'home' }
  const send = (events: object[]) => server.admin.post('/api/events', events)
  expect((await send(Array.from({ length: 101 }, () => event))).status).toBe(400)
  expect(await send([{ ...event, note: 'x'.repeat(2_000) }])).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('it may have at most 2,000 characters') },
  })
  const { count } = await list()
  expect((await send(Array.from({ length: 100 }, () => event))).status).toBe(200)
  expect((await list()).count).toBe(count + 100)
})

describe('reading the events', () => {
  it('is only for admins, newest first, with user and browser (OPEN-117)', async () => {
    const person = await server.person({ name: 'Katherine Johnson' })
    expect((await person.get('/api/events')).status).toBe(403)
    expect((await person.get('/api/events/popularity')).status).toBe(403)
    const sent = [
      { action: 'view', object_type: 'page', object_id: 'users/new' },
      {
        action: 'execute_query',
        object_type: 'data_source',
        object_id: 3,
        query_id: 5,
        query: 'select 5',
        secret: 'not for the list',
      },
      { action: 'view', object_type: 'widget', object_id: 9 },
    ]
    await person.post('/api/events', sent, { 'user-agent': CHROME })
    const { results } = await list()
    const common = {
      org_id: 1,
      user_id: person.id,
      user_name: 'Katherine Johnson',
      browser: 'PC / Linux / Chrome 126.0',
      location: 'Unknown',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    }
    expect(results.slice(0, 3)).toEqual([
      {
        ...common,
        action: 'view',
        object_type: 'widget',
        object_id: '9',
        objects: [{ type: 'widget', id: '9', name: null }],
        details: { object_id: '9', object_type: 'widget' },
      },
      {
        ...common,
        action: 'execute_query',
        object_type: 'data_source',
        object_id: '3',
        objects: [
          { type: 'query', id: '5', name: null },
          { type: 'data_source', id: '3', name: null },
        ],
        details: { query: 'select 5', data_source: '3' },
      },
      { ...common, action: 'view', object_type: 'page', object_id: 'users/new', objects: [], details: { page: 'users/new' } },
    ])
  })

  it('names the objects and what they belong to (OPEN-186)', async () => {
    const source = await buildDataSource(server, { name: 'Warehouse' })
    const query = await buildQuery(server.admin, { data_source_id: source.id, name: 'Sales' })
    const [table] = query.visualizations
    const board = (await server.admin.post<{ id: number; slug: string }>('/api/dashboards', { name: 'Overview' })).body
    const widget = { dashboard_id: board.id, visualization_id: table?.id, text: '', width: 1, options: {} }
    const placed = (await server.admin.post<{ id: number }>('/api/widgets', widget)).body
    const note = { dashboard_id: board.id, visualization_id: null, text: 'Read me', width: 1, options: {} }
    const textbox = (await server.admin.post<{ id: number }>('/api/widgets', note)).body
    const edit = (object_type: string, object_id?: number | string) => ({ action: 'edit', object_type, object_id })
    const run = { action: 'execute_query', object_type: 'data_source', object_id: source.id }
    const expected = [
      [edit('query', query.id), [`query ${query.id} Sales`]],
      [edit('queries', query.id), [`query ${query.id} Sales`]],
      [edit('dashboard', board.slug), [`dashboard ${board.id} Overview`]],
      [edit('visualization', table?.id), [`visualization ${table?.id} Table`, `query ${query.id} Sales`]],
      [edit('widget', placed.id), [`widget ${placed.id} Table`, `dashboard ${board.id} Overview`]],
      [edit('widget', textbox.id), [`widget ${textbox.id} Textbox`, `dashboard ${board.id} Overview`]],
      [edit('user', server.admin.id), [`user ${server.admin.id} ${server.admin.name}`]],
      [{ ...run, query_id: query.id }, [`query ${query.id} Sales`, `data_source ${source.id} Warehouse`]],
      [{ ...run, query_id: 'adhoc' }, [`data_source ${source.id} Warehouse`]],
      [edit('query', 999_999_999), ['query 999999999 null']],
      [edit('dashboard', 'gone'), ['dashboard gone null']],
      [edit('query', 'new'), []],
      [edit('query'), []],
      [edit('page', query.id), []],
    ] as const
    await flushRecorded(server.services)
    await server.admin.post(
      '/api/events',
      expected.map(([event]) => event),
    )
    const { results } = await list(`?page_size=${expected.length}`)
    const named = results.map(({ objects }) => objects.map(({ type, id, name }) => `${type} ${id} ${name}`))
    expect(named.toReversed()).toEqual(expected.map(([, objects]) => objects))
  })

  it('is paged', async () => {
    const { count } = await list()
    const first = await list('?page=1&page_size=2')
    expect(first).toMatchObject({ count, page: 1, page_size: 2 })
    const second = await list('?page=2&page_size=2')
    expect(new Set([...first.results, ...second.results].map((entry) => JSON.stringify(entry))).size).toBe(4)
    expect((await server.admin.get(`/api/events?page=${count + 1}&page_size=1`)).status).toBe(400)
  })
})

it('lists the most viewed queries and dashboards, without archived ones', async () => {
  const { id: source } = await buildDataSource(server)
  const [much, little, gone] = [
    await buildQuery(server.admin, { data_source_id: source, name: 'Much read' }),
    await buildQuery(server.admin, { data_source_id: source, name: 'Little read' }),
    await buildQuery(server.admin, { data_source_id: source, name: 'Gone' }),
  ]
  const { body: board } = await server.admin.post<{ id: number; slug: string }>('/api/dashboards', { name: 'Numbers' })
  const view = (object_type: string, object_id: number | string) => ({ action: 'view', object_type, object_id })
  await server.admin.post('/api/events', [view('query', much.id), view('query', much.id), view('query', little.id)])
  await server.admin.post('/api/events', [view('query', much.id), view('query', 'new'), view('dashboard', board.id)])
  await server.admin.post(
    '/api/events',
    Array.from({ length: 5 }, () => view('query', gone.id)),
  )
  await server.admin.post('/api/events', [{ ...view('query', little.id), action: 'favorite' }])
  await server.admin.delete(`/api/queries/${gone.id}`)

  const { body } = await server.admin.get<Popularity>('/api/events/popularity')
  expect(body).toEqual({
    days: 30,
    queries: [
      { id: much.id, name: 'Much read', views: 3 },
      { id: little.id, name: 'Little read', views: 1 },
    ],
    dashboards: [{ id: board.id, name: 'Numbers', slug: board.slug, views: 1 }],
  })
})

describe('the calls that the server records', () => {
  it('are stored when a query text is cut before the emoji that its thousandth character is a half of (OPEN-621)', async () => {
    const { id } = await buildDataSource(server)
    const start = `select '${'x'.repeat(991)}`
    await server.admin.post('/api/query_results', { data_source_id: id, query: `${start}👍👍'`, max_age: 0 })
    await flushRecorded(server.services)
    const [run] = await server.services.db.select().from(events).orderBy(desc(events.id)).limit(1)
    expect(run?.additional_properties.query).toBe(start)
  })

  const recordedEvents = async () =>
    (await list('?page_size=250')).results.map((entry) => [entry.action, entry.object_type, entry.object_id])

  it('are those that create, change, archive and run, by session and by key', async () => {
    const { id: source } = await buildDataSource(server)
    const browser = await server.signIn(ADMIN.email, ADMIN.password)
    const { body: query } = await browser.post<{ id: number }>('/api/queries', {
      data_source_id: source,
      name: 'Recorded',
      query: 'select 1 as recordedEvents',
    })
    await browser.post(`/api/queries/${query.id}/results`, { max_age: 0, wait: 20_000 })
    await browser.post(`/api/queries/${query.id}/results`, { max_age: -1 })
    await browser.post(`/api/queries/${query.id}/regenerate_api_key`)
    await browser.post(`/api/queries/${query.id}/acl`, { access_type: 'modify', user_id: server.admin.id })
    await browser.delete(`/api/queries/${query.id}`)
    expect((await recordedEvents()).slice(0, 7)).toEqual([
      ['archive', 'query', String(query.id)],
      ['grant_permission', 'queries', String(query.id)],
      ['regnerate_api_key', 'query', String(query.id)],
      ['execute_query', 'data_source', String(source)],
      ['execute_query', 'data_source', String(source)],
      ['create', 'query', String(query.id)],
      ['create', 'datasource', String(source)],
    ])
    const runs = (await server.services.db.select().from(events).orderBy(desc(events.id)).limit(5)).slice(3)
    expect(runs.map(({ additional_properties }) => additional_properties)).toMatchObject([
      { query_id: query.id, cache: 'hit', user_name: server.admin.name },
      { query_id: query.id, cache: 'miss' },
    ])
  })

  it('include views by key, while the web app reports its own views', async () => {
    const { id: source } = await buildDataSource(server)
    const query = await buildQuery(server.admin, { data_source_id: source, name: 'By key' })
    const browser = await server.signIn(ADMIN.email, ADMIN.password)
    await browser.get(`/api/queries/${query.id}`)
    await browser.get('/api/queries')
    const { body: board } = await server.admin.post<{ id: number; slug: string }>('/api/dashboards', { name: 'Shared' })
    const { body: share } = await server.admin.post<{ api_key: string }>(`/api/dashboards/${board.slug}/share`)
    const before = (await list()).count
    await server.admin.get(`/api/queries/${query.id}`)
    await server.anonymous.get(`/api/queries/${query.id}?api_key=${query.api_key}`)
    await server.anonymous.get(`/api/dashboards/public/${share.api_key}?api_key=${share.api_key}`)
    expect(await list()).toMatchObject({ count: before + 3 })
    expect((await recordedEvents()).slice(0, 3)).toEqual([
      ['view', 'dashboard', String(board.id)],
      ['view', 'query', String(query.id)],
      ['view', 'query', String(query.id)],
    ])
    // Counts are cached for some minutes.
    server.clock.now = new Date(Date.now() + 11 * 60_000)
    const { body } = await server.admin.get<Popularity>('/api/events/popularity')
    server.clock.now = null
    expect(body.queries).toContainEqual({ id: query.id, name: 'By key', views: 2 })
    // Tokens grant access, so they are not recorded.
    const all = JSON.stringify(await server.services.db.select().from(events))
    expect(all).not.toContain(share.api_key)
    expect(all).not.toContain(query.api_key)
  })

  it('exclude refused calls', async () => {
    const { count } = await list()
    const person = await server.person()
    await person.post('/api/queries/999999', { name: 'x' })
    await person.delete('/api/data_sources/1')
    await server.admin.post('/api/queries', { name: '' })
    expect((await list()).count).toBe(count)
  })
})

it('stores many events in small batches, so that calls are answered between them (OPEN-806)', async () => {
  const { count } = await list()
  const ctx = { ...server.services, viewer: NOBODY, origin: null, baseUrl: '' }
  for (let id = 0; id < 600; id++) recordEvent(ctx, { action: 'view', object_type: 'page', object_id: id })
  await storeSome(server.services)
  expect(await server.services.db.$count(events)).toBe(count + 250)
  await flushRecorded(server.services)
  expect(await server.services.db.$count(events)).toBe(count + 600)
})

it('keeps events and their counts for the configured number of days (OPEN-117)', async () => {
  const { count } = await list()
  server.clock.now = new Date(Date.now() + 86_400_000 * 3)
  await server.admin.post('/api/events', [{ action: 'view', object_type: 'page', object_id: 'later' }])
  await removeOld({ ...server.services, config: { ...server.services.config, eventRetention: 365 } })
  expect((await list()).count).toBe(count + 1)
  await removeOld({ ...server.services, config: { ...server.services.config, eventRetention: 1 } })
  expect(await list()).toMatchObject({ count: 1, results: [{ object_id: 'later' }] })
  expect((await server.admin.get<Popularity>('/api/events/popularity')).body).toMatchObject({ queries: [], dashboards: [] })
  server.clock.now = null
})

describe('the consent to send usage data', () => {
  const isAsked = async () => (await server.admin.get<{ client_config: object }>('/api/session')).body.client_config

  it('is requested from admins until they answer, and stored; nothing is ever sent (OPEN-78)', async () => {
    const person = await server.person()
    expect(await isAsked()).toMatchObject({ showBeaconConsentMessage: true })
    expect((await person.get<{ client_config: object }>('/api/session')).body.client_config).not.toHaveProperty(
      'showBeaconConsentMessage',
    )
    const saved = await server.admin.post('/api/settings/organization', { beacon_consent: true })
    expect(saved.body).toMatchObject({ settings: { beacon_consent: true } })
    expect(await isAsked()).not.toHaveProperty('showBeaconConsentMessage')
    // The pages may only connect to this server.
    const { headers } = await server.anonymous.get('/api/config')
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(headers.get('content-security-policy')).not.toContain('connect-src')
  })
})
