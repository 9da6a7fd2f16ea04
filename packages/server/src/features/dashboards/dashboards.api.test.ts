import type { Dashboard, DashboardListItem } from '@sightline/contract/dashboards.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { dashboards } from './tables.ts'

interface Page {
  count: number
  results: DashboardListItem[]
}

let server: TestServer
let ada: Person
let bob: Person

beforeAll(async () => {
  server = await startTestServer()
  ada = await server.person({ name: 'Ada' })
  bob = await server.person({ name: 'Bob' })
  const base = { user_id: ada.id, is_draft: false }
  await server.services.db.insert(dashboards).values([
    { ...base, slug: 'sales', name: 'Sales overview', tags: ['money', 'daily'] },
    { ...base, slug: 'stock', name: 'Stock', tags: ['daily'] },
    { ...base, slug: 'sketch', name: 'Sketch', is_draft: true },
    { ...base, slug: 'gone', name: 'Gone', is_archived: true, tags: ['old'] },
  ])
})
afterAll(() => server.close())

const names = async (person: Person, address: string) =>
  (await person.get<Page>(`/api/dashboards${address}`)).body.results.map((dashboard) => dashboard.name)
const made = async (person: Person, name: string) => (await person.post<DashboardListItem>('/api/dashboards', { name })).body
const read = async (person: Person, slug: string) => (await person.get<Dashboard>(`/api/dashboards/${slug}`)).body
const save = (person: Person, slug: string, changes: object) =>
  person.post<Dashboard & { code?: string }>(`/api/dashboards/${slug}`, changes)
/** Grants a user `modify` on a dashboard. */
const grant = (owner: Person, id: number, grantee: Person) =>
  owner.post(`/api/dashboards/${id}/acl`, { access_type: 'modify', user_id: grantee.id })

describe('the list of dashboards', () => {
  it('shows published ones, and drafts to their owner (DASH-01, OPEN-10, OPEN-104)', async () => {
    expect(await names(bob, '?order=name')).toEqual(['Sales overview', 'Stock'])
    expect(await names(ada, '?order=-name')).toEqual(['Stock', 'Sketch', 'Sales overview'])
  })

  it('is sorted by the requested order, ascending or descending (API-49)', async () => {
    const { db } = server.services
    for (const [slug, created_at] of [
      ['sales', new Date('2024-01-02T00:00:00Z')],
      ['stock', new Date('2024-01-01T00:00:00Z')],
    ] as const)
      await db.update(dashboards).set({ created_at }).where(eq(dashboards.slug, slug))
    const inOrder = (order: string) => names(bob, `?order=${order}`)
    expect([await inOrder('name'), await inOrder('-name')]).toEqual([
      ['Sales overview', 'Stock'],
      ['Stock', 'Sales overview'],
    ])
    expect([await inOrder('created_at'), await inOrder('-created_at')]).toEqual([
      ['Stock', 'Sales overview'],
      ['Sales overview', 'Stock'],
    ])
    expect(await names(bob, '?order=-name&page_size=1&page=2')).toEqual(['Sales overview'])
  })

  it('can be searched by name, filtered by tags and paged; an unknown order is ignored (API-49, OPEN-84, OPEN-85, LIST-29)', async () => {
    expect(await names(bob, '?q=view')).toEqual(['Sales overview'])
    expect(await names(bob, '?search_term=view')).toEqual(['Sales overview'])
    expect(await names(bob, '?tags=daily&tags=money')).toEqual(['Sales overview'])
    expect(await names(bob, '?order=nonsense&page_size=1')).toHaveLength(1)
    const { body } = await bob.get<Page>('/api/dashboards?page=2&page_size=1')
    expect(body).toMatchObject({ count: 2, page: 2, page_size: 1, results: [{ widgets: null }] })
  })

  it('counts the tags of visible dashboards, by name (API-52, OPEN-82, LIST-28)', async () => {
    expect((await bob.get('/api/dashboards/tags')).body).toEqual({
      tags: [
        { name: 'daily', count: 2 },
        { name: 'money', count: 1 },
      ],
    })
  })

  it('is sorted newest first by default (DASH-08)', async () => {
    const { db } = server.services
    const age = (slug: string, day: number) =>
      db
        .update(dashboards)
        .set({ created_at: new Date(Date.UTC(2024, 0, day)) })
        .where(eq(dashboards.slug, slug))
    await age('sales', 1)
    await age('stock', 2)
    expect(await names(bob, '')).toEqual(['Stock', 'Sales overview'])
    await age('stock', 0)
    expect(await names(bob, '')).toEqual(['Sales overview', 'Stock'])
  })

  it("lists the caller's own dashboards as mine", async () => {
    expect(await names(ada, '/my?order=name')).toEqual(['Sales overview', 'Sketch', 'Stock'])
    expect(await names(bob, '/my')).toEqual([])
  })

  it('needs list_dashboards (PERM-24)', async () => {
    const person = await server.person({ permissions: ['view_query'] })
    for (const path of ['', '/my', '/recent', '/tags', '/sales'])
      expect((await person.get(`/api/dashboards${path}`)).status).toBe(403)
  })

  it("lists the caller's favorites, added by an empty POST and removed by an empty DELETE (DASH-02, API-51, API-58, API-59, CTRL-21)", async () => {
    await bob.post('/api/dashboards/stock/favorite')
    expect(await bob.post('/api/dashboards/stock/favorite')).toMatchObject({ status: 200, body: null })
    const { body } = await bob.get<Page>('/api/dashboards/favorites')
    expect(body).toMatchObject({ count: 1, results: [{ name: 'Stock', is_favorite: true, starred_at: expect.any(String) }] })
    expect(await names(ada, '/favorites')).toEqual([])
    expect(await bob.delete('/api/dashboards/stock/favorite')).toMatchObject({ status: 200, body: null })
    expect(await names(bob, '/favorites')).toEqual([])
  })

  it('lists recently viewed dashboards, most recent first (API-50)', async () => {
    const recent = async (person: Person) =>
      (await person.get<DashboardListItem[]>('/api/dashboards/recent')).body.map(({ slug }) => slug)
    const reader = await server.person()
    expect(await recent(reader)).toEqual([])
    for (const [minute, slug] of ['sales', 'stock', 'sales', 'gone', 'sketch'].entries()) {
      server.clock.now = new Date(Date.UTC(2030, 0, 1, 0, minute))
      await reader.post('/api/events', [{ action: 'view', object_type: 'dashboard', object_id: (await read(ada, slug)).id }])
    }
    server.clock.now = null
    expect(await recent(reader)).toEqual(['sales', 'stock'])
    expect((await recent(ada)).sort()).toEqual(['sales', 'sketch', 'stock'])
  })
})

describe('one dashboard', () => {
  it('is found by slug and by id (API-53, DASH-61)', async () => {
    const bySlug = await read(ada, 'sales')
    expect(bySlug).toMatchObject({
      slug: 'sales',
      name: 'Sales overview',
      tags: ['money', 'daily'],
      is_draft: false,
      is_archived: false,
      is_favorite: false,
      user_id: ada.id,
      user: { name: 'Ada', profile_image_url: expect.any(String) },
      created_at: expect.stringMatching(/Z$/),
      version: 1,
      widgets: [],
      can_edit: true,
      dashboard_filters_enabled: false,
    })
    expect(bySlug).not.toHaveProperty('public_url')
    expect(await read(bob, String(bySlug.id))).toMatchObject({ slug: 'sales', can_edit: false })
  })

  it('is found by a slug of digits from an older installation', async () => {
    const [first] = await server.services.db.select().from(dashboards).where(eq(dashboards.slug, 'sales'))
    await server.services.db
      .insert(dashboards)
      .values({ slug: String(first?.id), name: 'Numbered', user_id: ada.id, is_draft: true })
    expect(await read(ada, `${first?.id}?legacy`)).toMatchObject({ name: 'Numbered' })
    expect(await read(ada, String(first?.id))).toMatchObject({ name: 'Sales overview' })
    await server.services.db.delete(dashboards).where(eq(dashboards.name, 'Numbered'))
  })

  it('opens for every user who has the URL, even as a draft or archived (OPEN-10)', async () => {
    expect((await bob.get('/api/dashboards/sketch')).status).toBe(200)
    expect((await bob.get('/api/dashboards/gone')).status).toBe(200)
  })

  it('answers 404 for one that does not exist', async () => {
    for (const address of ['nothing', '99999', '9'.repeat(20)]) {
      expect((await bob.get(`/api/dashboards/${address}`)).status).toBe(404)
      expect((await bob.post(`/api/dashboards/${address}`, { name: 'X' })).status).toBe(404)
      expect((await bob.delete(`/api/dashboards/${address}`)).status).toBe(404)
      expect((await bob.post(`/api/dashboards/${address}/fork`)).status).toBe(404)
      expect((await bob.post(`/api/dashboards/${address}/share`)).status).toBe(404)
    }
  })
})

describe('creating a dashboard', () => {
  it('creates an empty draft and returns its slug (API-54)', async () => {
    const { status, body } = await bob.post<DashboardListItem>('/api/dashboards', { name: '  Team Numbers ', slug: 'x', id: 1 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Team Numbers', slug: 'team-numbers', is_draft: true, widgets: null, version: 1 })
    expect(await read(bob, 'team-numbers')).toMatchObject({ id: body.id, user_id: bob.id, widgets: [] })
  })

  it('refuses a name that is blank, missing, too long or not a string (DASH-12)', async () => {
    for (const name of ['', '   ', undefined, null, { first: 'Ada' }, 'x'.repeat(101)]) {
      expect(await bob.post('/api/dashboards', { name })).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    }
  })

  it('needs create_dashboard (PERM-24)', async () => {
    const person = await server.person({ permissions: ['list_dashboards', 'edit_dashboard'] })
    expect((await person.post('/api/dashboards', { name: 'Mine' })).status).toBe(403)
  })

  it('gives each its own slug, which stays when the name changes (OPEN-101)', async () => {
    expect((await made(bob, 'Weekly')).slug).toBe('weekly')
    expect((await made(ada, 'weekly')).slug).toBe('weekly_1')
    expect((await made(ada, 'Weekly!')).slug).toBe('weekly-')
    expect((await made(ada, '2024')).slug).toBe('dashboard-2024')
    await save(bob, 'weekly', { name: 'Monthly' })
    expect(await read(bob, 'weekly')).toMatchObject({ name: 'Monthly', slug: 'weekly' })
  })

  it('gives each its own slug even if several are created at the same time (OPEN-101)', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => made(ada, 'At once')))
    expect(all.map(({ slug }) => slug).sort()).toEqual(['at-once', 'at-once_1', 'at-once_2', 'at-once_3', 'at-once_4'])
  })
})

describe('saving a dashboard', () => {
  it('changes the fields that were sent and increments the version (API-55, DASH-50)', async () => {
    const { slug } = await made(ada, 'To change')
    const layout = [[3, 1], [2]]
    const options = { globalParamOrder: ['period'] }
    const { status, body } = await save(ada, slug, {
      name: ' Changed ',
      tags: ['b', ' a ', 'b'],
      dashboard_filters_enabled: true,
      layout,
      options,
      version: 1,
      user_id: bob.id,
      slug: 'other',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Changed',
      slug,
      dashboard_filters_enabled: true,
      layout,
      options,
      version: 2,
      user_id: ada.id,
    })
    expect(body.tags.toSorted()).toEqual(['a', 'b'])
    expect(await read(bob, slug)).toMatchObject({ name: 'Changed', version: 2, layout, options })
  })

  it('refuses an outdated version and leaves the other change in place (DASH-59)', async () => {
    const { slug } = await made(ada, 'Contested')
    await save(ada, slug, { name: 'First', version: 1 })
    expect(await save(ada, slug, { name: 'Second', version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'version_conflict' },
    })
    expect(await read(ada, slug)).toMatchObject({ name: 'First', version: 2 })
    expect((await save(ada, slug, { name: 'Third' })).status).toBe(200)
  })

  it('lets only one of two concurrent saves of the same version succeed (DASH-59)', async () => {
    const { slug } = await made(ada, 'Raced')
    const replies = await Promise.all(['One', 'Two', 'Three'].map((name) => save(ada, slug, { name, version: 1 })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it('is for owner, admin and those who were granted modify (PERM-07, PERM-25, OPEN-109)', async () => {
    const { id, slug } = await made(ada, 'Guarded')
    expect(await save(bob, slug, { name: 'Taken' })).toMatchObject({ status: 403 })
    expect(await read(bob, slug)).toMatchObject({ can_edit: false })
    await grant(ada, id, bob)
    expect(await read(bob, slug)).toMatchObject({ can_edit: true })
    expect((await save(bob, slug, { name: 'Shared work' })).status).toBe(200)
    expect((await save(server.admin, slug, { name: 'By the admin' })).status).toBe(200)
    const person = await server.person({ permissions: ['list_dashboards'] })
    await grant(ada, id, person)
    expect((await save(person, slug, { name: 'X' })).status).toBe(403)
    expect(await read(person, slug)).toMatchObject({ can_edit: false })
  })

  it('reserves publishing and tags to owner and admins (DASH-26, DASH-27, DASH-28, OPEN-103, PERM-26)', async () => {
    const { id, slug } = await made(ada, 'Public matter')
    await grant(ada, id, bob)
    for (const change of [{ is_draft: false }, { tags: ['x'] }, { is_archived: true }]) {
      expect(await save(bob, slug, change), JSON.stringify(change)).toMatchObject({ status: 403, body: { code: 'not_owner' } })
    }
    expect((await bob.delete(`/api/dashboards/${slug}`)).status).toBe(403)
    // Unchanged fields need no permission.
    expect((await save(bob, slug, { is_draft: true, tags: [], is_archived: false, name: 'Public matters' })).status).toBe(200)

    expect((await save(ada, slug, { is_draft: false })).body.is_draft).toBe(false)
    expect(await names(bob, '?q=matters')).toEqual(['Public matters'])
    expect((await save(server.admin, slug, { is_draft: true, tags: ['x'] })).body).toMatchObject({
      is_draft: true,
      tags: ['x'],
    })
    expect(await names(bob, '?q=matters')).toEqual([])
  })

  it('refuses invalid fields', async () => {
    const { slug } = await made(ada, 'Firm')
    const tooLong = { all: 'x'.repeat(100_001) }
    for (const change of [
      { name: '' },
      { name: 5 },
      { tags: 'a' },
      { version: 'one' },
      { layout: {} },
      { options: [] },
      { options: tooLong },
      { is_draft: 'yes' },
    ]) {
      expect(await save(ada, slug, change), JSON.stringify(change).slice(0, 40)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      })
    }
  })
})

describe('archiving a dashboard', () => {
  it('removes it from all lists and keeps it at its URL (API-56, DASH-54, DASH-55, OPEN-07)', async () => {
    const { slug } = await made(ada, 'Old times')
    await save(ada, slug, { is_draft: false, tags: ['past'] })
    await bob.post(`/api/dashboards/${slug}/favorite`)
    expect((await bob.delete(`/api/dashboards/${slug}`)).status).toBe(403)

    expect(await ada.delete(`/api/dashboards/${slug}`)).toMatchObject({ status: 200, body: { is_archived: true, version: 3 } })

    expect(await names(ada, '?q=old')).toEqual([])
    expect(await names(ada, '/my?q=old')).toEqual([])
    expect(await names(bob, '/favorites')).toEqual([])
    expect(JSON.stringify((await ada.get('/api/dashboards/tags')).body)).not.toContain('past')
    expect(await read(bob, slug)).toMatchObject({ name: 'Old times', is_archived: true, tags: ['past'] })
    expect((await ada.delete(`/api/dashboards/${slug}`)).body).toMatchObject({ is_archived: true, version: 3 })
  })

  it('refuses changes until its owner restores it, but not copies (OPEN-09)', async () => {
    const { id, slug } = await made(ada, 'Frozen')
    await ada.delete(`/api/dashboards/${slug}`)
    const refused = { status: 400, body: { code: 'dashboard_archived', message: expect.stringContaining('archived') } }
    expect(await save(ada, slug, { name: 'Thawed' })).toMatchObject(refused)
    expect(await ada.post('/api/widgets', { dashboard_id: id, visualization_id: null, text: 'Hi' })).toMatchObject(refused)
    expect(await ada.post(`/api/dashboards/${slug}/share`)).toMatchObject(refused)
    expect((await bob.post(`/api/dashboards/${slug}/fork`)).status).toBe(200)
    expect((await save(bob, slug, { is_archived: false })).status).toBe(403)
    expect((await save(ada, slug, { is_archived: false, name: 'Thawed' })).body).toMatchObject({
      is_archived: false,
      name: 'Thawed',
    })
  })
})
