import type { Dashboard, DashboardListItem } from '@sightline/contract/dashboards.ts'
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

describe('the list of dashboards', () => {
  it('OPEN-10 OPEN-104 shows published ones, and drafts to their owner', async () => {
    expect(await names(bob, '?order=name')).toEqual(['Sales overview', 'Stock'])
    expect(await names(ada, '?order=-name')).toEqual(['Stock', 'Sketch', 'Sales overview'])
  })

  it('OPEN-84 OPEN-85 LIST-29 is ordered, searched by name and narrowed by tags', async () => {
    expect(await names(bob, '?q=view')).toEqual(['Sales overview'])
    expect(await names(bob, '?tags=daily&tags=money')).toEqual(['Sales overview'])
    expect((await bob.get('/api/dashboards/tags')).body).toEqual({
      tags: [
        { name: 'daily', count: 2 },
        { name: 'money', count: 1 },
      ],
    })
  })

  it('PERM-24 needs list_dashboards', async () => {
    const person = await server.person({ permissions: ['view_query'] })
    for (const path of ['', '/tags', '/sales']) expect((await person.get(`/api/dashboards${path}`)).status).toBe(403)
  })

  it('knows the favorites of the caller', async () => {
    await bob.post('/api/dashboards/stock/favorite')
    expect(await names(bob, '/favorites')).toEqual(['Stock'])
    expect(await names(ada, '/favorites')).toEqual([])
    expect(await bob.delete('/api/dashboards/stock/favorite')).toMatchObject({ status: 200, body: null })
    expect(await names(bob, '/favorites')).toEqual([])
  })
})

describe('one dashboard', () => {
  it('is found by slug and by id', async () => {
    const bySlug = (await ada.get<Dashboard>('/api/dashboards/sales')).body
    expect(bySlug).toMatchObject({ slug: 'sales', name: 'Sales overview', user_id: ada.id, widgets: [], can_edit: true })
    expect((await bob.get<Dashboard>(`/api/dashboards/${bySlug.id}`)).body).toMatchObject({ slug: 'sales', can_edit: false })
  })

  it('OPEN-10 opens for whoever has the address, as a draft and archived', async () => {
    expect((await bob.get('/api/dashboards/sketch')).status).toBe(200)
    expect((await bob.get('/api/dashboards/gone')).status).toBe(200)
  })

  it('answers 404 for one that does not exist', async () => {
    expect((await bob.get('/api/dashboards/nothing')).status).toBe(404)
    expect((await bob.get('/api/dashboards/99999')).status).toBe(404)
  })
})
