import type { Query, QueryListItem, RecentQuery } from '@sightline/contract/queries.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { queryResults } from '../executions/tables.ts'
import * as tables from './tables.ts'

interface Page {
  count: number
  page: number
  page_size: number
  results: QueryListItem[]
}

let server: TestServer
let ada: Person
let bob: Person
/** Ada's, in this order: Apples (published), bread, Cherries; and Bob's Dates. */
let queries: Query[]

beforeAll(async () => {
  server = await startTestServer()
  const group = await buildGroup(server)
  ada = await server.person({ name: 'Ada', groups: [group] })
  bob = await server.person({ name: 'Bob', groups: [group] })
  const source = (await buildDataSource(server, { groups: { [group]: false } })).id
  const build = (person: Person, name: string, fields: object) =>
    buildQuery(person, { data_source_id: source, name, ...fields })
  queries = [
    await build(ada, 'Apples', { tags: ['fruit', 'red'], description: 'Sold per day', query: 'select 100% as juice' }),
    await build(ada, 'bread', { tags: ['baked'], schedule: { interval: 60 } }),
    await build(ada, 'Cherries', { tags: ['fruit'], schedule: { interval: 3600 }, query: 'select stone from cherry_tree' }),
    await build(bob, 'Dates', { tags: ['fruit', 'red'] }),
  ]
  await ada.post(`/api/queries/${idOf('Apples')}`, { is_draft: false })
  // One that no user here may see.
  const closed = await buildDataSource(server, { groups: {} })
  await buildQuery(server.admin, { data_source_id: closed.id, name: 'Hidden', tags: ['secret'] })
})
afterAll(() => server.close())

const idOf = (name: string) => queries.find((query) => query.name === name)?.id ?? 0
const page = async (person: Person, address: string) => (await person.get<Page>(`/api/queries${address}`)).body
const names = async (person: Person, address: string) => (await page(person, address)).results.map((query) => query.name)

describe('the lists of queries', () => {
  it("contain queries of the caller's data sources, including drafts of others, newest first (QLIST-01, QLIST-12, API-05, API-06, PERM-12, OPEN-10)", async () => {
    expect(await page(ada, '')).toMatchObject({ count: 4, page: 1, page_size: 25 })
    expect(await names(ada, '')).toEqual(['Dates', 'Cherries', 'bread', 'Apples'])
  })

  it('contain no more for admins than for other users (PERM-12)', async () => {
    expect(await names(server.admin, '')).toEqual([])
  })

  it('need view_query (PERM-12)', async () => {
    const person = await server.person({ permissions: ['create_query'] })
    for (const path of ['', '/my', '/archive', '/recent']) expect((await person.get(`/api/queries${path}`)).status).toBe(403)
  })

  it("can be limited to the caller's own queries (QLIST-04, API-09)", async () => {
    expect(await names(bob, '/my')).toEqual(['Dates'])
  })

  it('can be limited to favorites, with the time they were marked (QLIST-02, API-10)', async () => {
    await bob.post(`/api/queries/${idOf('bread')}/favorite`)
    const favorites = await page(bob, '/favorites')
    expect(favorites.results).toMatchObject([{ name: 'bread', is_favorite: true, starred_at: expect.stringMatching(/Z$/) }])
    expect(await names(ada, '/favorites')).toEqual([])
    await bob.delete(`/api/queries/${idOf('bread')}/favorite`)
  })

  it('can be limited to archived queries, which are in no other list (QLIST-03, QLIST-17, API-08, OPEN-07)', async () => {
    const query = await buildQuery(ada, { data_source_id: queries[0]?.data_source_id ?? 0, name: 'Old', tags: ['old'] })
    await ada.post(`/api/queries/${query.id}/favorite`)
    await ada.delete(`/api/queries/${query.id}`)
    expect(await names(ada, '/archive')).toEqual(['Old'])
    for (const address of ['', '/my', '/favorites', '?q=Old']) expect(await names(ada, address)).not.toContain('Old')
    expect((await ada.get('/api/queries/tags')).body).not.toMatchObject({
      tags: expect.arrayContaining([{ name: 'old', count: 1 }]),
    })
    // A draft of another user.
    expect(await names(bob, '/archive')).toEqual([])
  })

  it("include an array of the caller's last changed queries (API-07)", async () => {
    const { body } = await ada.get<RecentQuery[]>('/api/queries/recent')
    expect(body.map((query) => query.name)).toEqual(['Apples', 'Cherries', 'bread'])
    expect(body[0]).toMatchObject({ user_id: ada.id, is_favorite: false })
    expect(body[0]).not.toHaveProperty('user')
  })

  it('have tags with their counts, by name (API-11, OPEN-82, LIST-28)', async () => {
    expect((await ada.get('/api/queries/tags')).body).toEqual({
      tags: [
        { name: 'baked', count: 1 },
        { name: 'fruit', count: 3 },
        { name: 'red', count: 2 },
      ],
    })
  })
})

describe('pages', () => {
  it('have the requested size (OPEN-02, API-06)', async () => {
    expect(await page(ada, '?page=2&page_size=3&order=name')).toMatchObject({
      count: 4,
      page: 2,
      page_size: 3,
      results: [{ name: 'Dates' }],
    })
  })

  it.each([
    ['page=0', 'Page must be positive integer.'],
    ['page=-1', 'Page must be positive integer.'],
    ['page=2', 'Page is out of range.'],
    ['page_size=0', 'Page size is out of range (1-250).'],
    ['page_size=251', 'Page size is out of range (1-250).'],
  ])('are refused for %s (OPEN-02)', async (address, message) => {
    expect(await ada.get(`/api/queries?${address}`)).toMatchObject({ status: 400, body: { message } })
  })

  it('are refused beyond the last one in every list and size (OPEN-02)', async () => {
    for (const list of ['', '/my']) {
      expect(await ada.get(`/api/queries${list}?page=3&page_size=4`)).toMatchObject({
        status: 400,
        body: { message: 'Page is out of range.' },
      })
    }
    expect((await ada.get('/api/queries?page=999999999&page_size=250')).status).toBe(400)
    expect((await page(ada, '?page_size=250')).results).toHaveLength(4)
  })

  it('have the sizes that the settings allow (OPEN-01)', async () => {
    const { body } = await ada.get('/api/session')
    expect(body).toMatchObject({ client_config: { pageSize: 20, pageSizeOptions: [5, 10, 20, 50, 100] } })
  })

  it('use their defaults for values that are no numbers, and exist once in an empty list', async () => {
    expect(await page(ada, '?page=one&page_size=many')).toMatchObject({ page: 1, page_size: 25, count: 4 })
    expect(await page(ada, '?q=nothingatall&page=7')).toMatchObject({ page: 7, count: 0, results: [] })
  })
})

describe('the order of a list', () => {
  const newestFirst = ['Dates', 'Cherries', 'bread', 'Apples']
  beforeAll(async () => {
    await giveResult('Cherries', { runtime: 0.5, retrieved_at: new Date('2026-01-02') })
    await giveResult('Apples', { runtime: 2, retrieved_at: new Date('2026-01-01') })
    // More seconds than an integer holds.
    await server.services.db
      .update(tables.queries)
      .set({ schedule: { interval: 9_000_000_000, time: null, day_of_week: null, until: null } })
      .where(eq(tables.queries.id, idOf('Dates')))
    for (const name of ['Cherries', 'Apples', 'Dates']) await ada.post(`/api/queries/${idOf(name)}/favorite`)
  })

  /** Stores a result, and makes it the latest one of a query. */
  async function giveResult(name: string, facts: { runtime: number; retrieved_at: Date }) {
    const { db } = server.services
    const [row] = await db
      .insert(queryResults)
      .values({
        ...facts,
        data_source_id: queries[0]?.data_source_id ?? 0,
        query_hash: '',
        query: '',
        file: '',
        columns: [],
        row_count: 0,
        size: 0,
        timing: { waiting: 0, database: 0, sightline: 0 },
      })
      .returning({ id: queryResults.id })
    await db
      .update(tables.queries)
      .set({ latest_query_data_id: row?.id ?? null })
      .where(eq(tables.queries.id, idOf(name)))
  }

  it.each([
    ['name', ['Apples', 'bread', 'Cherries', 'Dates']],
    ['-name', ['Dates', 'Cherries', 'bread', 'Apples']],
    ['created_at', ['Apples', 'bread', 'Cherries', 'Dates']],
    ['-created_at', newestFirst],
    ['created_by', ['Apples', 'bread', 'Cherries', 'Dates']],
    ['-created_by', newestFirst],
    ['schedule', ['bread', 'Cherries', 'Dates', 'Apples']],
    ['-schedule', ['Dates', 'Cherries', 'bread', 'Apples']],
    ['runtime', ['Cherries', 'Apples', 'bread', 'Dates']],
    ['-runtime', ['Apples', 'Cherries', 'Dates', 'bread']],
    ['executed_at', ['Apples', 'Cherries', 'bread', 'Dates']],
    ['-executed_at', ['Cherries', 'Apples', 'Dates', 'bread']],
    ['nonsense', newestFirst],
    ['-', newestFirst],
    ['constructor', newestFirst],
    ['__proto__', newestFirst],
    ['name;drop', newestFirst],
  ])('can be by %s, with nulls last in both directions (LIST-07, OPEN-84)', async (order, expected) => {
    expect(await names(ada, `?order=${order}`)).toEqual(expected)
  })

  it('can be by several names: later ones decide between equal rows (LIST-31)', async () => {
    // Bob's Dates come after Ada's; their schedule is the longest.
    expect(await names(ada, '?order=created_by,-name')).toEqual(['Cherries', 'bread', 'Apples', 'Dates'])
    expect(await names(ada, '?order=-created_by,nonsense,name')).toEqual(['Dates', 'Apples', 'bread', 'Cherries'])
    expect(await names(ada, '?order=,nonsense,-')).toEqual(newestFirst)
  })

  it('can be by the time of the favorite, among the favorites (LIST-07)', async () => {
    expect(await names(ada, '/favorites?order=starred_at')).toEqual(['Cherries', 'Apples', 'Dates'])
    expect(await names(ada, '/favorites?order=-starred_at')).toEqual(['Dates', 'Apples', 'Cherries'])
  })

  it("stays consistent over the pages of the caller's own queries (LIST-07)", async () => {
    expect(await names(ada, '/my?order=-name&page_size=2')).toEqual(['Cherries', 'bread'])
    expect(await names(ada, '/my?order=-name&page_size=2&page=2')).toEqual(['Apples'])
  })
})

describe('tags', () => {
  it('filter for queries that have all of them (LIST-29)', async () => {
    expect(await names(ada, '?tags=fruit&order=name')).toEqual(['Apples', 'Cherries', 'Dates'])
    expect(await names(ada, '?tags=fruit&tags=red&order=name')).toEqual(['Apples', 'Dates'])
    expect(await names(ada, '?tags=fruit&tags=baked')).toEqual([])
    expect(await names(ada, `?tags=${encodeURIComponent("'; drop table queries; --")}`)).toEqual([])
    expect(await names(ada, '/my?tags=red&q=apples')).toEqual(['Apples'])
  })
})
