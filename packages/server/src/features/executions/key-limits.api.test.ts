import { type Job, JobStatus } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { QueryResult } from '@sightline/contract/results.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import { clientOf, type TestClient } from '../../testing/client.ts'
import { ENDLESS } from '../../testing/runs.ts'
import { startTestServer, type TestServerOptions } from '../../testing/server.ts'
import { STREAMS_PER_ADDRESS } from './job-events.ts'
import { RETRY_AFTER_SECONDS, WAITING_PER_ADDRESS, WAITING_PER_KEY } from './queue.ts'
import { executions } from './tables.ts'
import { claimNext } from './worker/claim.store.ts'

const NUMBER = { name: 'n', type: 'number', value: 1 }

/** Has no worker, so all executions wait. */
let waiting: World
let working: World
beforeAll(async () => {
  waiting = await openWorld({ hasWorker: false })
  working = await openWorld({ config: { publicMaxAge: 60 } })
})
afterAll(() => Promise.all([waiting.server.close(), working.server.close()]))
beforeEach(() => waiting.server.services.db.delete(executions))

type World = Awaited<ReturnType<typeof openWorld>>

/** A query on a public dashboard, a visitor with a certain IP address, and a holder of the query's own key. */
async function openWorld(options: TestServerOptions) {
  const server = await startTestServer(options)
  const { id: source } = await buildDataSource(server)
  const query = await buildQuery(server.admin, {
    data_source_id: source,
    query: "select {{ n }} as n, '{{ n }}' as text",
    options: { parameters: [NUMBER] },
    is_draft: false,
  })
  const { body: board } = await server.admin.post<{ id: number; slug: string }>('/api/dashboards', { name: 'Public' })
  const widget = { dashboard_id: board.id, visualization_id: query.visualizations[0]?.id, options: {}, text: '', width: 1 }
  expect((await server.admin.post('/api/widgets', widget)).status).toBe(200)
  const { body: share } = await server.admin.post<{ api_key: string }>(`/api/dashboards/${board.slug}/share`)
  const visitor = (address = '203.0.113.7') =>
    clientOf(server.url, () => ({ authorization: `Key ${share.api_key}`, 'x-forwarded-for': address }))
  const byQueryKey = clientOf(server.url, () => ({ authorization: `Key ${query.api_key}` }))
  return { server, source, query, visitor, byQueryKey }
}

type Ran = { job: Job; query_result?: QueryResult }
const run = (by: TestClient, { id }: Query, n: number, sent: object = {}) =>
  by.post<Ran>(`/api/queries/${id}/results`, { parameters: { n }, max_age: 0, ...sent })

describe('a visitor of a public dashboard', () => {
  it('gets a stored result that is younger than the configured age, and cannot force a run', async () => {
    const { server, query, visitor } = working
    const first = await run(visitor(), query, 1, { wait: 20_000 })
    expect(first.body.job.status).toBe(JobStatus.done)
    expect((await run(visitor(), query, 1)).body).toHaveProperty('query_result')
    server.clock.now = new Date(Date.now() + 61_000)
    const later = await run(visitor(), query, 1)
    server.clock.now = null
    expect(later.body).not.toHaveProperty('query_result')
    expect(later.body.job.status).toBe(JobStatus.waiting)
  })

  it('runs the query for other values at once, because no stored result has them', async () => {
    const { query, visitor } = working
    await run(visitor(), query, 1, { wait: 20_000 })
    expect((await run(visitor(), query, 2, { wait: 20_000 })).body.job).toMatchObject({ status: JobStatus.done })
  })
})

it('the holder of a query key can refresh the query with max_age 0, as scripts do', async () => {
  const { query, byQueryKey } = working
  const refreshed = async () => (await run(byQueryKey, query, 1, { wait: 20_000 })).body.job.query_result_id
  expect(await refreshed()).not.toBe(await refreshed())
})

describe('waiting runs of a key', () => {
  it('are limited for each network address and in total', async () => {
    const { query, visitor } = waiting
    const { server } = waiting
    const asked = Array.from({ length: WAITING_PER_ADDRESS + 10 }, (_, n) => run(visitor(), query, n))
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(WAITING_PER_ADDRESS)

    const refused = await run(visitor(), query, -1)
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'too_many_runs',
        message: 'Too many runs of this query or dashboard are waiting. Please try again in 30 seconds.',
      },
    })
    expect(refused.headers.get('retry-after')).toBe(String(RETRY_AFTER_SECONDS))
    const joined = statuses.indexOf(200)
    expect((await run(visitor(), query, joined)).status, 'joins the run that waits').toBe(200)
    expect((await run(visitor('203.0.113.8'), query, -1)).status, 'another address').toBe(200)
    expect((await run(server.admin, query, -2)).status, 'a user').toBe(200)

    const { db } = server.services
    const [one] = await db.select().from(executions).where(eq(executions.caller_address, '203.0.113.7')).limit(1)
    const more = Array.from({ length: WAITING_PER_KEY }, (_, n) => ({
      ...one,
      id: crypto.randomUUID(),
      data_source_id: one?.data_source_id ?? 0,
      query_hash: '',
      query: `select ${n} as filled`,
      caller_address: `198.51.100.${n % 250}`,
    }))
    await db.insert(executions).values(more)
    expect((await run(visitor('203.0.113.9'), query, -3)).status, 'from a thousand addresses').toBe(429)
  })

  it('do not store the address once they run', async () => {
    const { query, visitor } = waiting
    const { body } = await run(visitor(), query, 1)
    const addressOf = async () => (await waiting.server.services.db.select().from(executions))[0]?.caller_address
    expect(await addressOf()).toBe('203.0.113.7')
    expect((await claimNext(waiting.server.services.db, 'worker'))?.id).toBe(body.job.id)
    expect(await addressOf()).toBeNull()
  })
})

describe('running runs of a key', () => {
  const claim = async () => (await claimNext(waiting.server.services.db, 'worker'))?.id

  it('are two for a dashboard and one for a query key, and the others wait', async () => {
    const { query, visitor, byQueryKey } = waiting
    const ids: string[] = []
    for (const n of [1, 2, 3]) ids.push((await run(visitor(), query, n)).body.job.id)
    for (const n of [4, 5]) ids.push((await run(byQueryKey, query, n)).body.job.id)
    expect([await claim(), await claim(), await claim(), await claim()]).toEqual([ids[0], ids[1], ids[3], undefined])
    await waiting.server.services.db
      .update(executions)
      .set({ status: JobStatus.done })
      .where(eq(executions.id, ids[0] ?? ''))
    expect([await claim(), await claim()]).toEqual([ids[2], undefined])
  })

  it('come after runs of users that were requested later', async () => {
    const { query, visitor } = waiting
    await run(visitor(), query, 1)
    const { body } = await run(waiting.server.admin, query, 2)
    expect(await claim()).toBe(body.job.id)
  })

  it('no longer count for the key once a user wants the same', async () => {
    const { query, visitor } = waiting
    const ids: string[] = []
    for (const n of [1, 2, 3]) ids.push((await run(visitor(), query, n)).body.job.id)
    expect((await run(waiting.server.admin, query, 3)).body.job.id).toBe(ids[2])
    expect([await claim(), await claim(), await claim()]).toEqual([ids[2], ids[0], ids[1]])
  })

  it('all end, no matter what waits for them', async () => {
    const { query, visitor } = working
    const runs = Array.from({ length: 6 }, (_, n) => run(visitor(), query, n, { wait: 20_000 }))
    const statuses = (await Promise.all(runs)).map(({ body }) => body.job.status)
    expect(statuses).toEqual(Array.from({ length: 6 }, () => JobStatus.done))
  })

  it('have a time limit of their own', async () => {
    const { server, source } = working
    const { api_key, id } = await buildQuery(server.admin, { data_source_id: source, query: ENDLESS })
    const { limits } = server.services.config
    server.services.config.limits = { ...limits, publicTime: 200 }
    const byKey = clientOf(server.url, () => ({ authorization: `Key ${api_key}` }))
    const { body } = await byKey.post<Ran>(`/api/queries/${id}/results`, { max_age: 0, wait: 20_000 })
    server.services.config.limits = limits
    expect(body.job).toMatchObject({
      status: JobStatus.failed,
      error: 'Query exceeded Sightline query execution time limit. The limit is 0.2 seconds.',
    })
  })
})

it('event streams of a key are limited for each network address, and a closed stream makes room', async () => {
  const { query, visitor } = waiting
  const { body } = await run(visitor(), query, 1)
  const follow = async (address: string, signal?: AbortSignal) =>
    (await visitor(address).fetch(`/api/jobs/${body.job.id}/events`, signal ? { signal } : {})).status
  const hangUp = new AbortController()
  const rest = new AbortController()
  const addresses = Array.from({ length: STREAMS_PER_ADDRESS - 1 }, () => follow('203.0.113.7', rest.signal))
  expect([...new Set([...(await Promise.all(addresses)), await follow('203.0.113.7', hangUp.signal)])]).toEqual([200])
  expect(await follow('203.0.113.7')).toBe(429)
  expect(await follow('203.0.113.8', rest.signal)).toBe(200)
  hangUp.abort()
  await expect.poll(() => follow('203.0.113.7', rest.signal)).toBe(200)
  rest.abort()
})

it('a run does not start on an almost full disk, and reports it', async () => {
  const { server, source } = working
  const { config } = server.services
  const { minFreeSpace } = config
  config.minFreeSpace = 2 ** 60
  const sent = { query: 'select 1', data_source_id: source, max_age: 0, wait: 20_000 }
  const { body } = await server.admin.post<Ran>('/api/query_results', sent)
  config.minFreeSpace = minFreeSpace
  expect(body.job).toMatchObject({
    status: JobStatus.failed,
    error: expect.stringMatching(
      /^Only \d+ MB are free on the disk of the server, so no query is run\. Ask an admin to make room, and try again\.$/,
    ),
  })
})
