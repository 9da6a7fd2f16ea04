import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { ReplyOf } from '@sightline/contract/endpoint.ts'
import type { home as api } from '@sightline/contract/home.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let group: number
let source: number
beforeAll(async () => {
  server = await startTestServer()
  group = await buildGroup(server)
  source = (await buildDataSource(server, { groups: { [group]: false } })).id
})
afterAll(() => server.close())

const home = async (person: Person) => (await person.get<ReplyOf<typeof api.recent>>('/api/home')).body
const names = (items: readonly { name: string }[]) => items.map(({ name }) => name)
// Queries with the same text would share a result.
const build = (person: Person, name: string) =>
  buildQuery(person, { data_source_id: source, name, query: `select '${name}' as answer` })
const buildDashboard = async (person: Person, name: string) => {
  const { body } = await person.post<Dashboard>('/api/dashboards', { name })
  await person.post(`/api/dashboards/${body.id}`, { is_draft: false })
  return body
}
const view = (person: Person, object_type: string, object_id: number, timestamp: number) =>
  person.post('/api/events', [{ action: 'view', object_type, object_id, timestamp }])
const people = (...who: string[]) => Promise.all(who.map((name) => server.person({ name, groups: [group] })))
const run = (person: Person, id: number) => person.post(`/api/queries/${id}/results`, { max_age: 0, wait: 20_000 })
const now = () => Date.now() / 1000

describe('the recent work of a user', () => {
  it('is what they own or have opened, most recent first, with something to draw where a result is stored (OPEN-234)', async () => {
    const [ada, bob] = await people('Ada', 'Bob')
    if (!ada || !bob) throw new Error('no people')
    const own = await build(ada, 'Own')
    const seen = await build(bob, 'Seen')
    const unseen = await build(bob, 'Unseen')
    const dashboard = await buildDashboard(bob, 'Board')
    await bob.post('/api/visualizations', { query_id: seen.id, type: 'CHART', name: 'Line', options: { a: 1 } })
    await run(bob, seen.id)
    await run(bob, unseen.id)
    await view(ada, 'query', seen.id, now() + 10)
    await view(ada, 'dashboard', dashboard.id, now() - 3600)
    const { work } = await home(ada)
    expect(names(work).sort()).toEqual(['Board', 'Own', 'Seen'])
    expect(work.at(-1)).toMatchObject({ kind: 'dashboard', name: 'Board', slug: dashboard.slug, thumbnail: null })
    expect(work.find(({ name }) => name === 'Own')?.thumbnail).toBeNull()
    expect(work.find(({ name }) => name === 'Seen')?.thumbnail).toEqual({
      result_id: expect.any(Number),
      visualization: { type: 'CHART', name: 'Line', options: { a: 1 } },
    })
    // Without a chart, the first rows are drawn.
    await run(ada, own.id)
    expect((await home(ada)).work.find(({ name }) => name === 'Own')?.thumbnail).toMatchObject({ visualization: null })
  })

  it('leaves out archived items, drafts of dashboards and everything on data sources that were taken away (OPEN-234)', async () => {
    const [ada, bob] = await people('Ada', 'Bob')
    if (!ada || !bob) throw new Error('no people')
    const query = await build(bob, 'Shared once')
    const chart = (
      await bob.post<{ id: number }>('/api/visualizations', { query_id: query.id, type: 'CHART', name: 'C', options: {} })
    ).body
    const dashboard = await buildDashboard(bob, 'Shows it')
    await bob.post('/api/widgets', { dashboard_id: dashboard.id, visualization_id: chart.id, width: 1, options: {} })
    await run(bob, query.id)
    await view(ada, 'query', query.id, now())
    await view(ada, 'dashboard', dashboard.id, now())
    const thumbnails = async () => (await home(ada)).work.map(({ name, thumbnail }) => [name, thumbnail?.visualization?.type])
    expect((await thumbnails()).sort()).toEqual([
      ['Shared once', 'CHART'],
      ['Shows it', 'CHART'],
    ])
    await server.admin.delete(`/api/groups/${group}/data_sources/${source}`)
    expect(await thumbnails()).toEqual([['Shows it', undefined]])
    await server.admin.post(`/api/groups/${group}/data_sources`, { data_source_id: source })
    await bob.delete(`/api/queries/${query.id}`)
    await bob.post(`/api/dashboards/${dashboard.id}`, { is_draft: true })
    expect(await thumbnails()).toEqual([])
  })
})

describe('what has changed', () => {
  it("is what others changed in the user's own, favorite and opened queries, with the fields and the name of who did (OPEN-234)", async () => {
    const [ada, bob] = await people('Ada', 'Bob')
    if (!ada || !bob) throw new Error('no people')
    const liked = await build(bob, 'Liked')
    const opened = await build(bob, 'Opened')
    const other = await build(bob, 'Other')
    await ada.post(`/api/queries/${liked.id}/favorite`)
    await view(ada, 'query', opened.id, now())
    expect((await home(ada)).changes).toEqual([])
    for (const { id } of [liked, opened, other])
      await bob.post(`/api/queries/${id}`, { query: 'select 2 as answer', tags: ['new'] })
    const { changes } = await home(ada)
    expect(names(changes)).toEqual(['Opened', 'Liked'])
    expect(changes[0]).toMatchObject({ kind: 'query', user_name: 'Bob', fields: ['query', 'tags'] })
    expect((await home(bob)).changes).toEqual([])
  })

  it('includes dashboards whose layout, widgets or name others changed (OPEN-234)', async () => {
    const [ada, bob] = await people('Ada', 'Bob')
    if (!ada || !bob) throw new Error('no people')
    const dashboard = await buildDashboard(ada, 'Own board')
    await ada.post(`/api/dashboards/${dashboard.id}/acl`, {
      access_type: 'modify',
      user_id: (await bob.get<{ user: { id: number } }>('/api/session')).body.user.id,
    })
    expect((await home(ada)).changes).toEqual([])
    const widget = await bob.post('/api/widgets', {
      dashboard_id: dashboard.id,
      visualization_id: null,
      text: 'Hello',
      width: 1,
      options: {},
    })
    expect(widget.status).toBe(200)
    expect((await home(ada)).changes).toMatchObject([
      { kind: 'dashboard', name: 'Own board', slug: dashboard.slug, user_name: 'Bob' },
    ])
    await ada.post(`/api/dashboards/${dashboard.id}`, { name: 'Renamed' })
    expect((await home(ada)).changes).toEqual([])
  })

  it('and the recent work need the permissions of their lists (OPEN-234)', async () => {
    const ada = await server.person({ name: 'Ada', groups: [group] })
    await build(ada, 'Mine')
    await buildDashboard(ada, 'My board')
    expect(names((await home(ada)).work).sort()).toEqual(['Mine', 'My board'])
    const eve = await server.person({ name: 'Eve', permissions: ['create_dashboard'] })
    await eve.post('/api/dashboards', { name: 'Hidden' })
    expect(await home(eve)).toEqual({ work: [], changes: [] })
  })
})
