import type { AccessList, Grant } from '@sightline/contract/acl.ts'
import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { Visualization } from '@sightline/contract/visualizations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { dashboards } from '../dashboards/tables.ts'
import { dataSourceGroups } from '../data-sources/tables.ts'
import { users } from '../users/tables.ts'
import { accessPermissions } from './tables.ts'

let server: TestServer
/** The owner of everything. */
let ada: Person
let bob: Person
let eve: Person
let group: number
let source: number
let query: Query
let dashboard: number

beforeAll(async () => {
  server = await startTestServer()
  group = await buildGroup(server)
  ada = await server.person({ name: 'Ada', groups: [group] })
  bob = await server.person({ name: 'Bob', groups: [group] })
  eve = await server.person({ name: 'Eve', groups: [group] })
  source = (await buildDataSource(server, { groups: { [group]: false } })).id
})
beforeEach(async () => {
  query = await buildQuery(ada, { data_source_id: source })
  const [row] = await server.services.db
    .insert(dashboards)
    .values({ slug: `board-${query.id}`, name: 'Board', user_id: ada.id, is_draft: false })
    .returning({ id: dashboards.id })
  dashboard = row?.id ?? 0
})
afterAll(() => server.close())

const kinds = ['queries', 'dashboards'] as const
type Kind = (typeof kinds)[number]
const address = (kind: Kind) => `/api/${kind}/${kind === 'queries' ? query.id : dashboard}/acl`
const modify = (person: Person) => ({ access_type: 'modify', user_id: person.id })
const grant = (kind: Kind, to: Person, by = ada) => by.post<Grant>(address(kind), modify(to))
const listed = async (kind: Kind) => (await ada.get<AccessList>(address(kind))).body

describe.each(kinds)('the access list of %s', (kind) => {
  it('stores a grant and lists the grantees by kind of access (API-24, API-25, API-62, API-63)', async () => {
    expect(await listed(kind)).toEqual({})

    const { status, body } = await grant(kind, bob)

    const object_id = kind === 'queries' ? query.id : dashboard
    expect([status, body]).toEqual([
      200,
      { id: expect.any(Number), object_id, object_type: kind, access_type: 'modify', grantor: ada.id, grantee: bob.id },
    ])
    await ada.post(address(kind), { access_type: 'view', user_id: eve.id })
    expect(await listed(kind)).toEqual({
      modify: [expect.objectContaining({ id: bob.id, name: 'Bob', email: bob.email, access_type: 'modify' })],
      view: [expect.objectContaining({ id: eve.id, access_type: 'view' })],
    })
    expect(JSON.stringify(await listed(kind))).not.toContain(bob.apiKey)
  })

  it('lists grantees with name, picture and kind of access, and says who is disabled (QPAGE-61)', async () => {
    const former = await server.person({ name: 'Former', groups: [group] })
    await grant(kind, bob)
    await grant(kind, former)
    await server.admin.post(`/api/users/${former.id}/disable`)
    const shown = (person: Person, is_disabled: boolean) =>
      expect.objectContaining({
        id: person.id,
        name: person.name,
        profile_image_url: expect.stringMatching(/./),
        access_type: 'modify',
        is_disabled,
      })
    const { modify: grantees = [] } = await listed(kind)
    expect(grantees).toHaveLength(2)
    expect(grantees).toEqual(expect.arrayContaining([shown(bob, false), shown(former, true)]))
  })

  it('returns the existing entry for a repeated grant, and lists nobody twice (API-25)', async () => {
    const first = (await grant(kind, bob)).body
    expect((await grant(kind, bob)).body).toEqual(first)
    const byAdmin = (await grant(kind, bob, server.admin)).body
    expect(byAdmin).toMatchObject({ grantor: server.admin.id, grantee: bob.id })
    expect(byAdmin.id).not.toBe(first.id)
    expect((await listed(kind)).modify).toHaveLength(1)
  })

  it('revokes access granted by anyone, even if there is none (API-26, API-63, QPAGE-56)', async () => {
    await grant(kind, bob)
    await grant(kind, bob, server.admin)
    await grant(kind, eve)
    for (let time = 0; time < 2; time++)
      expect(await ada.delete(address(kind), modify(bob))).toMatchObject({ status: 200, body: null })
    expect((await listed(kind)).modify).toMatchObject([{ id: eve.id }])
  })

  it('tells callers whether they are on it', async () => {
    const check = async (person: Person, type: string) => (await person.get(`${address(kind)}/${type}`)).body
    await grant(kind, bob)
    expect(await check(bob, 'modify')).toEqual({ response: true })
    expect(await check(bob, 'view')).toEqual({ response: false })
    expect(await check(eve, 'modify')).toEqual({ response: false })
    expect(await check(bob, 'own')).toMatchObject({ message: 'Unknown access type.' })
  })

  it('can be changed by owner and admins only, not by grantees (PERM-28)', async () => {
    await grant(kind, bob)
    const refused = { status: 403, body: { message: "You don't have permission to edit this resource." } }
    for (const person of [bob, eve]) {
      expect(await grant(kind, eve, person)).toMatchObject(refused)
      expect(await person.delete(address(kind), modify(bob))).toMatchObject(refused)
    }
    expect((await grant(kind, eve, server.admin)).status).toBe(200)
    expect((await server.admin.delete(address(kind), modify(bob))).status).toBe(200)
    expect((await listed(kind)).modify).toMatchObject([{ id: eve.id }])
  })

  it('can be read by users with access to the object (PERM-28)', async () => {
    expect((await eve.get(address(kind))).status).toBe(200)
    const blind = await server.person({ permissions: ['create_query'] })
    for (const path of ['', '/modify']) expect((await blind.get(address(kind) + path)).status).toBe(403)
  })

  it.each([
    ['an unknown kind of access', { access_type: 'own' }, 'Unknown access type.'],
    ['no user of this id', { user_id: 999_999 }, 'User not found.'],
    ['a negative id', { user_id: -1 }, 'User not found.'],
    ['an id beyond all ids', { user_id: 2 ** 40 }, /^"user_id" is not valid: /],
    ['a text as id', { user_id: 'bob' }, /^"user_id" is not valid: /],
    ['no id', { user_id: undefined }, /^"user_id" is not valid: /],
    ['no kind of access', { access_type: undefined }, /^"access_type" is not valid: /],
  ])('refuses %s with 400', async (_, wrong, message) => {
    const expected = { status: 400, body: { message: expect.stringMatching(message) } }
    expect(await ada.post(address(kind), { ...modify(bob), ...wrong })).toMatchObject(expected)
    expect(await ada.delete(address(kind), { ...modify(bob), ...wrong })).toMatchObject(expected)
    expect(await listed(kind)).toEqual({})
  })

  it('does not exist for an unknown object', async () => {
    for (const path of [`/api/${kind}/999999/acl`, `/api/${kind}/-1/acl`, `/api/${kind}/one/acl`, '/api/alerts/1/acl']) {
      expect([path, (await ada.get(path)).status]).toEqual([path, 404])
      expect([path, (await ada.post(path, modify(bob))).status]).toEqual([path, 404])
      expect([path, (await ada.delete(path, modify(bob))).status]).toEqual([path, 404])
    }
  })

  it('loses a user who is deleted', async () => {
    const passing = await server.person({ groups: [group] })
    await grant(kind, passing)
    await grant(kind, bob)
    await server.services.db.delete(users).where(eq(users.id, passing.id))
    expect((await listed(kind)).modify).toMatchObject([{ id: bob.id }])
  })
})

describe('a query that somebody may modify', () => {
  const save = (person: Person, changes: object) => person.post<Query>(`/api/queries/${query.id}`, changes)
  const canEdit = async (person: Person) => (await person.get<Query>(`/api/queries/${query.id}`)).body.can_edit
  beforeEach(() => grant('queries', bob))

  it('lets the grantee change content and schedule (PERM-06, OPEN-109, QPAGE-57)', async () => {
    expect([await canEdit(bob), await canEdit(eve)]).toEqual([true, false])
    const changes = {
      name: 'By Bob',
      query: 'select 2',
      description: 'Two',
      options: { apply_auto_limit: true },
      schedule: { interval: 3600, time: null, day_of_week: null, until: null },
    }
    expect(await save(bob, { ...changes, version: 1 })).toMatchObject({
      status: 200,
      body: { ...changes, version: 2, user: { id: ada.id }, last_modified_by: { id: bob.id }, api_key: null },
    })
    expect((await save(eve, { name: 'By Eve' })).status).toBe(403)
  })

  it('reserves source, tags, publishing, archiving, key and access list to owner and admins (PERM-06, PERM-14, OPEN-109)', async () => {
    const other = await buildDataSource(server, { groups: { [group]: false } })
    for (const changes of [{ data_source_id: other.id }, { tags: ['bob'] }, { is_draft: false }, { is_archived: true }]) {
      expect([changes, (await save(bob, changes)).status]).toEqual([changes, 403])
      expect((await save(bob, { name: 'Along', ...changes })).status).toBe(403)
    }
    expect((await bob.delete(`/api/queries/${query.id}`)).status).toBe(403)
    expect((await bob.post(`/api/queries/${query.id}/regenerate_api_key`)).status).toBe(403)
    expect((await grant('queries', eve, bob)).status).toBe(403)
    expect((await ada.get<Query>(`/api/queries/${query.id}`)).body).toEqual({
      ...query,
      is_favorite: false,
      can_edit: true,
    })
  })

  it('accepts the whole query from the grantee, as they read it', async () => {
    const read = (await bob.get<Query>(`/api/queries/${query.id}`)).body
    expect(await save(bob, { ...read, name: 'Whole' })).toMatchObject({ status: 200, body: { name: 'Whole' } })
  })

  it('lets the grantee add, change and remove visualizations (PERM-23, OPEN-109)', async () => {
    const visualization = { query_id: query.id, type: 'CHART', name: 'By Bob', options: {} }
    expect((await eve.post('/api/visualizations', visualization)).status).toBe(403)
    const { status, body } = await bob.post<Visualization>('/api/visualizations', visualization)
    expect(status).toBe(200)
    expect((await bob.post(`/api/visualizations/${body.id}`, { name: 'Again' })).status).toBe(200)
    expect((await eve.post(`/api/visualizations/${body.id}`, { name: 'Mine' })).status).toBe(403)
    expect((await bob.delete(`/api/visualizations/${body.id}`)).status).toBe(200)
  })

  it('is closed again once the grant is revoked; the owner cannot be removed (QPAGE-56)', async () => {
    for (const person of [bob, ada]) await ada.delete(address('queries'), modify(person))
    expect([await canEdit(bob), await canEdit(ada)]).toEqual([false, true])
    expect((await save(bob, { name: 'Late' })).status).toBe(403)
    expect((await save(ada, { name: 'Mine' })).status).toBe(200)
  })

  it('is not editable by the other kinds of access', async () => {
    for (const access_type of ['view', 'delete']) await ada.post(address('queries'), { access_type, user_id: eve.id })
    expect(await canEdit(eve)).toBe(false)
    expect((await save(eve, { name: 'Mine' })).status).toBe(403)
    expect((await eve.delete(`/api/queries/${query.id}`)).status).toBe(403)
  })

  it('stays closed to grantees without edit_query, or without access to its data source', async () => {
    const readers = await buildGroup(server, { permissions: ['view_query', 'execute_query'] })
    await server.services.db.insert(dataSourceGroups).values({ data_source_id: source, group_id: readers, view_only: false })
    const reader = await server.person({ groups: [readers] })
    const stranger = await server.person({ groups: [await buildGroup(server)] })
    for (const person of [reader, stranger]) {
      await grant('queries', person)
      expect((await save(person, { name: 'Mine' })).status).toBe(403)
    }
    expect(await canEdit(reader)).toBe(false)
    expect((await stranger.get(`/api/queries/${query.id}`)).status).toBe(403)
  })

  it('requires full access to the data source for changing the SQL', async () => {
    const watchers = await buildGroup(server)
    await server.services.db.insert(dataSourceGroups).values({ data_source_id: source, group_id: watchers, view_only: true })
    const watcher = await server.person({ groups: [watchers] })
    await grant('queries', watcher)
    expect((await save(watcher, { query: 'select secret' })).status).toBe(403)
    expect((await save(watcher, { name: 'Only a name' })).status).toBe(200)
  })

  it('reports a version conflict to the grantee as to the owner', async () => {
    await save(ada, { name: 'By Ada', version: 1 })
    expect(await save(bob, { name: 'By Bob', version: 1 })).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
  })

  it('is closed to the grantee once it is archived', async () => {
    await ada.delete(`/api/queries/${query.id}`)
    expect(await save(bob, { name: 'Late' })).toMatchObject({ status: 400, body: { code: 'query_archived' } })
    expect((await save(bob, { is_archived: false })).status).toBe(403)
  })
})

describe('a dashboard that somebody may modify', () => {
  it('can be edited by owner, admin and grantees (PERM-07)', async () => {
    await grant('dashboards', bob)
    const canEdit = async (person: Person) => (await person.get<Dashboard>(`/api/dashboards/${dashboard}`)).body.can_edit
    expect(await Promise.all([ada, server.admin, bob, eve].map(canEdit))).toEqual([true, true, true, false])
  })

  it('belongs to its owner, who grants and revokes the permission to change it (DASH-69)', async () => {
    const save = async (person: Person) => (await person.post(`/api/dashboards/${dashboard}`, { name: person.name })).status
    expect((await ada.get<Dashboard>(`/api/dashboards/${dashboard}`)).body.user).toMatchObject({ id: ada.id, name: 'Ada' })
    expect(await save(bob)).toBe(403)
    await grant('dashboards', bob)
    expect(await save(bob)).toBe(200)
    for (const person of [bob, ada]) await ada.delete(address('dashboards'), modify(person))
    expect([await save(bob), await save(ada)]).toEqual([403, 200])
  })

  it('is independent of the query with the same id', async () => {
    const { db } = server.services
    await db.insert(accessPermissions).values({
      object_type: 'dashboard',
      object_id: query.id,
      access_type: 'modify',
      grantor_id: ada.id,
      grantee_id: eve.id,
    })
    expect((await eve.post(`/api/queries/${query.id}`, { name: 'Mine' })).status).toBe(403)
    expect((await ada.get(`/api/queries/${query.id}/acl`)).body).toEqual({})
  })
})
