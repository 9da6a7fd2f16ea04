import { apiKeyScopes } from '@sightline/contract/api-key-scopes.ts'
import type { ApiKey, CreatedApiKey } from '@sightline/contract/api-keys.ts'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { clientOf, type Reply, type TestClient } from '../../testing/client.ts'
import { ADMIN, type Browser, type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { auditEntries } from '../audit/tables.ts'
import { apiKeys } from './tables.ts'

const PASSWORD = 'a good password'
const DAY_MS = 86_400_000

let server: TestServer
let ada: Person
let browser: Browser
beforeAll(async () => {
  server = await startTestServer()
  ada = await server.person({ password: PASSWORD })
  browser = await server.signIn(ada.email, PASSWORD)
})
afterAll(() => server.close())
afterEach(() => {
  server.clock.now = null
})

const fields = { name: 'Nightly report', scopes: ['read'], expires_at: null }
const keysOf = ({ id }: { id: number }) => `/api/users/${id}/api_keys`
const create = (changes: object = {}, owner: TestClient = browser, { id } = ada) =>
  owner.post<CreatedApiKey>(keysOf({ id }), { ...fields, ...changes })
const clientWith = ({ body }: Reply<CreatedApiKey>) => clientOf(server.url, () => ({ authorization: `Bearer ${body.key}` }))
const codeOf = ({ status, body }: Reply) => [status, (body as { code?: string } | null)?.code]

describe('an API key with scopes', () => {
  it('is accepted wherever the personal key is: as Key, as Bearer, bare, and in the URL (OPEN-306)', async () => {
    const { key } = (await create()).body
    expect(key).toMatch(/^slk_[A-Za-z0-9]{40}$/)
    const replies = [
      await server.anonymous.get('/api/queries', { authorization: `Key ${key}` }),
      await server.anonymous.get('/api/queries', { authorization: `Bearer ${key}` }),
      await server.anonymous.get('/api/queries', { authorization: key }),
      await server.anonymous.get(`/api/queries?api_key=${key}`),
      await server.anonymous.get('/api/queries', { authorization: `Bearer ${ada.apiKey}` }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  })

  it('permits only calls of its scopes, and says which one is missing (OPEN-306)', async () => {
    const { id: data_source_id } = await buildDataSource(server)
    const query = await buildQuery(ada, { data_source_id })
    const calls = async (client: TestClient) => [
      codeOf(await client.get(`/api/queries/${query.id}`)),
      codeOf(await client.post(`/api/queries/${query.id}/results`, { max_age: 0 })),
      codeOf(await client.post(`/api/queries/${query.id}`, { name: 'Renamed' })),
      codeOf(await client.post(`/api/users/${ada.id}`, { name: 'Renamed' })),
    ]
    const yes = [200, undefined]
    const no = [403, 'scope_missing']
    expect(await calls(clientWith(await create()))).toEqual([yes, no, no, no])
    expect(await calls(clientWith(await create({ scopes: ['run'] })))).toEqual([no, yes, no, no])
    expect(await calls(clientWith(await create({ scopes: ['edit', 'read'] })))).toEqual([yes, no, yes, no])
    const refused = await clientWith(await create()).post(`/api/queries/${query.id}`, { name: 'Renamed' })
    expect(refused.body).toMatchObject({ message: 'This API key does not permit this call: it needs the scope edit.' })
  })

  it('never shows keys that can do more than itself (OPEN-306)', async () => {
    const { id: data_source_id } = await buildDataSource(server)
    const query = await buildQuery(ada, { data_source_id })
    const reader = clientWith(await create())
    expect((await reader.get<object>(`/api/users/${ada.id}`)).body).not.toHaveProperty('api_key')
    expect((await reader.get(`/api/queries/${query.id}`)).body).toMatchObject({ api_key: null })
    expect(codeOf(await reader.post(keysOf(ada), fields))).toEqual([403, 'scope_missing'])
  })

  it('has the rights of an admin only with the scope administer, which only admins can give (OPEN-306)', async () => {
    const admin = await server.signIn(ADMIN.email, ADMIN.password)
    const hidden = await buildDataSource(server, { groups: { [await buildGroup(server)]: false } })
    const query = await buildQuery(server.admin, { data_source_id: hidden.id })
    const [limited, full] = [
      clientWith(await create({ scopes: ['read', 'run', 'edit'] }, admin, server.admin)),
      clientWith(await create({ scopes: ['read', 'administer'] }, admin, server.admin)),
    ]
    expect([
      (await limited.get(`/api/queries/${query.id}`)).status,
      (await full.get(`/api/queries/${query.id}`)).status,
    ]).toEqual([403, 200])
    expect([codeOf(await limited.get('/api/audit')), codeOf(await full.get('/api/audit'))]).toEqual([
      [403, 'scope_missing'],
      [200, undefined],
    ])
    expect(codeOf(await create({ scopes: ['administer'] }))).toEqual([403, 'api_key_scope_refused'])
  })

  it('creates nothing that has no scopes or outlives it: credentials, public URLs, admins (OPEN-816)', async () => {
    const admin = await server.signIn(ADMIN.email, ADMIN.password)
    const key = clientWith(await create({ scopes: [...apiKeyScopes] }, admin, server.admin))
    const { body: account } = await server.admin.post<{ id: number }>('/api/service_accounts', { name: 'Nightly' })
    const { body: board } = await key.post<{ slug: string }>('/api/dashboards', { name: 'Board' })
    const groups = (await server.admin.get<{ id: number; name: string }[]>('/api/groups')).body
    const admins = groups.find(({ name }) => name === 'admin')?.id
    const calls: [string, object?][] = [
      [`/api/dashboards/${board.slug}/share`],
      [`/api/users/${server.admin.id}/reset_password`],
      [keysOf(account), fields],
      ['/api/scim/tokens', { name: 'Directory' }],
      [`/api/groups/${admins}/members`, { user_id: account.id }],
      [`/api/users/${ada.id}`, { group_ids: [...ada.groupIds, admins] }],
      ['/api/group_mappings', { mappings: [{ value: 'staff', group_id: admins }] }],
    ]
    for (const [path, body] of calls) {
      expect([path, ...codeOf(await key.post(path, body))]).toEqual([path, 403, 'unscoped_key_needed'])
      expect([path, (await server.admin.post(path, body)).status]).toEqual([path, 200])
    }
    const factor = `/api/users/${ada.id}/second_factor`
    expect(codeOf(await key.delete(factor))).toEqual([403, 'unscoped_key_needed'])
    expect((await server.admin.delete(factor)).status).toBe(200)
  })

  it('does not see the public URL of a dashboard, which has no scopes (OPEN-817)', async () => {
    const { body: board } = await ada.post<{ slug: string }>('/api/dashboards', { name: 'Shared board' })
    await ada.post(`/api/dashboards/${board.slug}/share`)
    const path = `/api/dashboards/${board.slug}`
    expect((await ada.get(path)).body).toMatchObject({ api_key: expect.any(String), public_url: expect.any(String) })
    const { body } = await clientWith(await create({ scopes: ['read', 'edit'] })).get<object>(path)
    expect(body).toMatchObject({ slug: board.slug })
    expect(body).not.toHaveProperty('api_key')
    expect(body).not.toHaveProperty('public_url')
  })

  it('is made in a session alone, and only for oneself (OPEN-306)', async () => {
    const bob = await server.person()
    const admin = await server.signIn(ADMIN.email, ADMIN.password)
    expect(codeOf(await create({}, ada))).toEqual([403, 'session_needed'])
    expect(codeOf(await create({}, browser, bob))).toEqual([403, 'forbidden'])
    expect(codeOf(await create({}, admin, bob))).toEqual([403, 'forbidden'])
  })

  it('is stored as a hash and returned once (OPEN-306)', async () => {
    const { id, key } = (await create()).body
    const [row] = await server.services.db.select().from(apiKeys).where(eq(apiKeys.id, id))
    expect(JSON.stringify(row)).not.toContain(key)
    const { body: list } = await browser.get<ApiKey[]>(keysOf(ada))
    expect(JSON.stringify(list)).not.toContain(key)
    expect(list.find((one) => one.id === id)).toMatchObject({ name: fields.name, scopes: ['read'], ending: key.slice(-4) })
  })

  it('can have any name, also one with emoji, but not a blank one, no scope or an unknown one (OPEN-306)', async () => {
    expect((await create({ name: '  Überwachung 🚀👩‍💻 ' })).body).toMatchObject({ name: 'Überwachung 🚀👩‍💻' })
    for (const wrong of [{ name: ' ' }, { name: 'x'.repeat(101) }, { scopes: [] }, { scopes: ['all'] }, { expires_at: 'soon' }])
      expect(codeOf(await create(wrong))).toEqual([400, 'invalid_input'])
  })
})

describe('the end of an API key', () => {
  const isUnknown = async (client: TestClient) => {
    const unknown = await server.anonymous.get('/api/queries', { authorization: `Bearer slk_${'x'.repeat(40)}` })
    const { status, body } = await client.get('/api/queries')
    expect({ status, body }).toEqual({ status: unknown.status, body: unknown.body })
    expect(unknown).toMatchObject({ status: 404, body: { code: 'unauthenticated' } })
  }

  it('comes at its expiry; it is then answered like an unknown one (OPEN-307)', async () => {
    const now = new Date()
    server.clock.now = now
    const client = clientWith(await create({ expires_at: new Date(now.getTime() + DAY_MS).toISOString() }))
    expect((await client.get('/api/queries')).status).toBe(200)
    server.clock.now = new Date(now.getTime() + DAY_MS)
    await isUnknown(client)
  })

  it('shows in the list from its expiry on, by the clock of the server (OPEN-552)', async () => {
    const now = new Date()
    server.clock.now = now
    const { body: created } = await create({ expires_at: new Date(now.getTime() + DAY_MS).toISOString() })
    const isExpired = async () => (await ada.get<ApiKey[]>(keysOf(ada))).body.find(({ id }) => id === created.id)?.is_expired
    expect([created.is_expired, await isExpired()]).toEqual([false, false])
    server.clock.now = new Date(now.getTime() + DAY_MS)
    expect(await isExpired()).toBe(true)
  })

  it('comes when its user or an admin revokes it, with an entry in the audit log (OPEN-307)', async () => {
    const created = [await create({ name: 'First' }), await create({ name: 'Second' })] as const
    const at = ({ body }: Reply<CreatedApiKey>) => `${keysOf(ada)}/${body.id}`
    expect((await (await server.person()).delete(at(created[0]))).status).toBe(403)
    expect((await browser.delete(at(created[0]))).body).toMatchObject({ revoked_at: expect.any(String) })
    expect((await server.admin.delete(at(created[1]))).status).toBe(200)
    for (const reply of created) await isUnknown(clientWith(reply))
    expect((await browser.delete(at(created[0]))).status).toBe(404)
    const entries = await server.services.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.object_id, String(ada.id)))
    const about = (name: string) => entries.filter(({ details }) => details.key_name === name).map(({ action }) => action)
    expect(about('First')).toEqual(['user.create_api_key', 'user.revoke_api_key'])
    expect(
      entries.find(({ details, action }) => details.key_name === 'Second' && action === 'user.revoke_api_key'),
    ).toMatchObject({
      actor_id: server.admin.id,
    })
  })

  it('comes when its user is disabled, until the user is enabled (OPEN-307)', async () => {
    const bob = await server.person({ password: PASSWORD })
    const client = clientWith(await create({}, await server.signIn(bob.email, PASSWORD), bob))
    await server.admin.post(`/api/users/${bob.id}/disable`)
    await isUnknown(client)
    await server.admin.delete(`/api/users/${bob.id}/disable`)
    expect((await client.get('/api/queries')).status).toBe(200)
  })

  it('must be in the future, and within the lifetime that the organization allows (OPEN-307)', async () => {
    const inDays = (days: number) => ({ expires_at: new Date(Date.now() + days * DAY_MS).toISOString() })
    expect(codeOf(await create(inDays(-1)))).toEqual([400, 'api_key_expiry_past'])
    await server.admin.post('/api/settings/organization', { max_api_key_days: 30 })
    const replies = [await create(), await create(inDays(32)), await create(inDays(30))]
    await server.admin.post('/api/settings/organization', { max_api_key_days: null })
    expect(replies.map(codeOf)).toEqual([
      [400, 'api_key_expiry_far'],
      [400, 'api_key_expiry_far'],
      [200, undefined],
    ])
  })

  it('is needed for another one after 50 (OPEN-307)', async () => {
    const bob = await server.person({ password: PASSWORD })
    const session = await server.signIn(bob.email, PASSWORD)
    const ids: number[] = []
    for (let made = 0; made < 50; made++) ids.push((await create({}, session, bob)).body.id)
    expect(codeOf(await create({}, session, bob))).toEqual([400, 'api_key_limit'])
    await session.delete(`${keysOf(bob)}/${ids[0]}`)
    expect((await create({}, session, bob)).status).toBe(200)
  })
})

it('shows the day on which a key was last used, which is written once a day (OPEN-307)', async () => {
  const lastUse = async (id: number) =>
    (await browser.get<ApiKey[]>(keysOf(ada))).body.find((key) => key.id === id)?.last_used_on
  server.clock.now = new Date()
  const created = await create()
  expect(await lastUse(created.body.id)).toBeNull()
  await clientWith(created).get('/api/queries')
  expect(await lastUse(created.body.id)).toBe(server.clock.now.toISOString().slice(0, 10))
})
