import type { CreatedApiKey } from '@sightline/contract/api-keys.ts'
import type { User, UserProfile } from '@sightline/contract/users.ts'
import { expect, it } from 'vitest'
import { accountWorld } from '../../testing/account-world.ts'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import { clientOf } from '../../testing/client.ts'
import { findOrCreateUser } from './identities.ts'

const { world, rowOf } = accountWorld()

const create = async (name = 'Nightly report') => (await world.server.admin.post<User>('/api/service_accounts', { name })).body
const fields = { name: 'Key', scopes: ['read', 'run', 'edit'], expires_at: null }
const keysOf = ({ id }: { id: number }) => `/api/users/${id}/api_keys`
async function clientAs(user: { id: number }) {
  const { body } = await world.server.admin.post<CreatedApiKey>(keysOf(user), fields)
  return clientOf(world.server.url, () => ({ authorization: `Bearer ${body.key}` }))
}

it('is created by admins alone, in the group default, and is marked in lists and on its page (OPEN-308)', async () => {
  const { admin } = world.server
  expect((await (await world.server.person()).post('/api/service_accounts', { name: 'X' })).status).toBe(403)
  const user = await create('Loader 🚚')
  expect(user).toMatchObject({
    name: 'Loader 🚚',
    is_service_account: true,
    is_invitation_pending: false,
    groups: [admin.groupIds[1]],
  })
  const { body: list } = await admin.get<{ results: User[] }>('/api/users?q=Loader')
  expect(list.results).toEqual([expect.objectContaining({ id: user.id, is_service_account: true })])
  expect((await admin.get<UserProfile>(`/api/users/${user.id}`)).body).not.toHaveProperty('api_key')
})

it('calls the API with keys that admins make, owns what it creates, and stops when it is disabled (OPEN-308)', async () => {
  const { server } = world
  const user = await create()
  const other = await server.person()
  expect((await other.post(keysOf(user), fields)).status).toBe(403)
  const client = await clientAs(user)
  const { id: data_source_id } = await buildDataSource(server)
  expect(await buildQuery(client, { data_source_id })).toMatchObject({ user: { id: user.id } })
  expect((await rowOf(user)).active_at).not.toBeNull()
  await server.admin.post(`/api/users/${user.id}/disable`)
  expect((await client.get('/api/queries')).status).toBe(404)
})

it('gets the scope administer only as an admin, and is no admin who keeps the installation open (OPEN-308)', async () => {
  const { admin } = world.server
  const user = await create()
  const administer = { ...fields, scopes: ['administer'] }
  expect((await admin.post(keysOf(user), administer)).body).toMatchObject({ code: 'api_key_scope_refused' })
  await admin.post(`/api/groups/${admin.groupIds[0]}/members`, { user_id: user.id })
  const { body: key } = await admin.post<CreatedApiKey>(keysOf(user), administer)
  const client = clientOf(world.server.url, () => ({ authorization: `Bearer ${key.key}` }))
  expect((await client.post(`/api/users/${admin.id}/disable`)).body).toMatchObject({ code: 'last_admin' })
})

it('has no way to sign in: no link to a password, no external identity, no personal key (OPEN-308)', async () => {
  const { server } = world
  const user = await create()
  const row = await rowOf(user)
  const refused = { status: 400, body: { code: 'service_account' } }
  expect(await server.admin.post(`/api/users/${user.id}/reset_password`)).toMatchObject(refused)
  expect(await server.admin.post(`/api/users/${user.id}/regenerate_api_key`)).toMatchObject(refused)
  expect(await server.admin.post(`/api/users/${user.id}`, { email: 'eve@example.com' })).toMatchObject(refused)
  expect((await server.anonymous.get('/api/queries', { authorization: `Key ${row.api_key}` })).status).toBe(404)
  const identity = {
    provider: 'saml',
    issuer: 'idp',
    subject: 'eve',
    name: null,
    email: row.email,
    isEmailVerified: true,
  } as const
  await expect(findOrCreateUser({ ...server.services, origin: null }, identity, { mayJoin: true })).rejects.toMatchObject({
    code: 'account_not_allowed',
  })
  expect((await server.admin.post('/api/users', { name: 'Eve', email: 'eve@service-account.invalid' })).body).toMatchObject({
    code: 'bad_email',
  })
})

it('gets no mail, and cannot subscribe itself to alerts and reports (OPEN-308)', async () => {
  const { server, mail } = world
  const user = await create()
  const client = await clientAs(user)
  const { id: data_source_id } = await buildDataSource(server)
  const query = await buildQuery(client, { data_source_id })
  const report = { object_type: 'query', object_id: query.id, schedule: '08:00' }
  expect((await client.post('/api/subscriptions', report)).body).toMatchObject({ code: 'service_account' })
  const alert = await client.post<{ id: number }>('/api/alerts', {
    name: 'Low',
    query_id: query.id,
    options: { column: 'answer', op: '>', value: 1 },
  })
  expect((await client.post(`/api/alerts/${alert.body.id}/subscriptions`, {})).body).toMatchObject({ code: 'service_account' })
  const sent = mail.mails.length
  const { email } = await rowOf(user)
  await server.services.mailer.send({ to: email, subject: 'Hello', text: 'Hello', html: 'Hello' })
  expect(mail.mails.length).toBe(sent)
})
