import { once } from 'node:events'
import { connect } from 'node:net'
import type { NewScimToken, ScimToken } from '@sightline/contract/scim.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { auditEntries } from '../audit/tables.ts'
import { scimTokens } from './tables.ts'

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

let server: TestServer
let token: NewScimToken
beforeAll(async () => {
  server = await startTestServer({ hasWorker: false })
  token = (await server.admin.post<NewScimToken>('/api/scim/tokens', { name: 'Directory' })).body
})
afterAll(() => server.close())

/** The attributes of resources, lists and errors that tests read; a reply has those of its kind. */
interface ScimReply {
  id: string
  userName: string
  displayName: string
  externalId: string
  active: boolean
  groups: unknown[]
  members: { value: string }[]
  endpoint: string
  totalResults: number
  Resources: ScimReply[]
  scimType: string
}

/** A call with a token. @returns the status and the parsed body */
async function call(method: string, path: string, body?: unknown, secret = token.token) {
  const response = await server.anonymous.fetch(`/scim/v2/${path}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/scim+json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: JSON.parse(text || '{}') as ScimReply }
}
const patch = (path: string, ...Operations: unknown[]) => call('PATCH', path, { schemas: [PATCH], Operations })
const find = (kind: 'Users' | 'Groups', filter: string) => call('GET', `${kind}?filter=${encodeURIComponent(filter)}`)

let count = 0
async function newUser(more: Record<string, unknown> = {}) {
  const userName = `person${++count}@example.com`
  const reply = await call('POST', 'Users', { userName, externalId: `ext-${count}`, displayName: `Person ${count}`, ...more })
  expect(reply.status).toBe(201)
  return reply.body
}
const newGroup = async (more: Record<string, unknown> = {}) =>
  (await call('POST', 'Groups', { displayName: `Team ${++count}`, ...more })).body

describe('SCIM tokens', () => {
  it('are made by admins, at most two, shown once and stored as a hash (OPEN-305)', async () => {
    const analyst = await server.person()
    expect((await analyst.post('/api/scim/tokens', { name: 'Mine' })).status).toBe(403)
    const other = await server.admin.post<NewScimToken>('/api/scim/tokens', { name: 'Next' })
    expect(other.body.token).toMatch(/^[A-Za-z0-9]{40}$/)
    expect(await server.admin.post('/api/scim/tokens', { name: 'Third' })).toMatchObject({
      status: 400,
      body: { code: 'scim_tokens_full' },
    })
    const rows = await server.services.db.select().from(scimTokens)
    expect(JSON.stringify(rows)).not.toContain(other.body.token)
    expect(JSON.stringify((await server.admin.get('/api/scim/tokens')).body)).not.toContain(other.body.token)

    expect((await call('GET', 'Users', undefined, other.body.token)).status).toBe(200)
    const { body } = await server.admin.get<ScimToken[]>('/api/scim/tokens')
    expect(body.find(({ id }) => id === other.body.id)?.last_used_at).not.toBeNull()
    expect((await server.admin.delete(`/api/scim/tokens/${other.body.id}`)).status).toBe(200)
    expect((await call('GET', 'Users', undefined, other.body.token)).status).toBe(401)
    const entries = await server.services.db.select().from(auditEntries).where(eq(auditEntries.object_type, 'scim_token'))
    expect(entries.map(({ action }) => action).slice(-2)).toEqual(['scim_token.create', 'scim_token.revoke'])
  })

  it('are the only way into SCIM, and open nothing else (OPEN-305)', async () => {
    for (const secret of ['', 'wrong', 'x'.repeat(40), `${token.token}x`, server.admin.apiKey])
      expect(await call('GET', 'Users', undefined, secret)).toMatchObject({ status: 401, body: { status: '401' } })
    const cookie = await server.admin.fetch('/scim/v2/Users')
    expect([cookie.status, cookie.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    const headers = { authorization: `Bearer ${token.token}` }
    expect((await server.anonymous.get('/api/users', headers)).status).toBe(404)
    expect((await server.anonymous.get('/api/users', { authorization: token.token })).status).toBe(404)
  })
})

it('a caller without a token is refused before the body has arrived (OPEN-844)', async () => {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.write(
    'POST /scim/v2/Users HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/scim+json\r\ncontent-length: 2000000\r\n\r\n{',
  )
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  expect(answer.toString()).toMatch(/^HTTP\/1.1 401 /)
  expect(answer.toString()).toMatch(/^www-authenticate: Bearer\r$/im)
})

describe('users over SCIM', () => {
  it('are created without an invitation, found by filters, and listed in pages (OPEN-303)', async () => {
    const user = await newUser({ name: { givenName: 'Ada', familyName: 'Lovelace' }, title: 'Countess', active: 'True' })
    expect(user).toMatchObject({ displayName: `Person ${count}`, name: { givenName: 'Ada' }, active: true })
    expect(await call('GET', `Users/${user.id}`)).toMatchObject({ status: 200, body: user })
    for (const filter of [
      `userName eq "${user.userName.toUpperCase()}"`,
      `externalId eq "${user.externalId}"`,
      `emails.value eq "${user.userName}" and active eq true`,
      `emails[type eq "work" and value eq "${user.userName}"]`,
      `urn:ietf:params:scim:schemas:core:2.0:User:displayName eq "${user.displayName}"`,
      `userName sw "${user.userName.slice(0, -1)}" and not (userName eq "x")`,
    ])
      expect([filter, (await find('Users', filter)).body.Resources.map(({ id }) => id)]).toEqual([filter, [user.id]])
    expect((await find('Users', 'userName eq "nobody"')).body).toMatchObject({ totalResults: 0, Resources: [] })
    await newUser()
    const all = (await call('GET', 'Users?count=0')).body.totalResults
    const second = await call('GET', `Users?startIndex=2&count=1`)
    expect(second.body).toMatchObject({ totalResults: all, startIndex: 2, itemsPerPage: 1 })
    expect(second.headers.get('content-type')).toContain('application/scim+json')
  })

  it('exist once by user name and email address (OPEN-303)', async () => {
    const user = await newUser()
    const again = await call('POST', 'Users', { userName: 'other', emails: [{ value: user.userName.toUpperCase() }] })
    expect(again).toMatchObject({ status: 409, body: { scimType: 'uniqueness', status: '409' } })
    const other = await newUser()
    expect((await patch(`Users/${other.id}`, { op: 'replace', path: 'userName', value: user.userName })).status).toBe(409)
  })

  it('are disabled at once with sessions and keys, and enabled again, as Microsoft Entra and Okta ask (OPEN-303)', async () => {
    const person = await server.person()
    const active = async (...operations: unknown[]) => {
      expect((await patch(`Users/${person.id}`, ...operations)).status).toBe(200)
      return (await person.get('/api/session')).status
    }
    expect(await active({ op: 'Replace', path: 'active', value: 'False' })).toBe(404)
    expect(await active({ op: 'Add', path: 'active', value: 'True' })).toBe(200)
    expect(await active({ op: 'replace', value: { active: false } })).toBe(404)
    expect((await call('PUT', `Users/${person.id}`, { userName: person.email, active: true })).body.active).toBe(true)
    const entries = await server.services.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.object_id, String(person.id)))
    expect(entries.find(({ action }) => action === 'user.disable')?.actor_name).toBe('SCIM token Directory')
  })

  it('keep their work when they are deleted, and come back with it (OPEN-303)', async () => {
    const person = await server.person()
    const { id: data_source_id } = await buildDataSource(server)
    const query = await buildQuery(person, { data_source_id })
    expect((await call('DELETE', `Users/${person.id}`)).status).toBe(204)
    expect((await call('GET', `Users/${person.id}`)).status).toBe(404)
    expect((await person.get('/api/session')).status).toBe(404)
    expect((await server.admin.get(`/api/queries/${query.id}`)).status).toBe(200)
    expect((await server.admin.get<{ is_disabled: boolean }>(`/api/users/${person.id}`)).body.is_disabled).toBe(true)
    const back = await call('POST', 'Users', { userName: person.email, displayName: 'Back' })
    expect(back).toMatchObject({ status: 201, body: { id: String(person.id), active: true, displayName: 'Back' } })
  })

  it('are changed by paths, filters in paths and dotted names (OPEN-303)', async () => {
    const user = await newUser()
    const email = `moved${count}@example.com`
    const changed = await patch(
      `Users/${user.id}`,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: email },
      { op: 'Add', value: { 'name.givenName': 'Grace', 'name.familyName': 'Hopper' } },
      { op: 'Replace', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Navy' },
      { op: 'remove', path: 'externalId' },
    )
    expect(changed).toMatchObject({ status: 200, body: { emails: [{ value: email }], displayName: 'Grace Hopper' } })
    expect(changed.body).not.toHaveProperty('externalId')
    const renamed = await patch(`Users/${user.id}`, { op: 'replace', value: { displayName: '数据, Inc.' } })
    expect(renamed.body).toMatchObject({ displayName: '数据, Inc.', name: { givenName: 'Grace' } })
  })

  it('do not open the account of an admin, and leave one admin (OPEN-303)', async () => {
    const id = (await find('Users', 'userName eq "admin@example.com"')).body.Resources[0]?.id
    expect(await patch(`Users/${id}`, { op: 'replace', path: 'userName', value: 'evil@example.com' })).toMatchObject({
      status: 403,
    })
    expect(await patch(`Users/${id}`, { op: 'replace', path: 'active', value: false })).toMatchObject({ status: 400 })
    expect((await server.admin.get('/api/session')).status).toBe(200)
  })

  it('are refused with one sentence in the format of SCIM if the request is wrong (OPEN-303)', async () => {
    const { id } = await newUser()
    const many = Array.from({ length: 1001 }, () => ({ op: 'add', path: 'active', value: true }))
    for (const [reply, status, scimType] of [
      [await find('Users', 'userName eq'), 400, 'invalidFilter'],
      [await find('Users', 'shoeSize eq 5'), 400, 'invalidFilter'],
      [await find('Users', 'meta.created gt "2020"'), 400, 'invalidFilter'],
      [await find('Users', `${'('.repeat(3000)}a`), 400, 'invalidFilter'],
      [await call('GET', 'Users?count=many'), 400, 'invalidValue'],
      [await call('POST', 'Users', '{"userName": '), 400, 'invalidSyntax'],
      [await call('POST', 'Users', { userName: 'no-address' }), 400, 'invalidValue'],
      [await call('POST', 'Users', { userName: 5 }), 400, 'invalidValue'],
      [await call('POST', 'Users', []), 400, 'invalidValue'],
      [await patch(`Users/${id}`, { op: 'move', path: 'active' }), 400, 'invalidValue'],
      [await patch(`Users/${id}`, { op: 'remove' }), 400, 'invalidPath'],
      [await patch(`Users/${id}`, { op: 'replace', path: 'id', value: '1' }), 400, 'invalidPath'],
      [await patch(`Users/${id}`, { op: 'replace', path: 'emails[value eq', value: 'x' }), 400, 'invalidPath'],
      [await patch(`Users/${id}`, { op: 'replace', path: 'emails[type eq]', value: {} }), 400, 'invalidPath'],
      [await patch(`Users/${id}`, { op: 'replace', path: 'emails[value eq "x"].value', value: 'x' }), 400, 'invalidSyntax'],
      [await patch(`Users/${id}`, { op: 'replace', path: 'emails', value: 'x' }), 400, 'invalidValue'],
      [await patch(`Users/${id}`, { op: 'replace', path: 'userName[type eq "work"]', value: 'x' }), 400, 'invalidPath'],
      [await patch(`Users/${id}`, ...many), 400, 'invalidValue'],
      [await call('GET', 'Users/2147483648'), 404, undefined],
      [await call('GET', 'Users/me'), 404, undefined],
      [await call('GET', 'Things'), 404, undefined],
    ] as const) {
      expect([reply.status, reply.body]).toEqual([
        status,
        expect.objectContaining({ status: String(status), detail: expect.any(String) }),
      ])
      expect(reply.body.scimType).toBe(scimType)
    }
  })
})

describe('groups over SCIM', () => {
  it('neither show service accounts nor remove them (OPEN-304, OPEN-308)', async () => {
    const group = await newGroup()
    const { body: account } = await server.admin.post<{ id: number }>('/api/service_accounts', { name: 'Nightly' })
    await server.admin.post(`/api/groups/${group.id}/members`, { user_id: account.id })
    expect((await call('GET', `Users/${account.id}`)).status).toBe(404)
    const replaced = await call('PUT', `Groups/${group.id}`, { displayName: group.displayName, members: [] })
    expect(replaced.body.members).toEqual([])
    const members = await server.admin.get<{ id: number }[]>(`/api/groups/${group.id}/members`)
    expect(members.body.map(({ id }) => id)).toEqual([account.id])
  })

  it('are created, renamed, filled, emptied and deleted (OPEN-304)', async () => {
    const [ada, bob] = [await newUser(), await newUser()]
    const group = await newGroup({ externalId: 'g-1', members: [{ value: ada.id }] })
    expect(group).toMatchObject({ externalId: 'g-1', members: [{ value: ada.id, display: ada.displayName }] })
    const at = `Groups/${group.id}`
    const memberIds = async () => (await call('GET', at)).body.members.map(({ value }) => value)
    await patch(at, { op: 'Add', path: 'members', value: [{ value: bob.id }, { value: ada.id }] })
    expect(await memberIds()).toEqual([ada.id, bob.id])
    await patch(at, { op: 'remove', path: `members[value eq "${ada.id}"]` })
    expect(await memberIds()).toEqual([bob.id])
    await patch(
      at,
      { op: 'Remove', path: 'members', value: [{ value: bob.id }] },
      { op: 'replace', value: { id: group.id, displayName: 'Équipe, 数据' } },
    )
    expect(await call('GET', at)).toMatchObject({ body: { displayName: 'Équipe, 数据', members: [] } })
    await call('PUT', at, { displayName: 'Put', members: [{ value: ada.id }] })
    expect((await call('GET', `Users/${ada.id}`)).body.groups).toMatchObject([{ value: group.id, display: 'Put' }])
    expect((await find('Groups', 'displayName eq "put"')).body.Resources).toMatchObject([{ id: group.id }])
    expect((await find('Groups', `members.value eq "${ada.id}"`)).body.totalResults).toBe(1)
    const brief = await call('GET', `${at}?excludedAttributes=members`)
    expect(brief.body).not.toHaveProperty('members')
    await patch(at, { op: 'remove', path: 'members' })
    expect(await memberIds()).toEqual([])
    expect((await call('DELETE', at)).status).toBe(204)
    expect((await call('GET', at)).status).toBe(404)
  })

  it('exist once by name, and have only users that exist as members (OPEN-304)', async () => {
    const group = await newGroup()
    expect(await call('POST', 'Groups', { displayName: group.displayName })).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness' },
    })
    for (const value of ['2147483000', 'x', -1, { id: 1 }, null])
      expect((await patch(`Groups/${group.id}`, { op: 'add', path: 'members', value: [{ value }] })).status).toBe(400)
    expect(await patch(`Groups/${group.id}`, { op: 'add', path: 'owners', value: [] })).toMatchObject({
      status: 400,
      body: { scimType: 'invalidPath' },
    })
    const many = Array.from({ length: 40_000 }, (_, value) => ({ value: String(value + 1_000_000) }))
    expect((await patch(`Groups/${group.id}`, { op: 'add', path: 'members', value: many })).status).toBe(400)
  })

  it('are never the built-in ones, so that no provider makes admins (OPEN-304)', async () => {
    for (const id of [1, 2]) {
      expect((await call('GET', `Groups/${id}`)).status).toBe(404)
      expect((await patch(`Groups/${id}`, { op: 'replace', path: 'displayName', value: 'Mine' })).status).toBe(404)
    }
    expect((await find('Groups', 'displayName eq "admin"')).body.totalResults).toBe(0)
    expect((await call('POST', 'Groups', { displayName: 'Admin' })).status).toBe(409)
  })
})

it('SCIM describes itself (OPEN-303)', async () => {
  expect((await call('GET', 'ServiceProviderConfig')).body).toMatchObject({ patch: { supported: true } })
  expect((await call('GET', 'ResourceTypes')).body.totalResults).toBe(2)
  expect((await call('GET', 'ResourceTypes/User')).body.endpoint).toBe('/Users')
  const { Resources } = (await call('GET', 'Schemas')).body
  for (const { id } of Resources) expect((await call('GET', `Schemas/${id}`)).body.id).toBe(id)
})
