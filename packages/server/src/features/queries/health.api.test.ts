import type { Query, QueryListItem } from '@sightline/contract/queries.ts'
import type { QueryHealth } from '@sightline/contract/query-health.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { useAnalyst } from '../../testing/analyst.ts'
import { type BreakableSource, breakableSource } from '../../testing/breakable-source.ts'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { clientOf, type TestClient } from '../../testing/client.ts'
import { never } from '../../testing/never.ts'
import { startDue } from '../executions/schedules/due-runs.ts'
import { queryResults } from '../executions/tables.ts'
import { queries } from './tables.ts'

/** Milliseconds; a run may take a while on a busy machine. */
const TIMEOUT_MS = 20_000

let shop: BreakableSource
let source: number
const analyst = useAnalyst(() => {
  shop = breakableSource(1, 2)
  return { config: { sourceFolders: [shop.folder] } }
})

beforeAll(async () => {
  source = (await buildDataSource(analyst.server, shop.source)).id
})
afterAll(() => shop.remove())

let made = 0
const salesQuery = (fields: Record<string, unknown> = {}): Promise<Query> =>
  buildQuery(analyst.ada, {
    data_source_id: source,
    query: `select sum(amount) as total, ${++made} as n from sales`,
    ...fields,
  })
const healthOf = async ({ id }: { id: number }, caller: TestClient = analyst.ada) =>
  (await caller.get<QueryHealth[]>(`/api/queries/health?ids=${id}`)).body[0]
/** A failure is recorded after the caller has got the error. */
const failuresBecome = (query: { id: number }, failures: number, caller: TestClient = analyst.ada) =>
  vi.waitFor(async () => expect(await healthOf(query, caller)).toMatchObject({ failures }), { timeout: TIMEOUT_MS })
const listed = async (address: string) =>
  (await analyst.ada.get<{ results: QueryListItem[] }>(`/api/queries${address}`)).body.results.map(({ id }) => id)
const age = (query: { id: number }, seconds: number) =>
  analyst.server.services.db
    .update(queryResults)
    .set({ retrieved_at: sql`now() - make_interval(secs => ${seconds})` })
    .where(eq(queryResults.id, sql`(select latest_query_data_id from queries where id = ${query.id})`))
    // The columns for lists follow the query.
    .then(() =>
      analyst.server.services.db
        .update(queries)
        .set({ latest_query_data_id: queries.latest_query_data_id })
        .where(eq(queries.id, query.id)),
    )

describe('the health of a query', () => {
  beforeEach(async () => {
    await analyst.server.services.db.update(queries).set({ refresh_failure: null, schedule: null })
  })

  it('counts the refreshes that failed since its latest result, and recovers with the next one (QLIST-18, WIDGET-40)', async () => {
    const query = await salesQuery()
    await analyst.run(query)
    expect(await healthOf(query)).toMatchObject({ failures: 0, failing_since: null, failed_at: null, error: '' })
    shop.renameTable()
    await analyst.run(query)
    await failuresBecome(query, 1)
    await analyst.run(query)
    await failuresBecome(query, 2)
    const failing = await healthOf(query)
    expect(failing).toMatchObject({ id: query.id, error: expect.stringContaining('no such table'), stale_after: null })
    expect(Date.parse(failing?.failing_since ?? '')).toBeGreaterThanOrEqual(Date.parse(failing?.retrieved_at ?? ''))
    expect(Date.parse(failing?.failed_at ?? '')).toBeGreaterThan(Date.parse(failing?.failing_since ?? ''))
    shop.restoreTable()
    await analyst.run(query)
    expect(await healthOf(query)).toMatchObject({ failures: 0, failing_since: null, error: '' })
  })

  it('counts failed scheduled runs, also those of parameters that resolve to another day each time (QLIST-18)', async () => {
    const parameters = [{ name: 'day', type: 'date', value: 'd_now' }]
    const query = await salesQuery({
      query: "select amount, '{{day}}' as day from sales",
      options: { parameters },
      schedule: { interval: 60 },
    })
    shop.renameTable()
    await startDue(analyst.server.services, never)
    await failuresBecome(query, 1)
    shop.restoreTable()
    await analyst.server.services.db.update(queries).set({ scheduled_at: null }).where(eq(queries.id, query.id))
    await startDue(analyst.server.services, never)
    await failuresBecome(query, 0)
  })

  it('ignores failed runs of another text for the same query (QLIST-18)', async () => {
    const query = await salesQuery()
    await analyst.run(query)
    const text = 'select * from nowhere'
    const run = { query: text, data_source_id: source, query_id: query.id, max_age: 0, wait: 20_000 }
    await analyst.ada.post('/api/query_results', run)
    const broken = await salesQuery({ query: 'select * from nowhere_else' })
    await analyst.run(broken)
    await failuresBecome(broken, 1)
    expect(await healthOf(query)).toMatchObject({ failures: 0 })
  })

  it('shows the error only to those who may read the text, and hides queries that the caller may not see (QLIST-18, OPEN-150)', async () => {
    const { server } = analyst
    const query = await salesQuery({ query: 'select secret from vault' })
    await analyst.run(query)
    await failuresBecome(query, 1)
    const reader = await server.person({ permissions: ['view_query'] })
    expect(await healthOf(query, reader)).toBeUndefined()
    const group = await buildGroup(server, { permissions: ['view_query'] })
    const shared = await buildDataSource(server, { ...shop.source, groups: { [group]: true } })
    const guest = await server.person({ groups: [group] })
    const theirs = await buildQuery(server.admin, { data_source_id: shared.id, query: 'select secret from vault' })
    await analyst.run(theirs, server.admin)
    await failuresBecome(theirs, 1, server.admin)
    expect(await healthOf(theirs, server.admin)).toMatchObject({ error: expect.stringContaining('vault') })
    expect(await healthOf(theirs, guest)).toMatchObject({ failures: 1, error: '' })
    const path = `/api/queries/${theirs.id}/health`
    expect(await server.admin.get(path)).toMatchObject({ body: { error: expect.stringContaining('vault') } })
    const key = clientOf(server.url, () => ({ authorization: `Key ${theirs.api_key}` }))
    expect((await key.get(path)).body).toEqual({ ...(await healthOf(theirs, guest)), error: '' })
    expect((await key.get(`/api/queries/${query.id}/health`)).status).toBe(404)
  })

  it('is cleared when the text changes or the query is archived (QLIST-18)', async () => {
    const [changed, archived] = [await salesQuery({ query: 'select x from y' }), await salesQuery({ query: 'select z from y' })]
    for (const query of [changed, archived]) {
      await analyst.run(query)
      await failuresBecome(query, 1)
    }
    await analyst.ada.post(`/api/queries/${changed.id}`, { query: 'select 2' })
    await analyst.ada.delete(`/api/queries/${archived.id}`)
    expect(await healthOf(changed)).toMatchObject({ failures: 0 })
    expect(await healthOf(archived)).toMatchObject({ failures: 0 })
  })

  it('refuses ids that are none (QLIST-18)', async () => {
    for (const ids of ['', 'a', '1,', '1'.repeat(10), Array(501).fill(1).join(',')])
      expect((await analyst.ada.get(`/api/queries/health?ids=${ids}`)).status).toBe(400)
  })
})

describe('the lists of queries', () => {
  it('can show only failing queries, only stale ones, or both (QLIST-18, QLIST-19, HOME-20)', async () => {
    const [healthy, failing, stale] = [
      await salesQuery({ schedule: { interval: 3600 } }),
      await salesQuery({ query: 'select 1 from nothing_here' }),
      await salesQuery({ schedule: { interval: 3600 } }),
    ]
    for (const query of [healthy, failing, stale]) await analyst.run(query)
    await failuresBecome(failing, 1)
    await age(healthy, 7800)
    await age(stale, 7900)
    expect(await healthOf(stale)).toMatchObject({ stale_after: 7860 })
    expect(await listed('?health=failing')).toEqual([failing.id])
    expect(await listed('?health=stale')).toEqual([stale.id])
    expect(await listed('?health=failing_or_stale&order=created_at')).toEqual([failing.id, stale.id])
    for (const change of [{ disabled: true }, { until: '2026-01-01' }]) {
      const schedule = { interval: 3600, time: null, day_of_week: null, until: null, ...change }
      await analyst.server.services.db.update(queries).set({ schedule }).where(eq(queries.id, stale.id))
      expect(await listed('/my?health=stale')).toEqual([])
    }
    expect((await analyst.ada.get('/api/queries?health=odd')).status).toBe(400)
  })
})
