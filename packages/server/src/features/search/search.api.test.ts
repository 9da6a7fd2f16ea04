import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { SearchHit, SearchReply } from '@sightline/contract/search.ts'
import { isWithoutSpaces } from '@sightline/domain/folded-text.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { dataSources } from '../data-sources/tables.ts'

let server: TestServer
let ada: Person
let bob: Person
/** Has full access to nothing: its group shares the source for viewing only. */
let vera: Person
let source: number

const schema = [
  { name: 'public.orders', description: 'Every sale', columns: [{ name: 'id', type: 'integer' }] },
  { name: 'public.order_items', columns: [{ name: 'Voucher Code', type: 'text' }] },
  { name: 'crm.reorders', columns: [{ name: 'voucher', type: 'text' }] },
]

beforeAll(async () => {
  server = await startTestServer({ hasWorker: false })
  const group = await buildGroup(server)
  const viewers = await buildGroup(server)
  ada = await server.person({ name: 'Ada Orders', groups: [group] })
  bob = await server.person({ name: 'Bob', groups: [group] })
  vera = await server.person({ name: 'Vera', groups: [viewers] })
  source = (await buildDataSource(server, { name: 'Shop', groups: { [group]: false, [viewers]: true } })).id
  await storeSchema(source)
  const closed = await buildDataSource(server, { name: 'Closed', groups: {} })
  await storeSchema(closed.id)
  await buildQuery(server.admin, { data_source_id: closed.id, name: 'Secret orders' })
})
afterAll(() => server.close())

const storeSchema = (id: number) =>
  server.services.db.update(dataSources).set({ schema, schema_fetched_at: new Date() }).where(eq(dataSources.id, id))
const build = (person: Person, name: string, fields: object = {}) =>
  buildQuery(person, { data_source_id: source, query: 'select 1', name, ...fields })
const buildDashboard = async (person: Person, name: string) => (await person.post<Dashboard>('/api/dashboards', { name })).body
const search = async (person: Person, term: string) =>
  (await person.get<SearchReply>(`/api/search?q=${encodeURIComponent(term)}`)).body
const hits = async (person: Person, term: string, kind?: SearchHit['kind']) =>
  (await search(person, term)).hits.filter((hit) => kind === undefined || hit.kind === kind)
const names = async (person: Person, term: string, kind?: SearchHit['kind']) =>
  (await hits(person, term, kind)).map(({ name }) => name)

describe('the search for everything', () => {
  it('puts exact names first, then starts, words and parts of names, then tags, then texts, and archived queries last (OPEN-233)', async () => {
    await build(ada, 'Zebra text', { query: 'select stripes from zebras' })
    await build(ada, 'Tagged', { tags: ['zebra crossing'] })
    await build(ada, 'Megazebra')
    await build(ada, 'Small zebra')
    await build(ada, 'Texts', { query: 'select 1 -- zebra' })
    const old = await build(ada, 'Zebra')
    await build(ada, 'zebra')
    await ada.delete(`/api/queries/${old.id}`)
    expect(await names(ada, 'zebra', 'query')).toEqual([
      'zebra',
      'Zebra text',
      'Small zebra',
      'Megazebra',
      'Tagged',
      'Texts',
      'Zebra',
    ])
    expect((await hits(ada, 'zebra', 'query')).at(-1)).toMatchObject({ is_archived: true })
  })

  it('says why something matches if its name does not: the tag, the description, the piece of the text or the column (OPEN-233)', async () => {
    await build(ada, 'Why one', { tags: ['quokka'] })
    await build(ada, 'Why two', { description: 'Counts quokkas per day' })
    await build(ada, 'Why three', { query: "select *\nfrom animals where kind = 'quokka'" })
    const found = await hits(ada, 'why quokka', 'query')
    const pieces = found.map(({ name, match }) => [
      name,
      match?.field,
      match?.text.slice(match.start, match.start + match.length),
    ])
    expect(pieces.sort()).toEqual([
      ['Why one', 'tag', 'quokka'],
      ['Why three', 'text', 'quokka'],
      ['Why two', 'description', 'quokka'],
    ])
    expect(found.find(({ name }) => name === 'Why three')?.match?.text).toContain("from animals where kind = 'quokka'")
    expect((await hits(ada, 'Why one', 'query'))[0]?.match).toBeNull()
    expect((await hits(ada, 'voucher', 'table')).map(({ name, match }) => [name, match?.field, match?.text])).toEqual([
      ['crm.reorders', 'column', 'voucher'],
      ['public.order_items', 'column', 'Voucher Code'],
    ])
  })

  it('finds tables by either part of the name, with a statement that reads their first rows (OPEN-233)', async () => {
    expect(await hits(ada, 'orders', 'table')).toMatchObject([
      {
        id: source,
        name: 'public.orders',
        data_source_name: 'Shop',
        query: 'SELECT * FROM public.orders LIMIT 10',
        match: null,
      },
      { name: 'crm.reorders' },
    ])
    expect(await names(ada, 'ORDER_', 'table')).toEqual(['public.order_items'])
  })

  it('finds dashboards, visualizations with their query, alerts and users (OPEN-233)', async () => {
    const query = await build(bob, 'Penguin counts')
    await bob.post('/api/visualizations', { query_id: query.id, type: 'CHART', name: 'Colony chart', options: {} })
    await bob.post('/api/alerts', { query_id: query.id, name: 'Too few', options: { column: 'v', op: '<', value: 1 } })
    const dashboard = await buildDashboard(bob, 'Antarctica')
    await bob.post(`/api/dashboards/${dashboard.id}`, { is_draft: false, tags: ['penguin'] })
    expect(await hits(ada, 'penguin colony')).toMatchObject([
      {
        kind: 'visualization',
        name: 'Colony chart',
        query_id: query.id,
        query_name: 'Penguin counts',
        type: 'CHART',
        match: { field: 'query' },
      },
    ])
    expect(await hits(ada, 'penguin')).toMatchObject([
      { kind: 'query', name: 'Penguin counts' },
      { kind: 'dashboard', name: 'Antarctica', slug: dashboard.slug, match: { field: 'tag', text: 'penguin' } },
      { kind: 'alert', name: 'Too few', match: { field: 'query', text: 'Penguin counts' } },
    ])
    expect(await hits(bob, 'ada or', 'user')).toMatchObject([{ name: 'Ada Orders', email: expect.stringContaining('@') }])
  })

  it('puts what the caller owns, likes or has opened of late before equally good matches (OPEN-233)', async () => {
    const first = await build(ada, 'Lemur one')
    const second = await build(ada, 'Lemur two')
    await build(ada, 'Lemur three')
    expect(await names(bob, 'lemur', 'query')).toEqual(['Lemur three', 'Lemur two', 'Lemur one'])
    await bob.post(`/api/queries/${first.id}/favorite`)
    await bob.post('/api/events', [{ action: 'view', object_type: 'query', object_id: second.id }])
    expect(await names(bob, 'lemur', 'query')).toEqual(['Lemur two', 'Lemur one', 'Lemur three'])
    await build(bob, 'Its lemur')
    expect(await names(bob, 'lemur', 'query')).toEqual(['Lemur two', 'Lemur one', 'Lemur three', 'Its lemur'])
  })

  it('finds nothing of data sources that the caller may not see, and no tables of those for viewing only (OPEN-233)', async () => {
    expect(await names(ada, 'secret orders')).toEqual([])
    expect(await hits(ada, 'orders', 'table')).toHaveLength(2)
    expect(await hits(vera, 'orders', 'table')).toEqual([])
    await build(ada, 'Gnu', { query: 'select gnu from herd' })
    expect(await names(vera, 'gnu', 'query')).toEqual(['Gnu'])
    const outsider = await server.person({ name: 'Outsider' })
    expect(await hits(outsider, 'gnu')).toEqual([])
    expect(await hits(outsider, 'orders', 'table')).toEqual([])
  })

  it('finds only the kinds that the caller may list, and texts only if they may be read (OPEN-233)', async () => {
    const group = await buildGroup(server, { permissions: ['view_query'] })
    await server.admin.post(`/api/groups/${group}/data_sources`, { data_source_id: source })
    const eve = await server.person({ name: 'Eve', groups: [group], permissions: ['view_query'] })
    await build(ada, 'Yak list', { query: 'select okapi' })
    expect((await search(eve, 'yak')).searched).toEqual(['query', 'visualization'])
    expect(await names(eve, 'yak')).toEqual(['Yak list'])
    expect(await names(eve, 'okapi')).toEqual([])
    expect(await names(ada, 'okapi')).toEqual(['Yak list'])
    expect(await names(eve, 'bob')).toEqual([])
  })

  it("finds another user's draft dashboards and archived drafts for their owner only (OPEN-233)", async () => {
    await buildDashboard(ada, 'Ibex plans')
    const draft = await build(ada, 'Ibex draft')
    await ada.delete(`/api/queries/${draft.id}`)
    expect(await names(ada, 'ibex')).toEqual(['Ibex plans', 'Ibex draft'])
    expect(await names(bob, 'ibex')).toEqual([])
  })

  it('takes wildcards literally, and terms of any length (OPEN-233)', async () => {
    await build(ada, '100% of_all')
    await build(ada, 'Half alone')
    expect(await names(ada, '%', 'query')).toEqual(['100% of_all'])
    expect(await names(ada, 'f_al', 'query')).toEqual(['100% of_all'])
    expect(await names(ada, '\\', 'query')).toEqual([])
    expect(await names(ada, "'", 'query')).not.toContain('100% of_all')
    for (const term of ['x'.repeat(1000), 'zebra '.repeat(300), '\0', '   ', '\u{1f600}', ':*&|!()'])
      expect((await ada.get(`/api/search?q=${encodeURIComponent(term)}`)).status).toBe(200)
    expect(await hits(ada, '   ')).toEqual([])
    expect((await ada.get('/api/search')).status).toBe(400)
  })

  it('finds parts of words if the organization searches so (OPEN-233)', async () => {
    await build(ada, 'Sequence', { description: '売上の一覧' })
    await server.admin.post('/api/settings/organization', { multi_byte_search_enabled: true })
    expect(await hits(ada, '一覧', 'query')).toMatchObject([{ name: 'Sequence', match: { field: 'description' } }])
    await server.admin.post('/api/settings/organization', { multi_byte_search_enabled: false })
  })
})

describe('a name in a script without spaces', () => {
  it('is found by a single character, and its dashboard opens by its slug (OPEN-529, OPEN-602)', async () => {
    const first = await buildDashboard(ada, '月次売上')
    const second = await buildDashboard(ada, '売上')
    await build(ada, '店舗別の売上高')
    const found = (await hits(ada, '売')).map(({ name }) => name)
    expect(found).toEqual(expect.arrayContaining(['売上', '店舗別の売上高', '月次売上']))
    expect(second.slug).not.toBe(first.slug)
    for (const { slug, name } of [first, second])
      expect((await ada.get<Dashboard>(`/api/dashboards/${encodeURIComponent(slug)}`)).body.name).toBe(name)
  })

  it.each([
    ['店舗別ウリアゲ一覧', 'ｳﾘｱｹﾞ'],
    ['月度销售报表', '销售'],
    ['รายงานยอดขายรายเดือน', 'ยอดขาย'],
    ['إيراداتُ الفروع', 'ايرادات'],
    ['Kürzung der Straßen', 'KURZUNG strassen'],
    ['ÜBERSICHT', 'übersicht'],
    ['Cafe\u0301 ２０２４', 'café 2024'],
  ])('finds %j by %j in lists and by the search (OPEN-602)', async (name, term) => {
    await build(ada, name)
    const board = await buildDashboard(ada, name)
    expect((await hits(ada, term)).map((hit) => `${hit.kind} ${hit.name}`)).toEqual(
      expect.arrayContaining([`query ${name}`, `dashboard ${name}`]),
    )
    const listed = async (list: string) =>
      (await ada.get<{ results: { name: string }[] }>(`/api/${list}?q=${encodeURIComponent(term)}`)).body.results
    expect((await listed('dashboards')).map((one) => one.name)).toEqual([board.name])
    // Words of scripts with spaces are found as PostgreSQL separates them, with their marks.
    if (isWithoutSpaces(term)) expect((await listed('queries')).map((one) => one.name)).toContain(name)
  })

  it('gives a slug of its letters, which is found however they are typed, and URLs in which they are encoded (OPEN-600)', async () => {
    const { slug, id } = await buildDashboard(ada, 'ダッシュボード（月次）')
    expect(slug).toBe('ダッシュボード-月次')
    for (const form of ['NFC', 'NFD'] as const) {
      const path = `/api/dashboards/${encodeURIComponent(slug.normalize(form))}`
      expect((await ada.get<Dashboard>(path)).body.id).toBe(id)
    }
    const file = await ada.post<string>(`/api/dashboards/${id}/html`, {})
    expect(file.body).toContain(`/dashboard/${encodeURIComponent(slug)}`)
    const longest = await buildDashboard(ada, '𠮷'.repeat(200))
    expect((await ada.get<Dashboard>(`/api/dashboards/${encodeURIComponent(longest.slug)}`)).body.id).toBe(longest.id)
  })
})
