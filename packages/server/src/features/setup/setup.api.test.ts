import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { buildWebAppFolder } from '../../testing/web-app.ts'
import { organizations } from '../settings/tables.ts'
import { groups, users } from '../users/tables.ts'
import { prepareFirstStart } from './service.ts'

const PERSON = { name: 'Ada', email: 'Ada@Example.com', password: 'a sentence', org_name: 'Analytical Engines' }

let server: TestServer
afterEach(() => server.close())

const start = async () => {
  server = await startTestServer({ isSetUp: false, webApp: buildWebAppFolder() })
  return { ...PERSON, token: server.setupToken }
}

describe('a server before set-up', () => {
  it('redirects every page to setup, and reports that it is needed (OPEN-67)', async () => {
    await start()
    for (const path of ['/', '/queries', '/login']) {
      const { status, headers } = await server.anonymous.get(path)
      expect([path, status, headers.get('location')]).toEqual([path, 302, '/setup'])
    }
    expect((await server.anonymous.get('/setup')).status).toBe(200)
    expect((await server.anonymous.get('/api/setup')).body).toEqual({
      is_needed: true,
      sample_data: false,
      is_sample_coming: false,
    })
  })

  it('creates the organization, its groups and the first user, and signs in (OPEN-67)', async () => {
    const { status, headers } = await setUp(await start())
    expect(status).toBe(200)
    const cookie = headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const session = await server.anonymous.get('/api/session', { cookie })
    expect(session.body).toMatchObject({ user: { name: 'Ada', email: 'ada@example.com' }, messages: [] })

    const { db } = server.services
    expect(await db.select().from(organizations)).toMatchObject([{ name: 'Analytical Engines', slug: 'default' }])
    const made = await db.select().from(groups).orderBy(groups.id)
    expect(made.map(({ name, type }) => [name, type])).toEqual([
      ['admin', 'builtin'],
      ['default', 'builtin'],
    ])
    const [user] = await db.select().from(users).where(eq(users.email, 'ada@example.com'))
    expect(user?.group_ids).toEqual(made.map(({ id }) => id))
    expect(user?.password_hash).toMatch(/^\$argon2id\$/)
  })

  const settings = async () => (await server.services.db.select().from(organizations))[0]?.settings

  it('begins with the time zone and the first weekday of the browser (ORG-17)', async () => {
    await setUp({ ...(await start()), time_zone: 'Asia/Kolkata', week_start: 'Monday' })
    expect(await settings()).toEqual({ time_zone: 'Asia/Kolkata', week_start: 'Monday', language: 'en' })
  })

  it('leaves out a time zone that the server does not know (ORG-17)', async () => {
    await setUp({ ...(await start()), time_zone: 'Mars/Base' })
    expect(await settings()).toEqual({ language: 'en' })
  })

  it('accepts a plain form and redirects home', async () => {
    const { token, ...person } = await start()
    const body = new URLSearchParams({ ...person, token: token ?? '' }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const reply = await server.anonymous.fetch('/setup', { method: 'POST', headers, body })
    expect([reply.status, reply.headers.get('location')]).toEqual([302, '/'])
  })

  it('refuses callers without the token', async () => {
    const input = await start()
    for (const token of ['', 'x'.repeat(40)]) {
      expect(await server.anonymous.post('/api/setup', { ...input, token })).toMatchObject({
        status: 403,
        body: { code: 'setup_token_invalid' },
      })
    }
    expect(await server.services.db.select().from(users)).toEqual([])
  })

  it('refuses passwords of fewer than 6 characters, and objects in place of strings', async () => {
    const input = await start()
    for (const change of [
      { password: '12345' },
      { token: { $ne: '' } },
      { email: ['a@b.example'] },
      { name: { first: 'Ada' } },
    ]) {
      expect(await server.anonymous.post('/api/setup', { ...input, ...change })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', message: expect.stringContaining(`"${Object.keys(change)[0]}"`) },
      })
    }
  })

  it('refuses a common password, on the page and in SIGHTLINE_ADMIN_PASSWORD', async () => {
    const input = await start()
    const refusal = { status: 400, body: { code: 'password_common' } }
    expect(await server.anonymous.post('/api/setup', { ...input, password: 'password123' })).toMatchObject(refusal)
    const config = { ...server.services.config, admin: { email: 'ada@example.com', password: 'password123' } }
    await expect(prepareFirstStart({ ...server.services, config })).rejects.toThrow(
      'SIGHTLINE_ADMIN_PASSWORD: This password is one of the most common ones.',
    )
    expect(await server.services.db.select().from(users)).toEqual([])
  })

  it('keeps its token over a restart', async () => {
    const { token } = await start()
    expect(await prepareFirstStart(server.services)).toBe(token)
  })

  it('is set up once by processes that start together', async () => {
    await start()
    const admin = { email: 'ada@example.com', password: 'a sentence' }
    const services = { ...server.services, config: { ...server.services.config, admin } }
    expect(await Promise.all([prepareFirstStart(services), prepareFirstStart(services)])).toEqual([null, null])
    expect(await services.db.select().from(users)).toMatchObject([{ email: 'ada@example.com', name: 'ada' }])
  })

  it('says in every process that the sample data is coming, until a worker has installed it (OPEN-813)', async () => {
    server = await startTestServer({ isSetUp: false, hasWorker: false, webApp: buildWebAppFolder() })
    server.services.config.sampleData = true
    const { services } = server
    const isComing = async () => (await server.anonymous.get<{ is_sample_coming: boolean }>('/api/setup')).body.is_sample_coming
    expect(await isComing()).toBe(false)
    await setUp({ ...PERSON, token: server.setupToken })
    expect(await isComing()).toBe(true)
    const [job] = (await services.queue.snapshot()).jobs
    expect(job).toMatchObject({ name: 'install_sample', state: 'waiting' })
  })

  it('can be set up only once, even by two concurrent calls', async () => {
    const input = await start()
    const replies = await Promise.all([setUp(input), setUp({ ...input, email: 'eve@example.com' })])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await setUp(input)).toMatchObject({ status: 404, body: { code: 'setup_done' } })
    expect((await server.anonymous.get('/setup')).headers.get('location')).toBe('/')
    expect((await server.anonymous.get('/api/setup')).body).toMatchObject({ is_needed: false })
    expect(await server.services.db.select().from(users)).toHaveLength(1)
    expect(await prepareFirstStart(server.services)).toBeNull()
  })
})

const setUp = (input: Record<string, unknown>) => server.anonymous.post('/api/setup', input)
