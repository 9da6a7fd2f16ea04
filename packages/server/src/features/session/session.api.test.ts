import { defaultPermissions } from '@sightline/contract/permissions.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { clientOf } from '../../testing/client.ts'
import { ADMIN, startTestServer, type TestServer } from '../../testing/server.ts'
import { buildWebAppFolder } from '../../testing/web-app.ts'
import { users } from '../users/tables.ts'
import { findQueryByKey } from './store.ts'

const PLEASE_LOGIN = "Couldn't find resource. Please login and try again."

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ webApp: buildWebAppFolder() })
})
afterAll(() => server.close())

const form = (fields: Record<string, string>) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})
const DAY = 24 * 3_600_000
const tokenIn = (headers: Headers) => /^session=(\w+)/.exec(cookieOf(headers, 'session') ?? '')?.[1]
const cookieOf = (headers: Headers, name: string) => headers.getSetCookie().find((line) => line.startsWith(`${name}=`))

describe('a visitor without a session', () => {
  it('is redirected from every page except those for signing in and public dashboards (SES-01)', async () => {
    for (const path of [
      '/',
      '/queries',
      '/queries/5/source',
      '/dashboards',
      '/data_sources/new',
      '/embed/query/1/visualization/2',
    ]) {
      const { status, headers } = await server.anonymous.get(path)
      expect([path, status, headers.get('location')]).toEqual([path, 302, `/login?next=${encodeURIComponent(path)}`])
    }
    expect((await server.anonymous.get('/login')).status).toBe(200)
    // The page is served to everyone, with the status 404 for an unknown dashboard.
    expect((await server.anonymous.get('/public/dashboards/token')).headers.get('location')).toBeNull()
  })

  it('is redirected to login with the whole URL, encoded (SES-02)', async () => {
    const { headers } = await server.anonymous.get('/queries/5?p_day=2024-05-01&p_name=a%20b')
    expect(headers.get('location')).toBe('/login?next=%2Fqueries%2F5%3Fp_day%3D2024-05-01%26p_name%3Da%2520b')
  })

  it('gets 404 from API calls, whether or not the path exists (OPEN-69, SES-01)', async () => {
    for (const path of ['/api/session', '/api/queries', '/api/queries/1', '/api/no/such/thing']) {
      expect(await server.anonymous.get(path)).toMatchObject({
        status: 404,
        body: { message: PLEASE_LOGIN, code: 'unauthenticated' },
      })
    }
    expect(await server.anonymous.post('/api/events', [])).toMatchObject({ status: 404, body: { message: PLEASE_LOGIN } })
  })

  it('reads the settings of the installation, with the name of the organization (API-02, OPEN-173)', async () => {
    const { status, body } = await server.anonymous.get('/api/config')
    expect(status).toBe(200)
    expect(body).toMatchObject({ org_slug: 'default', client_config: { dateFormat: 'YYYY-MM-DD', orgName: 'Sightline' } })
    expect(body).not.toHaveProperty('client_config.version')
  })
})

describe('signing in', () => {
  it('redirects to the URL in next (SES-03, OPEN-66)', async () => {
    const { status, headers } = await server.anonymous.fetch('/login?next=%2Fqueries%2F5%3Fp_a%3D1', form(ADMIN))
    expect([status, headers.get('location')]).toEqual([302, '/queries/5?p_a=1'])
    const json = await server.anonymous.post('/login?next=%2Fqueries%2F5', ADMIN)
    expect(json).toMatchObject({ status: 200, body: { next: '/queries/5' } })
  })

  it('redirects home without next, and never to another site (OPEN-66)', async () => {
    for (const next of [
      '',
      '?next=',
      '?next=https%3A%2F%2Fevil.example',
      '?next=%2F%2F%2Fevil.example',
      '?next=javascript%3Aalert(1)',
    ]) {
      const { headers } = await server.anonymous.fetch(`/login${next}`, form(ADMIN))
      expect([next, headers.get('location')]).toEqual([next, '/'])
    }
  })

  it('redirects back to login, keeping next, if it fails, and opens no session (SES-05, OPEN-66)', async () => {
    const { status, headers } = await server.anonymous.fetch('/login?next=%2Fqueries', form({ ...ADMIN, password: 'wrong' }))
    expect([status, headers.get('location')]).toEqual([302, '/login?next=%2Fqueries&error=1'])
    expect(cookieOf(headers, 'session')).toBeUndefined()
  })

  it('fails alike for a wrong password, an unknown and a disabled user (OPEN-66)', async () => {
    const person = await server.person({ password: 'right password' })
    await server.services.db.update(users).set({ disabled_at: new Date() }).where(eq(users.id, person.id))
    const attempts = [
      { email: ADMIN.email, password: 'wrong' },
      { email: 'nobody@example.com', password: 'wrong' },
      { email: person.email, password: 'right password' },
    ]
    for (const attempt of attempts) {
      const { status, body, headers } = await server.anonymous.post('/login', attempt)
      expect([status, body]).toMatchObject([401, { message: 'Wrong email or password.', code: 'wrong_credentials' }])
      expect(cookieOf(headers, 'session')).toBeUndefined()
    }
  })

  it('sets a cookie that scripts cannot read, and a CSRF token that they can (OPEN-70)', async () => {
    const { headers } = await server.anonymous.post('/login', ADMIN)
    expect(cookieOf(headers, 'session')).toMatch(/^session=[A-Za-z0-9]{40}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(cookieOf(headers, 'csrf_token')).toMatch(/^csrf_token=[A-Za-z0-9]{40}; Path=\/; SameSite=Lax$/)
  })

  it('keeps the session for seven days without use if requested', async () => {
    const byForm = await server.anonymous.fetch('/login', form({ ...ADMIN, remember: 'on' }))
    const byJson = await server.anonymous.post('/login', { ...ADMIN, remember: true })
    for (const { headers } of [byForm, byJson]) expect(cookieOf(headers, 'session')).toContain('Max-Age=604800;')
  })

  it('replaces the session when the user signs in again', async () => {
    const browser = await server.signIn(ADMIN.email, ADMIN.password)
    const before = browser.cookies.value('session')
    const again = await browser.post('/login', ADMIN)
    expect(cookieOf(again.headers, 'session')).not.toContain(before)
    expect((await browser.get('/api/session')).status).toBe(404)
  })

  it('shows no sign-in page to signed-in users', async () => {
    const browser = await server.signIn(ADMIN.email, ADMIN.password)
    expect((await browser.get('/login?next=%2Fqueries')).headers.get('location')).toBe('/queries')
    expect((await browser.get('/login')).headers.get('location')).toBe('/')
  })
})

describe('a session', () => {
  it('returns the user and the settings (API-01, SES-06, SES-09)', async () => {
    const browser = await server.signIn(ADMIN.email, ADMIN.password)
    const { status, body } = await browser.get<{ user: { permissions: string[] } }>('/api/session')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      user: { id: server.admin.id, email: ADMIN.email, groups: [1, 2], profile_image_url: '/static/images/avatar.svg' },
      messages: [],
      org_slug: 'default',
      client_config: { version: expect.stringMatching(/^\d+\.\d+\.\d+$/), newVersionAvailable: false },
    })
    expect(body.user.permissions).toEqual(expect.arrayContaining(['admin', 'super_admin', 'view_query']))
  })

  it('returns the client settings (SES-10, SES-11, OPEN-05, OPEN-25, OPEN-63)', async () => {
    const { body } = await server.admin.get('/api/session')
    expect(body).toMatchObject({
      client_config: {
        dateFormat: 'YYYY-MM-DD',
        dateTimeFormat: 'YYYY-MM-DD HH:mm',
        pageSize: 20,
        pageSizeOptions: [5, 10, 20, 50, 100],
        mailSettingsMissing: true,
        dashboardRefreshIntervals: [60, 300, 600, 1800, 3600, 43200, 86400],
        allowCustomJSVisualizations: false,
      },
    })
    expect(body).toHaveProperty('client_config.queryRefreshIntervals.20', 2_592_000)
  })

  it('says whether naming a draft publishes it, which can be configured (OPEN-49)', async () => {
    const { config } = server.services
    const clientConfig = async () => (await server.admin.get<{ client_config: object }>('/api/session')).body.client_config
    expect(await clientConfig()).toMatchObject({ autoPublishNamedQueries: true })
    config.publishesNamedQueries = readConfig({
      SIGHTLINE_DATA_DIR: config.dataDir,
      SIGHTLINE_AUTO_PUBLISH: '0',
    }).publishesNamedQueries
    expect(await clientConfig()).toMatchObject({ autoPublishNamedQueries: false })
    config.publishesNamedQueries = true
  })

  it('returns the configured maximum size of JSON cells (OPEN-64)', async () => {
    const { config } = server.services
    const clientConfig = async () => (await server.admin.get<{ client_config: object }>('/api/session')).body.client_config
    expect(await clientConfig()).toMatchObject({ tableCellMaxJSONSize: 50_000 })
    config.maxCellJson = readConfig({ SIGHTLINE_DATA_DIR: config.dataDir, SIGHTLINE_TABLE_CELL_MAX_JSON: '120' }).maxCellJson
    expect(await clientConfig()).toMatchObject({ tableCellMaxJSONSize: 120 })
    config.maxCellJson = 50_000
  })

  it('says if the email address is not verified (OPEN-79)', async () => {
    const person = await server.person()
    await server.services.db.update(users).set({ is_email_verified: false }).where(eq(users.id, person.id))
    expect((await person.get('/api/session')).body).toMatchObject({ messages: ['email-not-verified'] })
  })

  it('ends with logout (SES-04)', async () => {
    const browser = await server.signIn(ADMIN.email, ADMIN.password)
    expect((await browser.get('/api/session')).status).toBe(200)
    const { status, headers } = await browser.get('/logout')
    expect([status, headers.get('location')]).toEqual([302, '/login'])
    expect(cookieOf(headers, 'session')).toMatch(/^session=; Max-Age=0;/)
    expect((await browser.get('/api/session')).status).toBe(404)
    expect((await browser.get('/queries')).headers.get('location')).toBe('/login?next=%2Fqueries')
  })

  it("ends with a post of the web app with the CSRF token, which also clears the browser's cache (SES-04)", async () => {
    const browser = await server.signIn(ADMIN.email, ADMIN.password)
    const forged = await server.anonymous.post('/logout', undefined, { cookie: browser.cookies.header() })
    expect(forged).toMatchObject({ status: 400, body: { code: 'csrf_invalid' } })
    expect((await browser.get('/api/session')).status).toBe(200)
    const { status, headers } = await browser.post('/logout')
    expect([status, headers.get('clear-site-data')]).toEqual([204, '"cache"'])
    expect((await browser.get('/api/session')).status).toBe(404)
  })

  it('does not end if an image or another site requests logout', async () => {
    const browser = await server.signIn(ADMIN.email, ADMIN.password)
    const asked: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' },
      { accept: 'image/avif,image/webp,*/*;q=0.8' },
    ]
    for (const headers of asked) {
      const reply = await browser.get('/logout', headers)
      expect([reply.status, reply.headers.get('location')]).toEqual([302, '/'])
      expect((await browser.get('/api/session')).status).toBe(200)
    }
    await browser.get('/logout', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' })
    expect((await browser.get('/api/session')).status).toBe(404)
  })

  it('ends six hours after its last use', async () => {
    const browser = await server.signIn(ADMIN.email, ADMIN.password)
    const start = Date.now()
    const statusAfter = async (hours: number) => {
      server.clock.now = new Date(start + hours * 3_600_000)
      return (await browser.get('/api/session')).status
    }
    expect([await statusAfter(5), await statusAfter(10), await statusAfter(16.1)]).toEqual([200, 200, 404])
    server.clock.now = null
  })

  it('ends after thirty or the configured number of days, however much it is used', async () => {
    const start = Date.now()
    const browserAt = async (days: number) => {
      server.clock.now = new Date(start + days * DAY)
      return browser.get('/api/session')
    }
    const { headers } = await server.anonymous.post('/login', { ...ADMIN, remember: true })
    const browser = clientOf(server.url, () => ({ cookie: `session=${tokenIn(headers)}` }))
    for (const days of [6, 12, 18]) {
      const reply = await browserAt(days)
      expect([days, reply.status, cookieOf(reply.headers, 'session')]).toEqual([
        days,
        200,
        expect.stringContaining('Max-Age=604800;'),
      ])
    }
    expect(cookieOf((await browserAt(24.5)).headers, 'session')).toMatch(/Max-Age=47[45]\d{3};/)
    expect((await browserAt(29.9)).status).toBe(200)
    expect((await browserAt(30.1)).status).toBe(404)

    server.clock.now = new Date(start)
    const again = await server.signIn(ADMIN.email, ADMIN.password)
    server.services.config.sessionDays = 1
    for (const [hours, status] of [
      [5, 200],
      [10, 200],
      [15, 200],
      [20, 200],
      [23, 200],
      [24.1, 404],
    ] as const) {
      server.clock.now = new Date(start + hours * 3_600_000)
      expect([hours, (await again.get('/api/session')).status]).toEqual([hours, status])
    }
    server.services.config.sessionDays = 30
    server.clock.now = null
  })

  it('ends when its user is disabled', async () => {
    const person = await server.person({ password: 'right password' })
    const browser = await server.signIn(person.email, 'right password')
    await server.services.db.update(users).set({ disabled_at: new Date() }).where(eq(users.id, person.id))
    expect((await browser.get('/api/session')).status).toBe(404)
  })

  it('changes nothing without its CSRF token (OPEN-70)', async () => {
    const browser = await server.signIn(ADMIN.email, ADMIN.password)
    const event = [{ action: 'view', object_type: 'page', object_id: 'home' }]
    for (const token of ['', 'x'.repeat(40)]) {
      const reply = await browser.post('/api/events', event, { 'x-csrf-token': token })
      expect(reply).toMatchObject({ status: 400, body: { code: 'csrf_invalid', message: expect.stringContaining('CSRF') } })
    }
    expect((await browser.post('/api/events', event)).status).toBe(200)
    const sent = { 'x-csrf-token': '', 'x-csrftoken': browser.cookies.value('csrf_token') ?? '' }
    expect((await server.admin.post('/api/events', event, { 'x-csrf-token': '' })).status).toBe(200)
    expect((await browser.get('/ping', sent)).body).toBe('PONG.')
  })

  it('sends its CSRF token with every response (OPEN-70)', async () => {
    const browser = await server.signIn(ADMIN.email, ADMIN.password)
    const token = browser.cookies.value('csrf_token')
    for (const path of ['/ping', '/api/session', '/queries', '/api/nowhere']) {
      expect(cookieOf((await browser.get(path)).headers, 'csrf_token')).toContain(`csrf_token=${token};`)
    }
    expect(cookieOf((await server.anonymous.get('/ping')).headers, 'csrf_token')).toMatch(/^csrf_token=[A-Za-z0-9]{40};/)
  })
})

describe('a key', () => {
  it('in the header authenticates its user, with or without the prefix Key (SES-14)', async () => {
    const { apiKey, id } = await server.person()
    for (const authorization of [`Key ${apiKey}`, apiKey]) {
      const { status, body } = await server.anonymous.get('/api/session', { authorization })
      expect([status, body]).toMatchObject([200, { user: { id } }])
    }
  })

  it('in the URL authenticates its user, and takes precedence over the header', async () => {
    const person = await server.person()
    const { body } = await server.admin.get(`/api/session?api_key=${person.apiKey}`)
    expect(body).toMatchObject({ user: { id: person.id } })
  })

  it('that is unknown, or of a disabled user, is ignored (SES-15)', async () => {
    const person = await server.person()
    await server.services.db.update(users).set({ disabled_at: new Date() }).where(eq(users.id, person.id))
    for (const authorization of [`Key ${person.apiKey}`, `Key ${'a'.repeat(40)}`, 'Key ', 'Basic dXNlcjpwYXNz']) {
      expect(await server.anonymous.get('/api/session', { authorization })).toMatchObject({ status: 404 })
    }
  })

  it('of a query has the groups that share the data source of that query, and no others', async () => {
    const group = await buildGroup(server)
    await buildDataSource(server, { groups: { [await buildGroup(server)]: false } })
    const { id: data_source_id } = await buildDataSource(server, { groups: { [group]: true } })
    const { id, api_key } = await buildQuery(server.admin, { data_source_id })
    if (api_key === null) throw new Error('The admin was not shown the key.')
    expect(await findQueryByKey(server.services.db, id, api_key)).toMatchObject({ id, isArchived: false, groupIds: [group] })
    expect(await findQueryByKey(server.services.db, id, 'another key')).toBeUndefined()
  })

  it('records the activity of its user at most once a minute', async () => {
    const person = await server.person()
    const activeAt = async () => {
      const [row] = await server.services.db.select({ at: users.active_at }).from(users).where(eq(users.id, person.id))
      return row?.at?.toISOString()
    }
    for (const now of ['2030-01-01T10:00:00.000Z', '2030-01-01T10:00:59.000Z']) {
      server.clock.now = new Date(now)
      await person.get('/api/session')
      expect(await activeAt()).toBe('2030-01-01T10:00:00.000Z')
    }
    server.clock.now = new Date('2030-01-01T10:01:01.000Z')
    await person.get('/api/session')
    expect(await activeAt()).toBe('2030-01-01T10:01:01.000Z')
    server.clock.now = null
  })
})

describe('permissions', () => {
  it('are the union of what the groups grant (PERM-01)', async () => {
    const one = await server.person({ permissions: ['view_query'] })
    const other = await server.person({ permissions: ['list_users', 'view_query'] })
    const both = await server.person({ groups: [...one.groupIds, ...other.groupIds] })
    const { body } = await both.get('/api/session')
    expect(body).toMatchObject({ user: { permissions: ['view_query', 'list_users'], groups: both.groupIds } })
  })

  it('of an admin include all of the group default, but never super_admin (OPEN-29)', async () => {
    const person = await server.person({ permissions: ['admin'] })
    const { body } = await person.get<{ user: { permissions: string[] } }>('/api/session')
    expect(new Set(body.user.permissions)).toEqual(new Set(['admin', ...defaultPermissions]))
  })

  it('that are missing lead to 403, unknown objects to 404, each with a message (PERM-42)', async () => {
    const person = await server.person({ permissions: ['view_query'] })
    expect(await person.get('/api/data_sources/types')).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("You don't have the permission") },
    })
    for (const path of ['/api/queries/999999', '/api/queries/abc', '/api/nowhere']) {
      expect(await person.get(path)).toMatchObject({ status: 404, body: { message: expect.stringContaining('not found') } })
    }
  })
})

describe('the URL of the site', () => {
  it('has no organization part (OPEN-74)', async () => {
    expect((await server.admin.get('/api/session')).status).toBe(200)
    expect((await server.admin.get('/default/api/session')).body).not.toMatchObject({ user: expect.anything() })
  })

  it('includes its base path, which pages, cookies and redirects use (SES-12)', async () => {
    const below = await startTestServer({ config: { baseUrl: 'https://example.com/sight/' }, webApp: buildWebAppFolder() })
    try {
      expect((await below.anonymous.get('/api/config')).body).toMatchObject({
        client_config: { basePath: 'https://example.com/sight/' },
      })
      expect((await below.anonymous.get('/sight/api/config')).status).toBe(200)
      expect((await below.anonymous.get('/sight/queries')).headers.get('location')).toBe('/sight/login?next=%2Fsight%2Fqueries')
      const page = await below.anonymous.get('/sight/login')
      expect(page.body).toContain('<base href="/sight/"')
      const { headers } = await below.anonymous.post('/sight/login', ADMIN)
      expect(cookieOf(headers, 'session')).toMatch(/Path=\/sight\/; HttpOnly; Secure; SameSite=Lax/)
    } finally {
      await below.close()
    }
  })
})
