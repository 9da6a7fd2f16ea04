import type { CreatedApiKey } from '@sightline/contract/api-keys.ts'
import type { NewScimToken } from '@sightline/contract/scim.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { auditEntries } from '../audit/tables.ts'
import { externalIdentities, users } from '../users/tables.ts'

const PASSWORD = 'a good password'

let mail: MailServer
let server: TestServer
let token: string
beforeAll(async () => {
  mail = await startMailServer()
  server = await startTestServer({
    config: { mailUrl: mail.url, mailFrom: 'Sightline <sightline@example.com>' },
  })
  token = (await server.admin.post<NewScimToken>('/api/scim/tokens', { name: 'Directory' })).body.token
})
afterAll(async () => {
  await server.close()
  await mail.close()
})

async function call(method: string, path: string, body?: unknown) {
  const response = await server.anonymous.fetch(`/scim/v2/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: JSON.parse(text || '{}') as Record<string, unknown> }
}
const patch = (id: number, ...Operations: object[]) => call('PATCH', `Users/${id}`, { Operations })

async function rowOf(id: number) {
  const [row] = await server.services.db.select().from(users).where(eq(users.id, id))
  if (!row) throw new Error('There is no such user.')
  return row
}

it('a user who is deleted and created again gets back neither credentials nor groups (OPEN-845)', async () => {
  const person = await server.person({ password: PASSWORD })
  const group = await call('POST', 'Groups', { displayName: 'Team', members: [{ value: String(person.id) }] })
  const session = await server.signIn(person.email, PASSWORD)
  const { body: made } = await session.post<CreatedApiKey>(`/api/users/${person.id}/api_keys`, {
    name: 'Script',
    scopes: ['read'],
    expires_at: null,
  })
  const scoped = { authorization: `Bearer ${made.key}` }
  expect((await server.anonymous.get('/api/queries', scoped)).status).toBe(200)
  const identity = { provider: 'oidc', issuer: 'https://id.example.com', subject: 'former', created_at: new Date() } as const
  await server.services.db.insert(externalIdentities).values({ ...identity, user_id: person.id })

  await call('DELETE', `Users/${person.id}`)
  const back = await call('POST', 'Users', { userName: person.email, externalId: 'another', displayName: 'Another' })
  expect(back).toMatchObject({ status: 201, body: { id: String(person.id), active: true, groups: [] } })
  expect((await person.get('/api/session')).status).toBe(404)
  expect((await session.get('/api/session')).status).toBe(404)
  expect((await server.anonymous.get('/api/queries', scoped)).status).toBe(404)
  await expect(server.signIn(person.email, PASSWORD)).rejects.toThrow()
  expect((await call('GET', `Groups/${group.body.id}`)).body.members).toEqual([])
  const { db } = server.services
  expect(await db.select().from(externalIdentities).where(eq(externalIdentities.user_id, person.id))).toEqual([])
  const entries = await db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.object_id, String(person.id)))
  const actions = entries.filter(({ actor_name }) => actor_name === 'SCIM token Directory').map(({ action }) => action)
  for (const action of ['change_password', 'regenerate_key', 'change_groups', 'revoke_api_key', 'enable'])
    expect(actions).toContain(`user.${action}`)
})

it('a new address of a user is sent to the previous one, and does not open an account with a password (OPEN-846)', async () => {
  const erin = await server.person({ password: PASSWORD })
  mail.mails.length = 0
  expect((await patch(erin.id, { op: 'replace', path: 'userName', value: 'attacker@example.org' })).status).toBe(200)
  expect(mail.mails).toMatchObject([{ to: [{ address: erin.email }], text: expect.stringContaining('attacker@example.org') }])
  expect(await rowOf(erin.id)).toMatchObject({ email: 'attacker@example.org', is_email_verified: false })

  const { body } = await call('POST', 'Users', { userName: 'ada@example.org' })
  expect((await patch(Number(body.id), { op: 'replace', path: 'userName', value: 'lovelace@example.org' })).status).toBe(200)
  expect(await rowOf(Number(body.id))).toMatchObject({ email: 'lovelace@example.org', is_email_verified: true })
})

it('a user of a provider gets no password by mail, nor by a link of an admin (OPEN-829)', async () => {
  const { body } = await call('POST', 'Users', { userName: 'dora@example.org' })
  const dora = await rowOf(Number(body.id))
  expect(dora).toMatchObject({ is_invitation_pending: false, password_hash: null })
  mail.mails.length = 0
  const erin = await server.person({ password: PASSWORD })
  for (const email of [dora.email, erin.email]) await server.anonymous.post('/forgot', { email })
  await vi.waitFor(() => expect(mail.mails).toMatchObject([{ to: [{ address: erin.email }] }]), 60_000)
  const { body: reset } = await server.admin.post<{ reset_link: string }>(`/api/users/${dora.id}/reset_password`)
  const link = new URL(reset.reset_link).pathname
  expect(await server.anonymous.post(link, { password: 'a password of her own' })).toMatchObject({
    status: 403,
    body: { code: 'no_password_account' },
  })
  expect((await rowOf(dora.id)).password_hash).toBeNull()
})

it('no path changes a column that is not named by it (OPEN-819)', async () => {
  const person = await server.person()
  const before = await rowOf(person.id)
  for (const path of ['name.__proto__.api_key', 'emails.constructor.prototype.api_key', 'userName.__proto__.api_key'])
    expect(
      await patch(person.id, { op: 'add', path, value: 'chosen' }, { op: 'replace', path: 'displayName', value: 'Ada' }),
    ).toMatchObject({
      status: 400,
      body: { scimType: 'invalidPath' },
    })
  expect(await patch(person.id, { op: 'replace', path: 'displayName', value: 'Ada' })).toMatchObject({ status: 200 })
  const { api_key, group_ids, email, password_hash } = before
  expect(await rowOf(person.id)).toMatchObject({ name: 'Ada', api_key, group_ids, email, password_hash })
})
