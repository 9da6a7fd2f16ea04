import type { Session } from '@sightline/contract/session.ts'
import type { ListedUser, UserProfile } from '@sightline/contract/users.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildGroup } from '../../testing/builders.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { auditEntries } from '../audit/tables.ts'
import { users } from './tables.ts'

let server: TestServer
let admin: Person
let ada: Person
/** May do everything but list users. */
let loner: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = server.admin
  ada = await server.person({ name: 'Ada Lovelace', password: 'the old secret' })
  loner = await server.person({ name: 'Loner', permissions: ['view_query', 'create_query'] })
})
afterAll(() => server.close())

interface Page {
  count: number
  page: number
  page_size: number
  results: ListedUser[]
}
const list = async (query = '', by = ada) => (await by.get<Page>(`/api/users${query}`)).body
const names = async (query: string, by = ada) => (await list(query, by)).results.map(({ name }) => name)
const setTo = (id: number, fields: Partial<typeof users.$inferInsert>) =>
  server.services.db.update(users).set(fields).where(eq(users.id, id))
const stored = async (id: number) => {
  const [row] = await server.services.db.select().from(users).where(eq(users.id, id))
  if (!row) throw new Error(`There is no user ${id}.`)
  return row
}

describe('the list of users', () => {
  it('returns enabled, pending or disabled users, in pages (API-79, USER-01, USER-02, USER-03)', async () => {
    const pending = await server.person({ name: 'Pen Ding' })
    await setTo(pending.id, { is_invitation_pending: true })
    const disabled = await server.person({ name: 'Dis Abled' })
    await setTo(disabled.id, { disabled_at: new Date() })

    expect(await names('?q=ding&disabled=false&pending=false')).toEqual([])
    expect(await names('?q=ding&pending=true')).toEqual(['Pen Ding'])
    // Both, if the filter is missing.
    expect(await names('?q=ding')).toEqual(['Pen Ding'])
    expect(await names('?q=abled')).toEqual([])
    expect(await names('?q=abled&disabled=true')).toEqual(['Dis Abled'])
    expect(await names('?disabled=yes')).toEqual(['Dis Abled'])
    const page = await list('?page_size=2&page=2&pending=false')
    expect(page).toMatchObject({ page: 2, page_size: 2, count: 3 })
    expect(page.results).toHaveLength(1)
  })

  it('is sorted newest first, and by name, activity, age and groups on request (OPEN-84, OPEN-111)', async () => {
    const early = await server.person({ name: 'zoe Order' })
    const late = await server.person({ name: 'Yan Order' })
    await setTo(early.id, { created_at: new Date('2020-01-01'), active_at: new Date('2026-01-02') })
    await setTo(late.id, { created_at: new Date('2020-01-02'), active_at: null, group_ids: [999_999] })
    expect(await names('?q=order')).toEqual(['Yan Order', 'zoe Order'])
    expect(await names('?q=order&order=created_at')).toEqual(['zoe Order', 'Yan Order'])
    expect(await names('?q=order&order=name')).toEqual(['Yan Order', 'zoe Order'])
    expect(await names('?q=order&order=-name')).toEqual(['zoe Order', 'Yan Order'])
    for (const order of ['active_at', '-active_at']) expect((await names(`?q=order&order=${order}`)).at(-1)).toBe('Yan Order')
    expect(await names('?q=order&order=groups')).toEqual(['zoe Order', 'Yan Order'])
    expect(await names('?q=order&order=password_hash')).toEqual(['Yan Order', 'zoe Order'])
  })

  it('finds users by a part of name or email, and escapes wildcards (OPEN-85, OPEN-95)', async () => {
    expect(await names('?q=LOVE')).toEqual(['Ada Lovelace'])
    expect(await names(`?q=${ada.email.slice(4, 20)}`)).toEqual(['Ada Lovelace'])
    for (const q of ['%25', '_', "'%20or%20'1'%3D'1", '%5C']) expect(await names(`?q=${q}`), q).toEqual([])
  })

  it('includes the groups of each, but neither keys nor links (USER-53)', async () => {
    const [listed] = (await list('?q=lovelace', admin)).results
    expect(listed).toEqual({
      id: ada.id,
      name: 'Ada Lovelace',
      email: ada.email,
      profile_image_url: '/static/images/avatar.svg',
      groups: [{ id: ada.groupIds[0], name: 'default' }],
      updated_at: expect.any(String),
      created_at: expect.any(String),
      disabled_at: null,
      is_disabled: false,
      active_at: expect.any(String),
      is_invitation_pending: false,
      is_email_verified: true,
      auth_type: 'password',
    })
  })

  it('is for those who may list users (PERM-34)', async () => {
    expect((await loner.get('/api/users')).status).toBe(403)
    expect((await server.anonymous.get('/api/users')).status).toBe(404)
  })

  it('refuses invalid filters and pages', async () => {
    for (const query of [
      '?disabled=maybe',
      '?pending=2',
      '?disabled=true&disabled=false',
      '?page=0',
      '?page=99',
      '?page_size=251',
    ])
      expect((await ada.get(`/api/users${query}`)).status, query).toBe(400)
  })
})

describe('one user', () => {
  it('can be read by themselves, with key and group ids, and permissions in the session (API-80, USER-53)', async () => {
    const { status, body } = await ada.get<UserProfile>(`/api/users/${ada.id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: ada.id,
      name: 'Ada Lovelace',
      groups: ada.groupIds,
      api_key: ada.apiKey,
      is_disabled: false,
    })
    expect(body).not.toHaveProperty('password_hash')
    const session = await ada.get<{ user: { permissions: string[] } }>('/api/session')
    expect(session.body.user.permissions).toContain('list_users')
  })

  it('includes the group names, even for readers outside these groups', async () => {
    const bob = await server.person({ name: 'Bob' })
    const { body } = await bob.get<UserProfile>(`/api/users/${admin.id}`)
    expect(body.named_groups?.map(({ name }) => name).sort()).toEqual(['admin', 'default'])
    expect(body.named_groups?.map(({ id }) => id)).toEqual(body.groups)
  })

  it('shows the key to the user and to admins, to nobody else (OPEN-110)', async () => {
    const bob = await server.person({ name: 'Bob' })
    expect((await admin.get<UserProfile>(`/api/users/${ada.id}`)).body.api_key).toBe(ada.apiKey)
    expect((await bob.get<UserProfile>(`/api/users/${ada.id}`)).body).not.toHaveProperty('api_key')
  })

  it('is shown to readers with list_users, and to themselves (PERM-35)', async () => {
    expect((await loner.get(`/api/users/${ada.id}`)).status).toBe(403)
    expect((await loner.get(`/api/users/${loner.id}`)).status).toBe(200)
    expect((await server.anonymous.get(`/api/users/${ada.id}`)).status).toBe(404)
  })

  it.each(['99999999', '0', '999999999999999', 'abc', '1e1', '-1', '1%00'])('is not found under %s', async (id) => {
    expect((await admin.get(`/api/users/${id}`)).status).toBe(404)
    expect((await admin.post(`/api/users/${id}`, { name: 'X' })).status).toBe(404)
  })
})

describe('changing a user', () => {
  const save = (by: Person, id: number, body: unknown) => by.post<UserProfile & { code: string }>(`/api/users/${id}`, body)

  it('accepts name and email from the user and from admins, and returns the user (API-82, USER-22, USER-52)', async () => {
    const bob = await server.person({ name: 'Bob' })
    const own = await save(bob, bob.id, { id: bob.id, name: '  Bob B. ', email: 'BOB@example.com' })
    expect(own).toMatchObject({ status: 200, body: { name: 'Bob B.', email: 'bob@example.com', api_key: bob.apiKey } })
    expect(await save(admin, bob.id, { name: 'Robert' })).toMatchObject({ status: 200, body: { name: 'Robert' } })
    expect(await save(ada, bob.id, { name: 'Eve' })).toMatchObject({ status: 403, body: { code: 'not_owner' } })
    expect((await stored(bob.id)).name).toBe('Robert')
  })

  it('does not let users verify their own address while no mail can be sent', async () => {
    const bob = await server.person({ name: 'Bob' })
    expect(await save(bob, bob.id, { email: 'boss@example.com' })).toMatchObject({ body: { is_email_verified: false } })
    const changed = await save(server.admin, bob.id, { email: 'bob.brown@example.com' })
    expect(changed).toMatchObject({ body: { is_email_verified: true } })
  })

  it('refuses blank names and invalid email addresses, and changes nothing (USER-14, USER-15)', async () => {
    const bob = await server.person({ name: 'Bob' })
    for (const body of [{ name: ' ' }, { name: '' }, { name: 'x'.repeat(10_000) }, { name: { first: 'x' } }, { name: ['x'] }])
      expect(await save(bob, bob.id, body), JSON.stringify(body).slice(0, 40)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', message: expect.stringContaining('"name"') },
      })
    for (const email of ['', 'bob', 'bob@', '@example.com', 'bob@example', 'a b@example.com', `${'x'.repeat(300)}@example.com`])
      expect(await save(bob, bob.id, { email }), email).toMatchObject({
        status: 400,
        body: { message: 'Bad email address.' },
      })
    expect(await stored(bob.id)).toMatchObject({ name: 'Bob', email: bob.email })
  })

  it('refuses a taken email address, in any case', async () => {
    const bob = await server.person({ name: 'Bob' })
    expect(await save(bob, bob.id, { email: ada.email.toUpperCase() })).toMatchObject({
      status: 400,
      body: { message: 'Email already taken.' },
    })
    expect((await save(bob, bob.id, { email: bob.email.toUpperCase() })).status).toBe(200)
  })

  it('keeps unusual names unchanged', async () => {
    const name = '<script>alert(1)</script> 👩🏽‍🚀 Ünïcödé \' " ; drop table users'
    expect((await save(ada, ada.id, { name })).body.name).toBe(name)
    expect((await save(ada, ada.id, { name: 'a\u0000b' })).status).toBe(400)
    await save(ada, ada.id, { name: 'Ada Lovelace' })
  })

  it('sets the time zone in which the user sees times, and null takes that of the organization', async () => {
    const shown = async () => (await ada.get<Session>('/api/session')).body.client_config.timeZone
    for (const time_zone of ['Asia/Kolkata', 'browser'])
      expect((await ada.post<UserProfile>(`/api/users/${ada.id}`, { time_zone })).body.time_zone).toBe(time_zone)
    expect(await shown()).toBe('browser')
    const refused = await ada.post<{ message: string }>(`/api/users/${ada.id}`, { time_zone: 'Mars/Base' })
    expect([refused.status, refused.body.message]).toEqual([
      400,
      '"Mars/Base" is not the name of a time zone, such as Europe/Berlin.',
    ])
    expect(await shown()).toBe('browser')
    await ada.post(`/api/users/${ada.id}`, { time_zone: null })
    expect(await shown()).toBe('UTC')
    expect((await admin.get<UserProfile>(`/api/users/${ada.id}`)).body.time_zone).toBeNull()
    expect((await (await server.person({})).get<UserProfile>(`/api/users/${ada.id}`)).body).not.toHaveProperty('time_zone')
  })

  it('sets the first day of the week of the user, and null takes that of the organization (PARAM-71)', async () => {
    const shown = async () => (await ada.get<Session>('/api/session')).body.client_config.weekStart
    for (const week_start of ['Monday', 'browser'] as const)
      expect((await ada.post<UserProfile>(`/api/users/${ada.id}`, { week_start })).body.week_start).toBe(week_start)
    expect(await shown()).toBe('browser')
    expect((await ada.post(`/api/users/${ada.id}`, { week_start: 'Someday' })).status).toBe(400)
    await ada.post(`/api/users/${ada.id}`, { week_start: null })
    expect(await shown()).toBe('Sunday')
    expect((await (await server.person({})).get<UserProfile>(`/api/users/${ada.id}`)).body).not.toHaveProperty('week_start')
  })

  it('ignores fields that cannot be changed', async () => {
    const bob = await server.person({ name: 'Bob' })
    const before = await stored(bob.id)
    const { status } = await save(bob, bob.id, {
      id: admin.id,
      name: 'Bobby',
      permissions: ['admin'],
      groups: admin.groupIds,
      api_key: 'x'.repeat(40),
      is_disabled: true,
      disabled_at: '2020-01-01T00:00:00Z',
      is_email_verified: false,
      is_invitation_pending: true,
      password_hash: 'x',
      profile_image_url: 'https://evil.example/x.svg',
      org_id: 2,
    })
    expect(status).toBe(200)
    const { updated_at: _, active_at: __, ...rest } = await stored(bob.id)
    const { updated_at: ___, active_at: ____, ...kept } = before
    expect(rest).toEqual({ ...kept, name: 'Bobby', search_text: `bobby\n${bob.email}` })
  })

  it('accepts groups only from admins, and not for themselves (PERM-36)', async () => {
    const bob = await server.person({ name: 'Bob' })
    const group = await buildGroup(server)
    expect(await save(bob, bob.id, { group_ids: [group] })).toMatchObject({
      status: 403,
      body: { message: 'Must be admin to change groups membership.' },
    })
    expect(await save(admin, admin.id, { group_ids: [group] })).toMatchObject({ status: 403, body: { code: 'own_groups' } })
    expect(await save(admin, bob.id, { group_ids: [group, group] })).toMatchObject({ status: 200, body: { groups: [group] } })
    expect(await save(admin, bob.id, { group_ids: [group, 424_242] })).toMatchObject({
      status: 400,
      body: { message: 'Group id 424242 is invalid.' },
    })
    expect(await save(admin, bob.id, { group_ids: [] })).toMatchObject({ status: 200, body: { groups: [group] } })
    for (const group_ids of ['1', [1.5], [-1], [2 ** 40], { 0: 1 }])
      expect((await save(admin, bob.id, { group_ids })).status, JSON.stringify(group_ids)).toBe(400)
    expect((await stored(bob.id)).group_ids).toEqual([group])
  })

  it('records who changed what, without secrets', async () => {
    const bob = await server.person({ name: 'Bob' })
    const group = await buildGroup(server)
    await save(admin, bob.id, { name: 'Rob', group_ids: [group] })
    const entries = await server.services.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.object_id, String(bob.id)))
    expect(entries.map(({ action, actor_id, details }) => ({ action, actor_id, details }))).toEqual([
      { action: 'user.change', actor_id: admin.id, details: { changed: ['name'], from: { name: 'Bob' }, to: { name: 'Rob' } } },
      { action: 'user.change_groups', actor_id: admin.id, details: { from: bob.groupIds, to: [group] } },
    ])
  })
})

describe('the API key of a user', () => {
  it('can be replaced by the user or an admin, and the old one stops working (API-86, USER-53)', async () => {
    const bob = await server.person({ name: 'Bob' })
    const { status, body } = await bob.post<UserProfile>(`/api/users/${bob.id}/regenerate_api_key`)
    expect(status).toBe(200)
    expect(body.api_key).toMatch(/^[A-Za-z0-9]{40}$/)
    expect(body.api_key).not.toBe(bob.apiKey)
    expect((await bob.get('/api/session')).status).toBe(404)
    const authorization = `Key ${body.api_key}`
    expect((await server.anonymous.get('/api/session', { authorization })).status).toBe(200)

    const again = await admin.post<UserProfile>(`/api/users/${bob.id}/regenerate_api_key`)
    expect(again.status).toBe(200)
    expect((await server.anonymous.get('/api/session', { authorization })).status).toBe(404)
  })

  it('cannot be replaced by other users, nor for a disabled user (PERM-35)', async () => {
    const bob = await server.person({ name: 'Bob' })
    expect((await ada.post(`/api/users/${bob.id}/regenerate_api_key`)).status).toBe(403)
    expect((await stored(bob.id)).api_key).toBe(bob.apiKey)
    await setTo(bob.id, { disabled_at: new Date() })
    expect(await admin.post(`/api/users/${bob.id}/regenerate_api_key`)).toMatchObject({
      status: 404,
      body: { message: 'Not found' },
    })
  })
})
