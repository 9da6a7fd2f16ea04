import { and, arrayContains, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import type { Db } from '../../platform/db/db.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { queryResults } from '../executions/tables.ts'
import { favorites } from '../favorites/tables.ts'
import { users } from '../users/tables.ts'
import { list, matchesSearch, type QueryListRequest, ranking, recent, type Scope, tagCounts } from './lists.store.ts'
import { readSearch } from './lists.ts'
import { queries, queryListings } from './tables.ts'

const QUERIES = 60
const RESULTS = 12
const OWNERS = 5
/** Two of three sources are shared with the user's groups. */
const SOURCES = 3
const READER = 1
const GROUPS = [1, 2]

let database: Database
let db: Db

beforeAll(async () => {
  database = await openTestDatabase({ dataDir: '', databaseUrl: null, databasePool: 10 }, (error) => {
    throw error
  })
  db = database.db
  const statements = [
    sql`insert into groups (name, permissions) select 'Group ' || i, '{}' from generate_series(1, 3) i`,
    sql`insert into users (name, email, api_key) select (array['bob', 'Ada', 'ada', 'Zoé', 'Bob'])[i], i || '@example.com', 'u' || i
      from generate_series(1, ${OWNERS}::integer) i`,
    sql`insert into data_sources (name, type, encrypted_options) select 'Source ' || i, 'pg', '' from generate_series(1, ${SOURCES}::integer) i`,
    // The first one by two groups, which must not list its queries twice.
    sql`insert into data_source_groups (data_source_id, group_id, view_only) values (1, 1, false), (1, 2, true), (2, 2, false), (3, 3, false)`,
    // Every second one has the runtime and time of the one before.
    sql`insert into query_results (data_source_id, query_hash, query, file, columns, row_count, size, runtime, timing, retrieved_at)
      select 1, '', '', '', '[]', 0, 0, i / 2, '{}', timestamptz '2026-01-01' + (i / 2) * interval '1 hour'
      from generate_series(1, ${RESULTS}::integer) i`,
    sql`insert into queries (name, query, query_hash, api_key, data_source_id, latest_query_data_id, user_id, is_draft, is_archived, schedule, tags, created_at)
      select (array['Sales', 'sales', 'Visits of a day', 'visits', 'Älter'])[1 + i % 5], 'select day from t' || i % 7, '', 'q' || i,
        1 + i % ${SOURCES}, nullif(i % ${RESULTS}, 0), 1 + i * 7 % ${OWNERS}, i % 4 = 0, i % 6 = 0,
        case when i % 3 = 0 then jsonb_build_object('interval', i % 4 * 60) end,
        case when i % 2 = 0 then '{a}'::text[] when i % 5 = 0 then '{a,b}' else '{}' end,
        timestamptz '2026-01-01' + (i / 3) * interval '1 day'
      from generate_series(1, ${QUERIES}::integer) i`,
    sql`insert into favorites (user_id, object_type, object_id, created_at)
      select 1 + i % 2, 'query', i, timestamptz '2026-01-01' + (i / 4) * interval '1 day' from generate_series(1, ${QUERIES}, 3) i`,
    sql`insert into favorites (user_id, object_type, object_id) values (${READER}, 'dashboard', 2)`,
  ]
  for (const statement of statements) await db.execute(statement)
})
afterAll(() => database.close())

/**
 * The specification of a list, without regard to speed: all queries with everything that belongs to them, filtered, sorted and
 * counted.
 */
async function plainly(scope: Scope, request: QueryListRequest) {
  const isIn: Record<Scope['list'], SQL | undefined> = {
    all: eq(queries.is_archived, false),
    archive: and(eq(queries.is_archived, true), or(eq(queries.is_draft, false), eq(queries.user_id, scope.userId))),
    my: and(eq(queries.is_archived, false), eq(queries.user_id, scope.userId)),
    favorites: and(eq(queries.is_archived, false), isNotNull(favorites.user_id)),
  }
  const isShared = sql`${queries.data_source_id} in (select data_source_id from data_source_groups where group_id in (1, 2))`
  const keys: Record<string, SQL> = {
    name: sql`lower(${queries.name})`,
    created_at: sql`${queries.created_at}`,
    schedule: sql`(${queries.schedule} ->> 'interval')::bigint`,
    runtime: sql`${queryResults.runtime}`,
    executed_at: sql`${queryResults.retrieved_at}`,
    created_by: sql`lower(${users.name})`,
    starred_at: sql`${favorites.created_at}`,
  }
  const { search, order, tags } = request
  const direction = (descending: boolean) => (descending ? sql`desc nulls last` : sql`asc nulls last`)
  const asked = order.map(({ name, descending }) => sql`${keys[name]} ${direction(descending)}`)
  const [first] = order
  const rows = await db
    .select({ id: queries.id })
    .from(queries)
    .innerJoin(users, eq(users.id, queries.user_id))
    .leftJoin(queryResults, eq(queryResults.id, queries.latest_query_data_id))
    .leftJoin(
      favorites,
      and(eq(favorites.user_id, scope.userId), eq(favorites.object_type, 'query'), eq(favorites.object_id, queries.id)),
    )
    .where(
      and(
        isShared,
        isIn[scope.list],
        search ? matchesSearch(search) : undefined,
        tags.length > 0 ? arrayContains(queries.tags, tags) : undefined,
      ),
    )
    .orderBy(
      ...(first
        ? [...asked, sql`${queries.id} ${direction(first.descending)}`]
        : [...(search ? ranking(search) : []), sql`${queries.created_at} desc`, sql`${queries.id} desc`]),
    )
  const ids = rows.map(({ id }) => id)
  const start = (request.page - 1) * request.pageSize
  return { count: ids.length, ids: ids.slice(start, start + request.pageSize) }
}

const id = fc.integer({ min: 1, max: QUERIES })
const oneOf = (count: number) => fc.integer({ min: 1, max: count })
const onQuery = (set: fc.Arbitrary<SQL>) =>
  fc.tuple(set, id).map(([change, query]) => sql`update queries set ${change} where id = ${query}`)

/** The operations that change queries. */
const writes = fc.oneof(
  onQuery(fc.option(oneOf(RESULTS)).map((result) => sql`latest_query_data_id = ${result}::integer`)),
  onQuery(fc.constantFrom('Sales', 'sums', 'älter', 'Visits').map((name) => sql`name = ${name}`)),
  onQuery(fc.boolean().map((is) => sql`is_archived = ${is}`)),
  onQuery(fc.boolean().map((is) => sql`is_draft = ${is}`)),
  onQuery(fc.option(oneOf(SOURCES)).map((source) => sql`data_source_id = ${source}::integer`)),
  onQuery(oneOf(OWNERS).map((owner) => sql`user_id = ${owner}`)),
  onQuery(fc.constantFrom('{}', '{a}', '{a,b}').map((tags) => sql`tags = ${tags}::text[]`)),
  onQuery(
    fc
      .constantFrom(null, '{"interval": null}', '{"interval": 1}', '{"interval": 9000000000}')
      .map((schedule) => sql`schedule = ${schedule}::jsonb`),
  ),
  fc
    .tuple(oneOf(OWNERS), fc.constantFrom('ada', 'Bob', 'Cleo'))
    .map(([owner, name]) => sql`update users set name = ${name} where id = ${owner}`),
  id.map((query) => sql`delete from favorites where object_id = ${query}`),
  id.map(
    (query) =>
      sql`insert into favorites (user_id, object_type, object_id) values (${READER}, 'query', ${query}) on conflict do nothing`,
  ),
  // Forked, and run at once by the user who forked it.
  fc.tuple(id, fc.uuid(), oneOf(RESULTS)).map(
    ([query, key, result]) => sql`with copy as (
      insert into queries (name, query, query_hash, api_key, data_source_id, user_id, is_draft, tags)
      select name, query, query_hash, ${key} || random(), data_source_id, user_id, true, tags from queries where id = ${query} returning id
    ) insert into favorites (user_id, object_type, object_id, created_at)
      select ${READER}, 'query', id, timestamptz '2026-01-02' + ${result} * interval '1 hour' from copy`,
  ),
)

const names = ['name', 'created_at', 'schedule', 'runtime', 'executed_at', 'created_by', 'starred_at']
const requests = fc.record({
  page: oneOf(12),
  pageSize: fc.constantFrom(1, 2, 7, 25, 250),
  order: fc.uniqueArray(fc.record({ name: fc.constantFrom(...names), descending: fc.boolean() }), {
    maxLength: 2,
    selector: ({ name }) => name,
  }),
  tags: fc.constantFrom<string[][]>([], [], ['a'], ['a', 'b'], ['none']),
  search: fc.constantFrom('', '', 'sales', 'visi', 'day').map((term) => readSearch(term, false)),
  health: fc.constant(null),
})
const lists = fc.constantFrom<Scope['list'][]>('all', 'my', 'favorites', 'archive')

describe('every list of queries, in every order, whatever has been written', () => {
  it('has the same rows, order and count as a plain sort of all queries (LIST-07, OPEN-84)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(writes, { maxLength: 4 }), lists, requests, async (written, which, request) => {
        for (const statement of written) await db.execute(statement)
        const scope: Scope = { list: which, userId: READER, groupIds: GROUPS }
        const { rows, count } = await list(db, scope, request)
        expect({ count, ids: rows.map(({ query }) => query.id) }).toEqual(await plainly(scope, request))
      }),
      { numRuns: 150 },
    )
  })

  it('counts the tags of exactly the listed queries (API-11)', async () => {
    const scope: Scope = { list: 'all', userId: READER, groupIds: GROUPS }
    const everything = { page: 1, pageSize: 1000, order: [], tags: [], search: null, health: null }
    const { rows } = await list(db, scope, everything)
    const tags = rows.flatMap(({ query }) => query.tags)
    const expected = ['a', 'b'].map((name) => ({ name, count: tags.filter((tag) => tag === name).length }))
    expect(await tagCounts(db, scope)).toEqual(expected.filter(({ count }) => count > 0))
  })

  it("includes the user's own last changed ones from shared sources (API-07)", async () => {
    const { ids } = await plainly(
      { list: 'my', userId: READER, groupIds: GROUPS },
      { page: 1, pageSize: 1000, order: [], tags: [], search: null, health: null },
    )
    await db.execute(sql`update queries set updated_at = timestamptz '2026-03-01' + id * interval '1 minute'`)
    const rows = await recent(db, { userId: READER, groupIds: GROUPS }, 5)
    expect(rows.map(({ query }) => query.id)).toEqual(ids.toSorted((a, b) => b - a).slice(0, 5))
  })

  it('forgets a deleted query, and follows a transaction that is rolled back (LIST-07)', async () => {
    const listed = async () => (await db.select({ id: queryListings.query_id }).from(queryListings)).length
    const before = await listed()
    await expect(
      db.transaction(async (tx) => {
        await tx.delete(queries).where(eq(queries.id, 1))
        throw new Error('taken back')
      }),
    ).rejects.toThrow('taken back')
    expect(await listed()).toBe(before)
    await db.delete(queries).where(eq(queries.id, 1))
    expect(await listed()).toBe(before - 1)
  })
})
