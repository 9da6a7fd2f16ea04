import { type Job, JobStatus } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { PastExecution } from '@sightline/contract/query-history.ts'
import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { clientOf, type TestClient } from '../../testing/client.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { dataSources } from '../data-sources/tables.ts'

interface Started {
  job: Job
}

let server: TestServer
/** Starts the runs; in the groups default and finance. */
let alice: Person
/** In the same groups. */
let colleague: Person
/** In the group default alone. */
let outsider: Person
/** Shared with finance alone. */
let payroll: number
/** Query Results, shared with everyone. */
let joins: number
/** Shared like the two sources above, but their runs never end. */
let fullPayroll: number
let fullJoins: number

beforeAll(async () => {
  server = await startTestServer()
  const finance = await buildGroup(server)
  outsider = await server.person({ name: 'Bob' })
  const groups = [...outsider.groupIds, finance]
  alice = await server.person({ name: 'Alice', groups })
  colleague = await server.person({ name: 'Carol', groups })
  payroll = (await buildDataSource(server, { groups: { [finance]: false } })).id
  joins = (await buildDataSource(server, { type: 'results', options: {} })).id
  fullPayroll = (await buildDataSource(server, { groups: { [finance]: false } })).id
  fullJoins = (await buildDataSource(server, { type: 'results', options: {} })).id
  const full = inArray(dataSources.id, [fullPayroll, fullJoins])
  await server.services.db.update(dataSources).set({ concurrency: 0 }).where(full)
})
afterAll(() => server.close())

const keyClientOf = (query: Query) => clientOf(server.url, () => ({ authorization: `Key ${query.api_key}` }))
const start = async (client: TestClient, data_source_id: number, query: string, wait = 0, dialect?: string) =>
  (await client.post<Started>('/api/query_results', { query, data_source_id, dialect, max_age: 0, wait })).body.job
const startSaved = async (client: TestClient, { id }: Query, wait: number) =>
  (await client.post<Started>(`/api/queries/${id}/results`, { max_age: 0, wait })).body.job

/** All endpoints that show a job. */
const ways = ({ id }: Job) => [
  `/api/jobs/${id}`,
  `/api/queries/1/jobs/${id}`,
  `/api/jobs/${id}/explain`,
  `/api/jobs/${id}/events`,
]
/** Reads only the head of each response, because the events of a running job do not end. */
async function statuses(client: TestClient, job: Job): Promise<number[]> {
  const all: number[] = []
  for (const path of ways(job)) {
    const left = new AbortController()
    all.push((await client.fetch(path, { signal: left.signal })).status)
    left.abort()
  }
  return all
}
const seen = [200, 200, 200, 200]
const unknown = [404, 404, 404, 404]

describe('a job', () => {
  it('is unknown to a user who may not see its data source, while it waits and after it has failed', async () => {
    const waiting = await start(alice, fullPayroll, 'select 1')
    const failed = await start(alice, payroll, "select 'secret'::integer", 20_000)
    expect(failed.status).toBe(JobStatus.failed)
    for (const job of [waiting, failed]) {
      expect(await statuses(outsider, job)).toEqual(unknown)
      for (const person of [alice, colleague, server.admin]) expect(await statuses(person, job)).toEqual(seen)
    }
    expect((await outsider.get(`/api/jobs/${failed.id}`)).body).toEqual(
      (await outsider.get(`/api/jobs/${crypto.randomUUID()}`)).body,
    )
    expect((await outsider.delete(`/api/jobs/${waiting.id}`)).status).toBe(404)
    expect((await colleague.delete(`/api/jobs/${waiting.id}`)).status).toBe(403)
  })

  it('is unknown to the user who started it, as soon as they may not see its data source any more', async () => {
    const team = await buildGroup(server)
    const source = (await buildDataSource(server, { groups: { [team]: false } })).id
    const mover = await server.person({ groups: [...outsider.groupIds, team] })
    const failed = await start(mover, source, "select 'secret'::integer", 20_000)
    expect(await statuses(mover, failed)).toEqual(seen)
    await server.admin.delete(`/api/groups/${team}/members/${mover.id}`)
    expect(await statuses(mover, failed)).toEqual(unknown)
  })

  it('is unknown to a user who may see its data source, but not everything that its text reads', async () => {
    const secret = await buildQuery(alice, { data_source_id: payroll, query: "select 'secret' as s" })
    const waiting = await start(alice, fullJoins, `select * from query_${secret.id}`)
    const done = await start(alice, joins, `select * from query_${secret.id}`, 20_000)
    const failed = await start(alice, joins, `select s::integer from query_${secret.id}`, 20_000, 'duckdb')
    expect([done.status, failed.status]).toEqual([JobStatus.done, JobStatus.failed])
    for (const job of [waiting, done, failed]) {
      expect(await statuses(outsider, job)).toEqual(unknown)
      for (const person of [alice, colleague, server.admin]) expect(await statuses(person, job)).toEqual(seen)
    }
  })

  it('is visible with the key of its query, unless the owner of the query may not see everything that the run reads', async () => {
    const secret = await buildQuery(alice, { data_source_id: payroll, query: "select 'secret' as s, 2 as n" })
    const text = `select n from query_${secret.id}`
    const query = await buildQuery(alice, { data_source_id: joins, query: text })
    const outsiders = await buildQuery(outsider, { data_source_id: joins, query: text })
    for (const [run, status] of [
      [query, 200],
      [outsiders, 403],
    ] as const) {
      const { id } = await startSaved(alice, run, 20_000)
      expect((await keyClientOf(run).get(`/api/queries/${run.id}/jobs/${id}`)).status).toBe(status)
    }
  })
})

describe('the past runs of a query', () => {
  it('hide errors from users who may not see everything that was read', async () => {
    const secret = await buildQuery(alice, { data_source_id: payroll, query: "select 'top secret' as s" })
    const query = await buildQuery(alice, {
      data_source_id: joins,
      query: `select s::integer from query_${secret.id}`,
      options: { dialect: 'duckdb' },
    })
    expect((await startSaved(alice, query, 20_000)).error).toContain('top secret')
    const errorsFor = async (client: TestClient) =>
      (await client.get<PastExecution[]>(`/api/queries/${query.id}/executions`)).body.map(({ error }) => error)
    expect(await errorsFor(alice)).toEqual([expect.stringContaining('top secret')])
    expect(await errorsFor(server.admin)).toEqual([expect.stringContaining('top secret')])
    expect(await errorsFor(outsider)).toEqual([''])
  })
})
