import type { QueryListItem } from '@sightline/contract/queries.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newKey } from '../../platform/crypto/keys.ts'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { organizations } from '../settings/tables.ts'
import * as store from './lists.store.ts'
import { readSearch } from './lists.ts'
import { queries, queryListings } from './tables.ts'

interface Page {
  count: number
  results: QueryListItem[]
}

let server: TestServer
let ada: Person
let group: number
let source: number
const ids: Record<string, number> = {}

beforeAll(async () => {
  server = await startTestServer()
  group = await buildGroup(server)
  ada = await server.person({ name: 'Ada', groups: [group] })
  source = (await buildDataSource(server, { groups: { [group]: false } })).id
  const worlds: [name: string, fields: object][] = [
    ['Revenue', { query: 'select sum(amount) from shop.order_lines where a<b and c>d' }],
    ['Turnover', { description: 'Monthly **revenue** of the shop', query: 'select 1' }],
    ['Größe der Städte', { query: "select 'revenue' as label" }],
    ['売上高 日本', { description: '四半期', query: 'select 東京' }],
    ['Launch 🎉 "party"', { query: 'select 1' }],
    ['revenues_by_day', { query: 'select 1' }],
  ]
  for (const [name, fields] of worlds) ids[name] = (await buildQuery(ada, { data_source_id: source, name, ...fields })).id
})
afterAll(() => server.close())

const search = (term: string, more = '') => ada.get<Page>(`/api/queries?q=${encodeURIComponent(term)}${more}`)
const found = async (term: string, more = '') => (await search(term, more)).body.results.map((query) => query.name)

describe('searching by words', () => {
  it.each([
    ['turn', ['Turnover']],
    ['TURNOVER', ['Turnover']],
    ['over', []],
    ['order_lines', ['Revenue']],
    ['lines', ['Revenue']],
    ['shop.order', ['Revenue']],
    ['sum amount', ['Revenue']],
    ['amount nothing', []],
    ['b c', ['Revenue']],
    ['by_day', ['revenues_by_day']],
    ['größe', ['Größe der Städte']],
    ['日本', ['売上高 日本']],
    ['party launch', ['Launch 🎉 "party"']],
  ])('finds prefixes of words, also within %s, and requires all of them (OPEN-85)', async (term, expected) => {
    expect(await found(term)).toEqual(expected)
  })

  it('does not stem: "revenues" does not match "revenue"', async () => {
    expect(await found('revenues')).toEqual(['revenues_by_day'])
  })

  it('ranks names before descriptions before texts, whole words before prefixes, newer before older', async () => {
    expect(await found('revenue')).toEqual(['Revenue', 'revenues_by_day', 'Turnover', 'Größe der Städte'])
    expect((await found('select')).slice(0, 2)).toEqual(['revenues_by_day', 'Launch 🎉 "party"'])
  })

  it('uses a requested order, and the rank for an unknown one (LIST-07)', async () => {
    const byName = ['Größe der Städte', 'Revenue', 'revenues_by_day', 'Turnover']
    expect(await found('revenue', '&order=name')).toEqual(byName)
    expect(await found('revenue', '&order=-name')).toEqual(byName.toReversed())
    expect(await found('revenue', '&order=nonsense')).toEqual(await found('revenue'))
  })

  it('finds ids (OPEN-85)', async () => {
    const id = ids.Turnover ?? 0
    expect((await found(String(id)))[0]).toBe('Turnover')
    expect(await found(`${id} turnover`)).toEqual(['Turnover'])
    expect(await found(`${id} städte`)).toEqual([])
  })

  it.each([
    ...["'", '"', '\\', '&', '!', '|', '<->', ':*', ':', '(', ')', '*', '%', '🎉', "'; drop table queries; --", '\0', 'x\0y'],
    ...["a & !b | (c):*AB <-> 'd", '{{ a }}', '\u202e', 'e\u0301'],
  ])('treats any term as words: %j', async (term) => {
    expect(await search(term)).toMatchObject({ status: 200, body: { results: expect.any(Array) } })
  })

  it.each([
    ['one long word', 'a'.repeat(10_000)],
    ['the same word again and again', 'ab+'.repeat(3_300)],
    ['many words', Array.from({ length: 2_000 }, (_, i) => `w${i}`).join('+')],
    ['a long word of wide characters', encodeURIComponent('🎉'.repeat(800))],
    ['half a character', '%ED%A0%BC'],
    ['broken encoding', '%E0%A4%A'],
  ])('accepts %s', async (_, address) => {
    expect((await ada.get(`/api/queries?q=${address}`)).status).toBe(200)
  })

  it('finds nothing for a term of mere punctuation', async () => {
    for (const term of ["'", '&!', ':*', '%']) expect(await found(term), term).toEqual([])
  })

  it('searches each list by itself', async () => {
    const names = async (list: string) =>
      (await ada.get<Page>(`/api/queries/${list}?q=revenue`)).body.results.map((query) => query.name)
    await ada.post(`/api/queries/${ids.Turnover}/favorite`)
    expect(await names('favorites')).toEqual(['Turnover'])
    expect(await names('my')).toHaveLength(4)
    expect(await names('archive')).toEqual([])
  })
})

describe('searching for substrings, for languages without spaces (OPEN-86) (OPEN-86)', () => {
  beforeAll(() => set({ multi_byte_search_enabled: true }))
  afterAll(() => set({}))
  const set = async (settings: Record<string, unknown>) => {
    await server.services.db.update(organizations).set({ settings })
  }

  it.each([
    ['本', ['売上高 日本']],
    ['上高 日', ['売上高 日本']],
    ['半', ['売上高 日本']],
    ['東京', []],
    ['query:東', ['売上高 日本']],
    ['over', ['Turnover']],
    ['"der st"', ['Größe der Städte']],
    ['der "st der"', []],
    ['name:revenue', ['Revenue', 'revenues_by_day']],
    ['description:revenue', ['Turnover']],
    ['name:"by_d"', ['revenues_by_day']],
    ['%', []],
  ])('finds %s anywhere in name or description, or in the named field, ordered by id', async (term, expected) => {
    expect(await found(term)).toEqual(expected)
  })

  it('finds ids only in the named field', async () => {
    expect(await found(`id:${ids.Revenue} name:rev`)).toEqual(['Revenue'])
  })

  it.each(["'", '"', '\\', '%_', 'id:', 'name:"', '\0'])('accepts any term: %j', async (term) => {
    expect((await search(term)).status).toBe(200)
  })

  it.each([
    ['many pieces', 'a+'.repeat(5_000)],
    ['many quotes', '%22'.repeat(3_000)],
  ])('accepts %s', async (_, address) => {
    expect((await ada.get(`/api/queries?q=${address}`)).status).toBe(200)
  })
})

describe('the search URL of older clients', () => {
  it('redirects to the list', async () => {
    for (const [address, drafts] of [
      ['q=größe%20%26', false],
      ['include_drafts&q=größe%20%26', true],
      ['include_drafts=false&q=größe%20%26', true],
    ] as const) {
      const { status, headers, body } = await ada.get(`/api/queries/search?${address}`)
      expect([status, body]).toEqual([301, {}])
      expect(headers.get('location')).toBe(`/api/queries?q=gr%C3%B6%C3%9Fe+%26&drafts=${drafts}`)
      expect((await ada.get(headers.get('location') ?? '')).body).toMatchObject({ count: 1 })
    }
  })

  it('returns nothing without a term', async () => {
    for (const address of ['', '?q=', '?include_drafts']) {
      expect(await ada.get(`/api/queries/search${address}`)).toMatchObject({ status: 200, body: [] })
    }
  })

  it('needs view_query (PERM-12)', async () => {
    const person = await server.person({ permissions: ['create_query'] })
    expect((await person.get('/api/queries/search?q=a')).status).toBe(403)
  })
})

describe('among many queries', () => {
  const scope = () => ({ list: 'all', userId: ada.id, groupIds: [group] }) as const
  const cut = { isTurned: false, offset: 0, limit: 25, order: [], tags: [], search: null, health: null }
  const planOf = async (asked: Parameters<typeof store.cutIds>[2]) => {
    const statement = store.cutIds(server.services.db, scope(), asked, sql<number>`0`).getSQL()
    return JSON.stringify(await server.services.db.execute(sql`explain ${statement}`))
  }

  beforeAll(async () => {
    const { db } = server.services
    await db.execute(sql`
      insert into queries (name, query, query_hash, api_key, data_source_id, user_id)
      select 'Report ' || i, 'select c' || i || repeat(', amount', 20) || ' from t' || (i % 97), '', ${newKey()} || i,
        ${source}, ${ada.id}
      from generate_series(1, 8000) i`)
    // Does what autovacuum would do later: collects statistics and merges the index's pending list.
    await db.execute(sql`vacuum analyze ${queries}, ${queryListings}`)
  })

  it('a search by words uses the index', async () => {
    expect(await planOf({ ...cut, search: readSearch('c4321 t53', false) })).toContain('Bitmap Index Scan on queries_search')
    expect(await found('c4321')).toEqual(['Report 4321'])
  })

  it.each([
    ['newest first', [], false, 'Index Scan Backward using query_listings_created'],
    [
      'newest first, as the page asks for it',
      [{ name: 'created_at', descending: true }],
      false,
      'Index Scan Backward using query_listings_created',
    ],
    ['newest first, from its end', [{ name: 'created_at', descending: true }], true, 'Index Scan using query_listings_created'],
    ['by name', [{ name: 'name', descending: false }], false, 'Index Scan using query_listings_name'],
    ['by name, from its end', [{ name: 'name', descending: false }], true, 'Index Scan Backward using query_listings_name'],
  ])('a page of the list, %s, is read from an index', async (_, order, isTurned, scan) => {
    expect(await planOf({ ...cut, order, isTurned })).toContain(scan)
  })
})
