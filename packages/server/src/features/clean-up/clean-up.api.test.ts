import type { BrokenQuery, CleanUpOutcome, InactiveUser, StoredResult, UnusedQuery } from '@sightline/contract/clean-up.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { desc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { auditEntries } from '../audit/tables.ts'
import { executions, queryResults } from '../executions/tables.ts'
import { queries } from '../queries/tables.ts'
import { users } from '../users/tables.ts'

const OLD = new Date('2025-01-10T08:00:00Z')

let server: TestServer
let ada: Person
let source: number
beforeAll(async () => {
  server = await startTestServer()
  ada = await server.person({ name: 'Ada' })
  source = (await buildDataSource(server)).id
})
afterAll(() => server.close())

interface Page<Item> {
  count: number
  results: Item[]
}
const listed = async <Item>(what: string) => (await server.admin.get<Page<Item>>(`/api/admin/clean_up/${what}`)).body
const act = async (what: string, ids: number[]) =>
  (await server.admin.post<CleanUpOutcome>(`/api/admin/clean_up/${what}`, { ids })).body
const run = (id: number) => ada.post(`/api/queries/${id}/results`, { max_age: 0, wait: 20_000 })
const query = (name: string, fields: object = {}) => buildQuery(ada, { data_source_id: source, name, ...fields })
const lastEntry = async () => (await server.services.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1))[0]

/** Backdates queries and their results. */
async function age(...aged: Query[]) {
  const ids = aged.map(({ id }) => id)
  const { db } = server.services
  await db.update(queries).set({ created_at: OLD, updated_at: OLD }).where(inArray(queries.id, ids))
  const latest = db.select({ id: queries.latest_query_data_id }).from(queries).where(inArray(queries.id, ids))
  await db.update(queryResults).set({ retrieved_at: OLD }).where(inArray(queryResults.id, latest))
}

describe('unused queries', () => {
  it('are those that were not run, opened or changed for months, and that nothing else needs', async () => {
    const unused = await query('Unused')
    await run(unused.id)
    const [never, opened, scheduled, watched, onBoard, rerun] = await Promise.all([
      query('Never run', { query: 'select 2' }),
      query('Opened', { query: 'select 3' }),
      query('Scheduled', { query: 'select 4', schedule: { interval: 3600 } }),
      query('Watched', { query: 'select 5' }),
      query('On a dashboard', { query: 'select 6' }),
      query('Run again', { query: 'select 7' }),
    ])
    await ada.post('/api/alerts', { name: 'High', query_id: watched.id, options: { column: 'a', op: '>', value: 1 } })
    const { body: board } = await ada.post<{ id: number }>('/api/dashboards', { name: 'In use' })
    const [table] = onBoard.visualizations
    await ada.post('/api/widgets', { dashboard_id: board.id, visualization_id: table?.id, text: '', width: 1, options: {} })
    await ada.post('/api/events', [
      { action: 'view', object_type: 'query', object_id: opened.id },
      { action: 'view', object_type: 'dashboard', object_id: board.id },
    ])
    await age(unused, never, opened, scheduled, watched, onBoard, rerun)
    await run(rerun.id)
    await query('New', { query: 'select 8' })

    const { count, results } = await listed<UnusedQuery>('unused_queries')

    expect([count, results.map(({ name }) => name)]).toEqual([2, ['Unused', 'Never run']])
    expect(results[0]).toMatchObject({ id: unused.id, user: { id: ada.id, name: 'Ada' }, last_used_at: '2025-01-10T08:00:00Z' })
    expect(results[1]).toMatchObject({ last_used_at: null, dashboards: 0 })
    const days = (Date.now() - OLD.getTime()) / 86_400_000
    expect((await listed(`unused_queries?months=${Math.ceil(days / 28)}`)).count).toBe(0)
  })

  it('are archived together, each with an audit entry; missing ones are reported', async () => {
    const [one, other] = [await query('One', { query: 'select 11' }), await query('Other', { query: 'select 12' })]
    const outcome = await act('archive_queries', [one.id, other.id, one.id, 999_999])
    expect(outcome).toEqual({ done: 2, refused: [{ id: 999_999, message: expect.stringMatching(/\w/) }] })
    expect((await ada.get<Query>(`/api/queries/${other.id}`)).body.is_archived).toBe(true)
    expect(await lastEntry()).toMatchObject({
      action: 'query.archive',
      actor_id: server.admin.id,
      object_id: String(other.id),
      object_name: 'Other',
    })
  })
})

it('lists queries that fail repeatedly with their latest error, until a run succeeds', async () => {
  const broken = await query('Broken', { query: 'select * from nowhere' })
  for (let n = 0; n < 3; n++) await run(broken.id)
  const cancelled = await query('Cancelled', { query: 'select 21' })
  const mended = await query('Mended', { query: 'select * from elsewhere' })
  for (let n = 0; n < 3; n++) await run(mended.id)
  await ada.post(`/api/queries/${mended.id}`, { query: 'select 22' })
  await run(mended.id)
  const { db } = server.services
  await db.update(queries).set({ schedule_failures: 7 }).where(eq(queries.id, cancelled.id))

  const { count, results } = await listed<BrokenQuery>('broken_queries?runs=3')

  expect([count, results.map(({ name, failures }) => [name, failures])]).toEqual([
    2,
    [
      ['Cancelled', 7],
      ['Broken', 3],
    ],
  ])
  expect(results[1]).toMatchObject({ error: expect.stringContaining('nowhere'), is_scheduled: false })
  expect((await listed<BrokenQuery>('broken_queries')).results.map(({ name }) => name)).toEqual(['Cancelled'])
  await db.delete(executions).where(eq(executions.query_id, broken.id))
})

describe('stored results', () => {
  it('are listed by size, with the query that shows each', async () => {
    const [small, large] = [
      await query('Small', { query: 'select 31' }),
      await query('Large', { query: 'select * from range(200000)' }),
    ]
    await run(small.id)
    await run(large.id)
    const { results } = await listed<StoredResult>('results')
    const sizes = results.map(({ size }) => size)
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    expect(results[0]).toMatchObject({ row_count: 200_000, query: { id: large.id, name: 'Large' } })
  })

  it('are deleted with their files; the query has no result until it runs again', async () => {
    const one = await query('Shown', { query: 'select 41' })
    await run(one.id)
    const { latest_query_data_id: id } = (await ada.get<Query>(`/api/queries/${one.id}`)).body
    const [{ file = '' } = {}] = await server.services.db
      .select()
      .from(queryResults)
      .where(eq(queryResults.id, id ?? 0))
    await server.services.files.open(file)
    expect(await act('delete_results', [id ?? 0])).toEqual({ done: 1, refused: [] })
    expect((await ada.get<Query>(`/api/queries/${one.id}`)).body.latest_query_data_id).toBeNull()
    await expect(server.services.files.open(file)).rejects.toThrow()
    expect(await lastEntry()).toMatchObject({ action: 'query_result.delete', object_id: String(id) })
    await run(one.id)
    expect((await ada.get<Query>(`/api/queries/${one.id}`)).body.latest_query_data_id).not.toBeNull()
  })
})

describe('inactive users', () => {
  it('are listed with what they leave behind, except the caller and disabled users', async () => {
    const [away, gone, here] = [
      await server.person({ name: 'Away' }),
      await server.person({ name: 'Gone' }),
      await server.person({ name: 'Here' }),
    ]
    await buildQuery(away, { data_source_id: source, query: 'select 51', schedule: { interval: 3600 } })
    const { db } = server.services
    await db
      .update(users)
      .set({ created_at: OLD, active_at: OLD })
      .where(inArray(users.id, [away.id, gone.id, server.admin.id]))
    await server.admin.post(`/api/users/${gone.id}/disable`)
    await db.update(users).set({ created_at: OLD }).where(eq(users.id, here.id))
    await here.get('/api/session')

    const { results } = await listed<InactiveUser>('inactive_users')

    expect(results).toEqual([expect.objectContaining({ id: away.id, name: 'Away', queries: 1, scheduled: 1 })])
  })

  it('are disabled together, but never the caller', async () => {
    const [one, other] = [await server.person(), await server.person()]
    const outcome = await act('disable_users', [one.id, server.admin.id, other.id])
    expect(outcome).toEqual({ done: 2, refused: [{ id: server.admin.id, message: expect.stringMatching(/\w/) }] })
    expect((await one.get('/api/session')).status).toBe(404)
    expect(await lastEntry()).toMatchObject({ action: 'user.disable', object_id: String(other.id) })
  })
})

it('refuses invalid lists of ids and invalid periods', async () => {
  for (const ids of [[], ['1'], [1.5], [-1], 'all', null, Array.from({ length: 251 }, (_, id) => id + 1)]) {
    expect((await server.admin.post('/api/admin/clean_up/archive_queries', { ids })).status, JSON.stringify(ids)).toBe(400)
  }
  for (const months of ['0', '-1', '1.5', 'many', '999', ''])
    expect((await server.admin.get(`/api/admin/clean_up/unused_queries?months=${months}`)).status, months).toBe(400)
})
