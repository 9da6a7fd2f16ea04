import type { AdminDataSource } from '@sightline/contract/data-sources.ts'
import type { Group, GroupDataSource } from '@sightline/contract/groups.ts'
import { defaultPermissions } from '@sightline/contract/permissions.ts'
import type { User } from '@sightline/contract/users.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { auditEntries } from '../audit/tables.ts'
import { dataSourceGroups } from '../data-sources/tables.ts'

let server: TestServer
let admin: Person
let ada: Person
/** Only in a new group, without list_users. */
let loner: Person
let group: Group
beforeAll(async () => {
  server = await startTestServer()
  admin = server.admin
})
beforeEach(async () => {
  ada = await server.person({ name: 'Ada' })
  loner = await server.person({ name: 'Loner', permissions: ['view_query'] })
  group = (await create('Finance')).body
})
afterAll(() => server.close())

const create = (name: unknown, by: Person = admin) => by.post<Group>('/api/groups', { name })
const at = (rest = '', id: number = group.id) => `/api/groups/${id}${rest}`
const groupOf = async (name: string) => {
  const { body } = await admin.get<Group[]>('/api/groups')
  const found = body.find((one) => one.name === name)
  if (!found) throw new Error(`There is no group ${name}.`)
  return found
}
const memberIds = async (id = group.id) => (await admin.get<User[]>(at('/members', id))).body.map((user) => user.id)
const actions = async (id = group.id) => {
  const { action, object_type, object_id } = auditEntries
  const rows = await server.services.db
    .select({ action, object_type })
    .from(auditEntries)
    .where(eq(object_id, String(id)))
    .orderBy(auditEntries.id)
  return rows.filter((row) => row.object_type === 'group').map((row) => row.action)
}

describe('groups', () => {
  it('are all listed for admins, and for others only their own (API-90, GROUP-29)', async () => {
    const all = await admin.get<Group[]>('/api/groups')
    expect(all.status).toBe(200)
    expect(all.body).toContainEqual(group)
    expect(all.body.filter(({ type }) => type === 'builtin').map(({ name }) => name)).toEqual(['admin', 'default'])
    expect(group).toEqual({
      id: expect.any(Number),
      name: 'Finance',
      type: 'regular',
      permissions: [...defaultPermissions],
      created_at: expect.any(String),
    })
    expect((await ada.get<Group[]>('/api/groups')).body.map(({ name }) => name)).toEqual(['default'])
    expect((await server.anonymous.get('/api/groups')).status).toBe(404)
  })

  it('can be read one by one by members and admins (API-90)', async () => {
    expect(await admin.get(at())).toMatchObject({ status: 200, body: group })
    expect((await ada.get(at())).status).toBe(403)
    await admin.post(at('/members'), { user_id: ada.id })
    expect((await ada.get(at())).status).toBe(200)
    await admin.delete(at(`/members/${ada.id}`))
    expect((await admin.get(at('', 99_999_999))).status).toBe(404)
  })

  it('are created with the permissions of the group default, whatever is sent (API-91, OPEN-28)', async () => {
    const { status, body } = await admin.post<Group>('/api/groups', {
      name: ' Ops ',
      permissions: ['admin'],
      type: 'builtin',
      id: 1,
      org: 7,
    })
    expect([status, body]).toMatchObject([200, { name: 'Ops', type: 'regular', permissions: [...defaultPermissions] }])
    for (const name of ['', '  ', null, 5, ['x'], { $ne: '' }, 'x'.repeat(10_000)])
      expect((await create(name)).status, String(name).slice(0, 20)).toBe(400)
    expect((await create('<script>alert(1)</script> 🦉')).body.name).toBe('<script>alert(1)</script> 🦉')
  })

  it('can be renamed to a non-blank name (API-91, GROUP-18)', async () => {
    expect(await admin.post(at(), { name: 'Controlling' })).toMatchObject({ status: 200, body: { name: 'Controlling' } })
    expect((await admin.post(at(), { name: '  ' })).status).toBe(400)
    expect((await admin.get<Group>(at())).body.name).toBe('Controlling')
    expect(await actions()).toEqual(['group.create', 'group.change'])
  })

  it('are deleted with their memberships and data sources (API-91)', async () => {
    const source = await buildDataSource(server, { groups: { [group.id]: false } })
    await admin.post(at('/members'), { user_id: ada.id })
    expect(await admin.delete(at())).toMatchObject({ status: 200, body: null })
    expect((await admin.get(at())).status).toBe(404)
    expect((await admin.get<User>(`/api/users/${ada.id}`)).body.groups).toEqual(ada.groupIds)
    expect((await admin.get<AdminDataSource>(`/api/data_sources/${source.id}`)).body.groups).toEqual({})
    expect((await actions()).at(-1)).toBe('group.delete')
  })

  it('cannot be renamed or deleted if they are built in (GROUP-20, GROUP-21)', async () => {
    for (const name of ['admin', 'default']) {
      const { id } = await groupOf(name)
      expect(await admin.post(at('', id), { name: 'Mine' })).toMatchObject({
        status: 400,
        body: { message: "Can't modify built-in groups." },
      })
      expect(await admin.delete(at('', id))).toMatchObject({ status: 400, body: { message: "Can't delete built-in groups." } })
      expect((await groupOf(name)).id).toBe(id)
    }
  })

  it('can be created, renamed, deleted and filled only by admins (PERM-33)', async () => {
    await admin.post(at('/members'), { user_id: ada.id })
    const source = await buildDataSource(server)
    const replies = [
      await create('Mine', ada),
      await ada.post(at(), { name: 'Mine' }),
      await ada.delete(at()),
      await ada.post(at('/members'), { user_id: loner.id }),
      await ada.delete(at(`/members/${admin.id}`)),
      await ada.get(at('/data_sources')),
      await ada.post(at('/data_sources'), { data_source_id: source.id }),
      await ada.post(at(`/data_sources/${source.id}`), { view_only: false }),
      await ada.delete(at(`/data_sources/${source.id}`)),
    ]
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 403))
    expect(await memberIds()).toEqual([ada.id])
  })
})

describe('the members of a group', () => {
  it('are added, listed and removed (API-92, API-93)', async () => {
    const added = await admin.post<User>(at('/members'), { user_id: ada.id })
    expect(added).toMatchObject({ status: 200, body: { id: ada.id, name: 'Ada', groups: [...ada.groupIds, group.id] } })
    expect(added.body).not.toHaveProperty('api_key')
    await admin.post(at('/members'), { user_id: loner.id })
    const { body } = await admin.get<User[]>(at('/members'))
    expect(body.map(({ name }) => name)).toEqual(['Ada', 'Loner'])
    expect(JSON.stringify(body)).not.toContain(ada.apiKey)

    expect(await admin.delete(at(`/members/${ada.id}`))).toMatchObject({ status: 200, body: null })
    expect(await memberIds()).toEqual([loner.id])
    expect(await actions()).toEqual(['group.create', 'group.add_member', 'group.add_member', 'group.remove_member'])
  })

  it('are members once, however often they are added (API-92)', async () => {
    await Promise.all([1, 2, 3].map(() => admin.post(at('/members'), { user_id: ada.id })))
    expect((await admin.get<User>(`/api/users/${ada.id}`)).body.groups).toEqual([...ada.groupIds, group.id])
    await admin.delete(at(`/members/${ada.id}`))
  })

  it('include disabled users (API-92)', async () => {
    const bob = await server.person({ name: 'Bob', groups: [group.id] })
    await admin.post(`/api/users/${bob.id}/disable`)
    expect(await memberIds()).toEqual([bob.id])
  })

  it('can be listed by members with list_users, and by admins (PERM-33)', async () => {
    const member = await server.person({ name: 'Member', groups: [group.id] })
    expect((await member.get(at('/members'))).status).toBe(200)
    expect((await ada.get(at('/members'))).status).toBe(403)
    // In a new group, without list_users.
    expect((await loner.get(at('/members', loner.groupIds[0]))).status).toBe(403)
  })

  it('must exist', async () => {
    for (const user_id of [99_999_999, 2 ** 31 - 1]) expect((await admin.post(at('/members'), { user_id })).status).toBe(404)
    for (const user_id of ['one', 1.5, -1, 0, 2 ** 40, null, [1], { id: 1 }])
      expect((await admin.post(at('/members'), { user_id })).status, String(user_id)).toBe(400)
    expect((await admin.post(at('/members', 99_999_999), { user_id: ada.id })).status).toBe(404)
    expect((await admin.delete(at('/members/99999999'))).status).toBe(404)
    expect(await memberIds()).toEqual([])
  })

  it('can use what the group shares at once, and no longer after leaving (PERM-10)', async () => {
    const source = await buildDataSource(server, { groups: { [group.id]: false } })
    const look = async () => (await ada.get(`/api/data_sources/${source.id}`)).status
    expect(await look()).toBe(403)
    await admin.post(at('/members'), { user_id: ada.id })
    expect(await look()).toBe(200)
    await admin.delete(at(`/members/${ada.id}`))
    expect(await look()).toBe(403)
  })
})

describe('the data sources of a group', () => {
  it('are added with full access, and listed with view_only of this group (API-94, DS-26)', async () => {
    const source = await buildDataSource(server, { name: 'Warehouse' })
    const added = await admin.post<GroupDataSource>(at('/data_sources'), { data_source_id: source.id })
    expect(added).toMatchObject({ status: 200, body: { id: source.id, name: 'Warehouse', type: 'duckdb', view_only: false } })
    expect(added.body).not.toHaveProperty('options')
    const listed = await admin.get<GroupDataSource[]>(at('/data_sources'))
    expect(listed).toMatchObject({ status: 200, body: [{ id: source.id, view_only: false, syntax: 'sql' }] })
  })

  it('can be switched between full access and view only for this group alone, and removed (API-95, GROUP-23)', async () => {
    const source = await buildDataSource(server)
    await admin.post(at('/data_sources'), { data_source_id: source.id })
    const change = (view_only: unknown) => admin.post(at(`/data_sources/${source.id}`), { view_only })
    expect(await change(true)).toMatchObject({ status: 200, body: { id: source.id, view_only: true } })
    const { id: everybody } = await groupOf('default')
    const groupsOf = async () => (await admin.get<AdminDataSource>(`/api/data_sources/${source.id}`)).body.groups
    expect(await groupsOf()).toEqual({ [group.id]: true, [everybody]: false })
    // Adding it again changes nothing.
    expect((await admin.post<GroupDataSource>(at('/data_sources'), { data_source_id: source.id })).body.view_only).toBe(true)
    for (const sent of ['true', 1, null, undefined]) expect((await change(sent)).status, String(sent)).toBe(400)

    expect(await admin.delete(at(`/data_sources/${source.id}`))).toMatchObject({ status: 200, body: null })
    expect(await groupsOf()).toEqual({ [everybody]: false })
    expect((await change(true)).status).toBe(404)
    expect(await actions()).toEqual([
      'group.create',
      'group.add_data_source',
      'group.change_data_source',
      'group.add_data_source',
      'group.remove_data_source',
    ])
  })

  it('determine at once what members may do (GROUP-23)', async () => {
    const source = await buildDataSource(server, { groups: { [group.id]: false } })
    const member = await server.person({ name: 'Member', groups: [group.id] })
    const query = await buildQuery(member, { data_source_id: source.id })
    const refresh = async () => (await member.post(`/api/queries/${query.id}/refresh`)).status
    expect(await refresh()).toBe(200)
    await admin.post(at(`/data_sources/${source.id}`), { view_only: true })
    expect(await refresh()).toBe(403)
    await admin.delete(at(`/data_sources/${source.id}`))
    expect((await member.get(`/api/queries/${query.id}`)).status).toBe(403)
  })

  it('must exist, as must the group', async () => {
    const source = await buildDataSource(server)
    expect((await admin.post(at('/data_sources'), { data_source_id: 99_999_999 })).status).toBe(404)
    expect((await admin.post(at('/data_sources', 99_999_999), { data_source_id: source.id })).status).toBe(404)
    expect((await admin.delete(at('/data_sources/99999999'))).status).toBe(404)
    expect((await admin.get(at('/data_sources', 99_999_999))).status).toBe(404)
    for (const data_source_id of ['one', 1.5, 2 ** 40, null])
      expect((await admin.post(at('/data_sources'), { data_source_id })).status, String(data_source_id)).toBe(400)
    const { db } = server.services
    expect(await db.select().from(dataSourceGroups).where(eq(dataSourceGroups.group_id, group.id))).toEqual([])
  })
})

describe('the mapping of groups at sign-in', () => {
  const read = async () => (await admin.get('/api/group_mappings')).body
  const save = (mappings: unknown) => admin.post<{ message: string }>('/api/group_mappings', { mappings })

  it('is replaced as a whole, names only groups that exist, and goes with a deleted group (OPEN-301)', async () => {
    const mappings = [
      { value: 'CN=Finance, Paris,DC=example', group_id: group.id },
      { value: '数据', group_id: group.id },
    ]
    expect(await save([...mappings, mappings[0]])).toMatchObject({ status: 200, body: { mappings } })
    expect(await save([{ value: 'x', group_id: 99_999_999 }])).toMatchObject({
      status: 400,
      body: { message: 'Group id 99999999 is invalid.' },
    })
    for (const value of ['', '  ', null, 'x'.repeat(2000), ['a']])
      expect((await save([{ value, group_id: group.id }])).status, String(value).slice(0, 20)).toBe(400)
    expect((await save(Array.from({ length: 201 }, (_, n) => ({ value: `g${n}`, group_id: group.id })))).status).toBe(400)
    expect(await read()).toEqual({ mappings })
    await admin.delete(at())
    expect(await read()).toEqual({ mappings: [] })
  })
})
