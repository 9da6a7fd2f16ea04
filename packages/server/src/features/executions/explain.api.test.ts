import { type Explanation, type Job, type JobEvent, JobStatus } from '@sightline/contract/executions.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { clientOf, type TestClient } from '../../testing/client.ts'
import { jobIn } from '../../testing/jobs.ts'
import { ENDLESS } from '../../testing/runs.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { dataSources } from '../data-sources/tables.ts'
import { executions, queryResults } from './tables.ts'
import { progressChannel, watchChannel } from './worker/progress.ts'

/** The wait state that a database reports. */
const LOCK = 'waiting for a lock that app@10.0.0.5 holds'

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer({ config: { executionConcurrency: 2 } })
  ann = await server.person({ name: 'Ann' })
})
afterAll(() => server.close())

const run = async (client: TestClient, dataSourceId: number, query: string): Promise<string> => {
  const fields = { query, data_source_id: dataSourceId, max_age: 0 }
  return (await client.post<{ job: Job }>('/api/query_results', fields)).body.job.id
}
const runSaved = async (client: TestClient, id: number): Promise<string> =>
  (await client.post<{ job: Job }>(`/api/queries/${id}/results`, { max_age: 0 })).body.job.id
const until = (id: string, status: JobStatus) => jobIn(server.admin, id, status)
const explain = async (client: TestClient, id: string) => (await client.get<Explanation>(`/api/jobs/${id}/explain`)).body
const cancel = async (id: string) => {
  await server.admin.delete(`/api/jobs/${id}`)
  await until(id, JobStatus.failed)
}
const limit = (id: number, concurrency: number) =>
  server.services.db.update(dataSources).set({ concurrency }).where(eq(dataSources.id, id))

describe('the explanation of a waiting run', () => {
  it('names its position, who holds the slot of its source, since when and for how long (OPEN-552)', async () => {
    const source = await buildDataSource(server, { name: 'Warehouse' })
    await limit(source.id, 1)
    const orders = await buildQuery(ann, { data_source_id: source.id, name: 'Orders by day', query: ENDLESS })
    const holder = await runSaved(ann, orders.id)
    await until(holder, JobStatus.processing)
    const first = await run(ann, source.id, 'select 1 as first')
    const second = await run(ann, source.id, 'select 1 as second')

    expect(await explain(ann, second)).toEqual({
      waits_for: 'source',
      ahead: 1,
      source: 'Warehouse',
      slots: 1,
      holders: [
        {
          user: 'Ann',
          query: { id: orders.id, name: 'Orders by day' },
          scheduled: false,
          since: expect.stringMatching(/Z$/),
          elapsed: expect.any(Number),
        },
      ],
      usual_runtime: null,
      database: null,
    })
    expect(await explain(ann, first)).toMatchObject({ ahead: 0 })

    // A user who may not see the source learns nothing about its jobs, even after requesting the run.
    const stranger = await server.person({ groups: [await buildGroup(server)] })
    expect((await stranger.get(`/api/jobs/${second}/explain`)).status).toBe(404)
    await server.services.db
      .update(executions)
      .set({ user_ids: [ann.id, stranger.id] })
      .where(eq(executions.id, second))
    expect((await stranger.get(`/api/jobs/${second}/explain`)).status).toBe(404)
    const keyed = await buildQuery(ann, { data_source_id: source.id, query: 'select 2 as by_key' })
    const key = clientOf(server.url, () => ({ authorization: `Key ${keyed.api_key}` }))
    const waiting = (await key.post<{ job: Job }>(`/api/queries/${keyed.id}/results`, { max_age: 0 })).body.job.id
    expect((await key.get(`/api/jobs/${waiting}/explain`)).status).toBe(404)
    await cancel(holder)
    await Promise.all([first, second, waiting].map((id) => until(id, JobStatus.done)))
  })

  it('names who holds the workers, and does not count executions of full sources as ahead', async () => {
    const source = (await buildDataSource(server)).id
    const full = (await buildDataSource(server)).id
    await limit(full, 1)
    const holders = [await run(ann, full, ENDLESS), await run(ann, source, `${ENDLESS} and true`)]
    for (const id of holders) await until(id, JobStatus.processing)
    const elsewhere = await run(ann, full, 'select 1 as elsewhere')
    const waiting = await run(ann, source, 'select 1 as waiting')
    expect(await explain(ann, waiting)).toMatchObject({
      waits_for: 'worker',
      ahead: 0,
      slots: null,
      holders: [
        { user: 'Ann', query: null },
        { user: 'Ann', query: null },
      ],
    })
    for (const id of holders) await cancel(id)
    for (const id of [elsewhere, waiting]) await until(id, JobStatus.done)
  })
})

describe('the explanation of a running execution', () => {
  it('gives its usual runtime: the median of its last results', async () => {
    const source = (await buildDataSource(server)).id
    const text = `${ENDLESS} limit 1`
    const id = await run(ann, source, text)
    await until(id, JobStatus.processing)
    expect(await explain(ann, id)).toMatchObject({ waits_for: null, usual_runtime: null, holders: [] })
    const [{ query_hash } = { query_hash: '' }] = await server.services.db
      .select({ query_hash: executions.query_hash })
      .from(executions)
      .where(eq(executions.id, id))
    const result = { data_source_id: source, query_hash, query: text, file: 'results/none.parquet', columns: [] }
    const facts = { row_count: 0, size: 0, timing: { waiting: 0, database: 0, sightline: 0 } }
    await server.services.db.insert(queryResults).values([10, 12, 500].map((runtime) => ({ ...result, ...facts, runtime })))
    expect(await explain(ann, id)).toMatchObject({ usual_runtime: 12 })
    await cancel(id)
  })

  it('is sent to followers from the third second on', async () => {
    const source = (await buildDataSource(server)).id
    const id = await run(ann, source, `${ENDLESS} limit 2`)
    await until(id, JobStatus.processing)
    const response = await ann.fetch(`/api/jobs/${id}/events`)
    const states: Extract<JobEvent, { type: 'state' }>[] = []
    let isCancelled = false
    for await (const chunk of response.body ?? []) {
      for (const [, data = ''] of Buffer.from(chunk)
        .toString()
        .matchAll(/^data: (.*)$/gm)) {
        const event: JobEvent = JSON.parse(data)
        if (event.type === 'state') states.push(event)
        if (event.type === 'state' && event.explanation && !isCancelled) {
          isCancelled = true
          await cancel(id)
        }
      }
    }
    for (const { elapsed, explanation } of states) expect(explanation === null || elapsed >= 2000).toBe(true)
    expect(states[0]?.explanation).toBeNull()
    expect(states.some(({ explanation }) => explanation !== null)).toBe(true)
  })

  it('names sessions of the database only to users with full access to the data source', async () => {
    const full = await buildGroup(server)
    const watchers = await buildGroup(server)
    const source = (await buildDataSource(server, { groups: { [full]: false, [watchers]: true } })).id
    const owner = await server.person({ groups: [full] })
    const viewer = await server.person({ groups: [watchers] })
    const query = await buildQuery(owner, { data_source_id: source, query: `${ENDLESS} limit 3` })
    const dashboard = (await owner.post<{ id: number }>('/api/dashboards', { name: 'Public' })).body.id
    const visualization_id = query.visualizations[0]?.id
    await owner.post('/api/widgets', { dashboard_id: dashboard, visualization_id, text: '' })
    const { api_key: token } = (await owner.post<{ api_key: string }>(`/api/dashboards/${dashboard}/share`)).body
    const visitor = clientOf(server.url, () => ({ authorization: `Key ${token}` }))
    const id = await runSaved(visitor, query.id)
    await until(id, JobStatus.processing)

    const { events } = server.services
    const stop = events.subscribe(watchChannel(id), async () => {
      await events.publish(progressChannel(id), { type: 'database', text: LOCK })
      await events.publish(progressChannel(id), { type: 'progress', rows: 7 })
    })
    expect(await explain(owner, id)).toMatchObject({ database: LOCK })
    for (const person of [viewer, visitor]) expect(await explain(person, id)).toMatchObject({ database: null })
    expect(await followedState(owner, id)).toBe(LOCK)
    for (const person of [viewer, visitor]) expect(await followedState(person, id)).toBeNull()
    stop()
    await cancel(id)
  })

  it('is only for users who may see the job', async () => {
    expect((await server.anonymous.get('/api/jobs/00000000-0000-4000-8000-000000000000/explain')).status).toBe(404)
    expect((await ann.get('/api/jobs/00000000-0000-4000-8000-000000000000/explain')).status).toBe(404)
  })
})

/** The first wait state of the database that a follower receives. */
async function followedState(client: TestClient, id: string): Promise<string | null> {
  const response = await client.fetch(`/api/jobs/${id}/events`)
  for await (const chunk of response.body ?? []) {
    for (const [, data = ''] of Buffer.from(chunk)
      .toString()
      .matchAll(/^data: (.*)$/gm)) {
      const event: JobEvent = JSON.parse(data)
      if (event.type === 'state' && event.rows === 7 && event.explanation) return event.explanation.database
    }
  }
  throw new Error('The stream ended before the database said anything.')
}
