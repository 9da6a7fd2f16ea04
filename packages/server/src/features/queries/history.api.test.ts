import { type Job, JobStatus } from '@sightline/contract/executions.ts'
import type { Query, QueryListItem } from '@sightline/contract/queries.ts'
import type { PastExecution, QueryVersion, QueryVersionContent } from '@sightline/contract/query-history.ts'
import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { clientOf } from '../../testing/client.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { dataSources } from '../data-sources/tables.ts'
import { executions } from '../executions/tables.ts'
import { queries, queryVersions } from './tables.ts'

let server: TestServer
let ada: Person
let bob: Person
let source: number

beforeAll(async () => {
  server = await startTestServer()
  ada = await server.person({ name: 'Ada' })
  bob = await server.person({ name: 'Bob' })
  source = (await buildDataSource(server)).id
})
afterAll(() => server.close())

const make = (fields: object = {}) => buildQuery(ada, { data_source_id: source, query: 'select 1', ...fields })
const save = async (person: Person, { id }: Query, changes: object) =>
  expect((await person.post<Query>(`/api/queries/${id}`, changes)).status).toBe(200)
const versionsOf = async ({ id }: Query, person = ada) => (await person.get<QueryVersion[]>(`/api/queries/${id}/versions`)).body
const contentOf = ({ id }: Query, version: number, person = ada) =>
  person.get<QueryVersionContent>(`/api/queries/${id}/versions/${version}`)
const pastOf = async ({ id }: Query, person = ada) => (await person.get<PastExecution[]>(`/api/queries/${id}/executions`)).body

describe('the versions of a query', () => {
  it('are listed newest first, with the user who saved them and the changed fields', async () => {
    const query = await make({ name: 'First' })
    await save(ada, query, { query: 'select 2', name: 'Second' })
    await save(server.admin, query, { tags: ['a'], description: 'Why' })

    expect(await versionsOf(query)).toMatchObject([
      { version: 3, name: 'Second', user: { id: server.admin.id }, changes: ['description', 'tags'] },
      { version: 2, name: 'Second', user: { id: ada.id }, changes: ['name', 'query'] },
      { version: 1, name: 'First', user: { id: ada.id }, changes: [] },
    ])
    const first = await contentOf(query, 1)
    expect(first.body).toMatchObject({ version: 1, name: 'First', query: 'select 1', description: null, tags: [] })
    expect(first.body.saved_at).toBe((await versionsOf(query))[2]?.saved_at)
    expect((await contentOf(query, 3)).body).toMatchObject({ query: 'select 2', tags: ['a'], description: 'Why' })
  })

  it('are only created by changes: unchanged saves, publishing and runs create none', async () => {
    const query = await make()
    const whole = (await ada.get<Query>(`/api/queries/${query.id}`)).body
    await save(ada, query, { ...whole, version: undefined })
    await save(ada, query, { is_draft: false })
    expect(await versionsOf(query)).toHaveLength(1)
  })

  it('name the user who wrote them, even after another user has published, sent back or archived the query', async () => {
    const query = await make({ name: 'First' })
    await save(ada, query, { query: 'select 2' })
    const written = (await versionsOf(query)).map(({ saved_at }) => saved_at)
    await save(server.admin, query, { is_draft: false })
    await save(server.admin, query, { name: 'First' })
    await save(server.admin, query, { is_draft: true })
    const byAda = [
      { version: 2, user: { id: ada.id }, saved_at: written[0], changes: ['query'] },
      { version: 1, user: { id: ada.id }, saved_at: written[1], changes: [] },
    ]
    expect(await versionsOf(query)).toMatchObject(byAda)
    expect((await contentOf(query, 2)).body).toMatchObject({ query: 'select 2', user: { id: ada.id } })
    await save(ada, query, { name: 'Second' })
    expect(await versionsOf(query)).toMatchObject([{ version: 6, user: { id: ada.id }, changes: ['name'] }, ...byAda])

    await save(ada, query, { schedule: { interval: 3600, time: null, day_of_week: null, until: null } })
    expect((await server.admin.delete(`/api/queries/${query.id}`)).status).toBe(200)
    expect(await versionsOf(query)).toMatchObject([
      { version: 8, user: { id: server.admin.id }, changes: ['schedule'] },
      { version: 7, user: { id: ada.id }, changes: ['schedule'] },
      { version: 6, user: { id: ada.id }, changes: ['name'] },
      ...byAda,
    ])
  })

  it('are complete when several users save at the same time', async () => {
    const query = await make()
    await Promise.all(Array.from({ length: 8 }, (_, n) => save(ada, query, { query: `select ${n + 10}` })))
    const versions = await versionsOf(query)
    expect(versions.map(({ version }) => version)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
    const texts = await Promise.all(versions.map(async ({ version }) => (await contentOf(query, version)).body.query))
    expect(new Set(texts).size).toBe(9)
  })

  it('are not created by a save that is refused as a conflict', async () => {
    const query = await make()
    await save(ada, query, { query: 'select 2', version: 1 })
    expect((await ada.post(`/api/queries/${query.id}`, { query: 'select 3', version: 1 })).status).toBe(409)
    expect((await versionsOf(query)).map(({ version }) => version)).toEqual([2, 1])
  })

  it('are at most two hundred, without the oldest', async () => {
    const query = await make()
    const { db } = server.services
    const older = {
      query_id: query.id,
      user_id: ada.id,
      saved_at: new Date(),
      name: 'Old',
      query: 'select 0',
      options: {},
      tags: [],
    }
    await db.insert(queryVersions).values(Array.from({ length: 200 }, (_, n) => ({ ...older, version: n + 1 })))
    await db.update(queries).set({ version: 201 }).where(eq(queries.id, query.id))
    await save(ada, query, { query: 'select 202' })
    const versions = await versionsOf(query)
    expect([versions.length, versions[0]?.version, versions.at(-1)?.version]).toEqual([200, 202, 3])
    const [stored] = await db.select({ count: count() }).from(queryVersions).where(eq(queryVersions.query_id, query.id))
    expect(stored?.count).toBe(199)
  })

  it('hide the text from users who may not see it, and everything from users without access (PERM-18)', async () => {
    const group = await buildGroup(server, { permissions: ['view_query'] })
    const shared = await buildDataSource(server, { groups: { [group]: false, [ada.groupIds[0] ?? 0]: false } })
    const query = await make({ data_source_id: shared.id })
    const reader = await server.person({ groups: [group] })
    const stranger = await server.person({ groups: [await buildGroup(server)] })
    expect((await contentOf(query, 1, reader)).body).toMatchObject({ version: 1, query: null })
    expect((await contentOf(query, 1, stranger)).status).toBe(403)
    const blind = await server.person({ groups: [await buildGroup(server, { permissions: ['create_query'] })] })
    for (const path of ['versions', 'executions', 'versions/1']) {
      expect((await stranger.get(`/api/queries/${query.id}/${path}`)).status).toBe(403)
      expect((await blind.get(`/api/queries/${query.id}/${path}`)).status).toBe(403)
      const byKey = await server.anonymous.get(`/api/queries/${query.id}/${path}?api_key=${query.api_key}`)
      expect([path, byKey.status]).toEqual([path, 403])
    }
  })

  it('are 404 if there is no such query or version', async () => {
    const query = await make()
    expect((await contentOf(query, 7)).status).toBe(404)
    expect((await contentOf(query, 0)).status).toBe(404)
    for (const path of [
      '/api/queries/999999/versions',
      `/api/queries/${query.id}/versions/one`,
      '/api/queries/999999/executions',
    ])
      expect([path, (await ada.get(path)).status]).toEqual([path, 404])
  })
})

describe('the past executions of a query', () => {
  const run = (person: Person, { id }: Query) => person.post(`/api/queries/${id}/results`, { max_age: 0, wait: 20_000 })

  it('show the user, the time, the runtime and the number of rows', async () => {
    const query = await make({ query: 'select i from range(3) t(i)' })
    await run(ada, query)
    await run(bob, query)
    expect(await pastOf(query)).toEqual([
      expect.objectContaining({ user: expect.objectContaining({ id: bob.id }), status: JobStatus.done, rows: 3, error: '' }),
      expect.objectContaining({ user: expect.objectContaining({ id: ada.id }), runtime: expect.any(Number), scheduled: false }),
    ])
    expect(await pastOf(query)).toMatchObject([{ finished_at: expect.any(String) }, { finished_at: expect.any(String) }])
  })

  it('include a run that joined an execution of another query, with its own user and time', async () => {
    // No slot is free until both have requested the run.
    const { db } = server.services
    const busy = (await buildDataSource(server)).id
    const slots = (concurrency: number | null) => db.update(dataSources).set({ concurrency }).where(eq(dataSources.id, busy))
    await slots(0)
    const text = { data_source_id: busy, query: 'select i from range(5) t(i)' }
    const [first, second] = [await make(text), await make(text)]
    const start = (person: Person, { id }: Query) => person.post<{ job: Job }>(`/api/queries/${id}/results`, { max_age: 0 })
    const { job } = (await start(ada, first)).body
    expect((await start(bob, second)).body.job.id).toBe(job.id)
    expect((await start(server.admin, second)).body.job.id).toBe(job.id)
    expect(await pastOf(second)).toMatchObject([{ id: job.id, user: { id: bob.id }, status: JobStatus.waiting, rows: null }])

    await slots(null)
    await expect.poll(async () => (await pastOf(second))[0]?.status).toBe(JobStatus.done)
    expect(await pastOf(second)).toMatchObject([
      { id: job.id, user: { id: bob.id }, scheduled: false, rows: 5, runtime: expect.any(Number) },
    ])
    expect(await pastOf(first)).toMatchObject([{ id: job.id, user: { id: ada.id }, rows: 5 }])
  })

  const asked = (type: object) => ({
    query: "select '{{ p }}' as asked",
    options: { parameters: [{ name: 'p', ...type }] },
  })
  const runWith = (person: Person, { id }: Query, p: unknown) =>
    person.post(`/api/queries/${id}/results`, { max_age: 0, wait: 20_000, parameters: { p } })
  const valuesOf = async (query: Query, person = ada) => (await pastOf(query, person)).map(({ parameters }) => parameters)

  it('show the values of a run, lists and ranges as they were sent (OPEN-513)', async () => {
    const list = await make(asked({ type: 'enum', enumOptions: 'a\nb', multiValuesOptions: { separator: ',' } }))
    await runWith(bob, list, ['a', 'b'])
    await runWith(ada, list, ['b'])
    expect(await valuesOf(list)).toEqual([{ p: ['b'] }, { p: ['a', 'b'] }])

    const days = { start: '2026-01-01', end: '2026-01-31' }
    const range = await make({ ...asked({ type: 'date-range' }), query: "select '{{ p.start }}{{ p.end }}' as asked" })
    await runWith(ada, range, days)
    await ada.post(`/api/queries/${range.id}/refresh?p_p=2026-02-01`)
    expect((await valuesOf(range)).at(-1)).toEqual({ p: days })

    const plain = await make({ query: 'select 1 as plain' })
    await run(ada, plain)
    expect(await valuesOf(plain)).toEqual([null])
  })

  it('show the values of a text that was run before it is saved (OPEN-513)', async () => {
    const query = await make(asked({ type: 'text' }))
    const adhoc = { data_source_id: source, query: query.query, query_id: query.id, max_age: 0, wait: 20_000 }
    await ada.post('/api/query_results', { ...adhoc, parameters: { p: "O'Hare" } })
    expect(await valuesOf(query)).toEqual([{ p: "O'Hare" }])
  })

  it('keep values of up to 4,000 characters, and no longer ones (OPEN-513)', async () => {
    const query = await make(asked({ type: 'text' }))
    const characters = (count: number) => 'x'.repeat(count - JSON.stringify({ p: '' }).length)
    for (const p of [characters(4000), characters(4001)]) await runWith(ada, query, p)
    expect(await valuesOf(query)).toEqual([null, { p: characters(4000) }])
  })

  it('show the values of a query that joined the execution of another one (OPEN-513)', async () => {
    const busy = (await buildDataSource(server)).id
    await server.services.db.update(dataSources).set({ concurrency: 0 }).where(eq(dataSources.id, busy))
    const [first, second] = [
      await make({ ...asked({ type: 'text' }), data_source_id: busy }),
      await make({
        query: "select '{{ q }}' as asked",
        options: { parameters: [{ name: 'q', type: 'text' }] },
        data_source_id: busy,
      }),
    ]
    await ada.post(`/api/queries/${first.id}/results`, { max_age: 0, parameters: { p: 'a' } })
    await bob.post(`/api/queries/${second.id}/results`, { max_age: 0, parameters: { q: 'a' } })
    expect([await valuesOf(first), await valuesOf(second)]).toEqual([[{ p: 'a' }], [{ q: 'a' }]])
  })

  it('hide the values of others from users who may not read query texts (OPEN-513)', async () => {
    const group = await buildGroup(server, { permissions: ['view_query'] })
    const shared = await buildDataSource(server, { groups: { [group]: false, [ada.groupIds[0] ?? 0]: false } })
    const query = await make({ ...asked({ type: 'text' }), data_source_id: shared.id })
    await runWith(ada, query, 'secret')
    expect(await valuesOf(query)).toEqual([{ p: 'secret' }])
    expect(await valuesOf(query, await server.person({ groups: [group] }))).toEqual([null])
  })

  it('hide the values of a run on a former data source from users without access to that (OPEN-513)', async () => {
    const closed = await buildDataSource(server, { groups: {} })
    const query = await buildQuery(server.admin, { ...asked({ type: 'text' }), data_source_id: closed.id })
    await runWith(server.admin, query, 'secret')
    await server.admin.post(`/api/queries/${query.id}`, { data_source_id: source })
    expect([await valuesOf(query, bob), await valuesOf(query, server.admin)]).toEqual([[null], [{ p: 'secret' }]])
  })

  it('show why a run failed, and name no user for scheduled runs', async () => {
    const query = await make({ query: 'select * from no_such_table' })
    await run(ada, query)
    const { db } = server.services
    expect(await pastOf(query)).toMatchObject(
      [{ status: JobStatus.failed, rows: null, runtime: null, error: /no_such_table/ }].map((each) => ({
        ...each,
        error: expect.stringMatching(each.error),
      })),
    )
    await db.update(executions).set({ scheduled: true }).where(eq(executions.query_id, query.id))
    expect(await pastOf(query)).toMatchObject([{ user: null, scheduled: true }])
  })

  it('include those that its author made of the same text and source before saving it (OPEN-151)', async () => {
    const run = (person: Person, fields: object) =>
      person.post('/api/query_results', {
        data_source_id: source,
        query: "select 'new' as t",
        max_age: 0,
        wait: 20_000,
        ...fields,
      })
    const other = (await buildDataSource(server)).id
    await run(ada, {})
    await run(ada, { query: "select  'new' as t -- again" })
    await run(ada, { query: "select 'n ew' as t" })
    await run(bob, {})
    await run(ada, { data_source_id: other })
    const query = await make({ query: "select 'new' as t" })
    const past = await pastOf(query)
    expect(past).toHaveLength(2)
    expect(past).toMatchObject([{ user: { id: ada.id }, rows: 1 }, { user: { id: ada.id } }])
    // A second query of the same text does not take them over, and the key of the query opens none of them.
    expect(await pastOf(await make({ query: "select 'new' as t" }))).toEqual([])
    const key = clientOf(server.url, () => ({ authorization: `Key ${query.api_key}` }))
    expect((await key.get(`/api/queries/${query.id}/jobs/${past[0]?.id}`)).status).toBe(403)
  })

  it('include the run whose result a new query with a dynamic value shows (OPEN-151)', async () => {
    const text = "select '2026-11-20' as day"
    const sent = { data_source_id: source, query: text, max_age: 0, wait: 20_000 }
    const { body } = await ada.post<{ job: Job }>('/api/query_results', sent)
    const parameters = [{ name: 'day', type: 'date', value: 'd_now' }]
    const fields = { query: "select '{{ day }}' as day", options: { parameters } }
    const query = await make({ ...fields, latest_query_data_id: body.job.query_result_id })
    expect(await pastOf(query)).toMatchObject([{ user: { id: ada.id }, rows: 1 }])
  })

  it('count in the list with any values (OPEN-151)', async () => {
    const parameters = [{ name: 'n', type: 'number', value: 1 }]
    const query = await make({ query: 'select {{ n }}', options: { parameters } })
    const listed = async () => {
      const { results } = (await ada.get<{ results: QueryListItem[] }>('/api/queries/my')).body
      return results.find(({ id }) => id === query.id)
    }
    expect(await listed()).toMatchObject({ retrieved_at: null, last_run_at: null })
    await ada.post(`/api/queries/${query.id}/results`, { parameters: { n: 2 }, max_age: 0, wait: 20_000 })
    const [past] = await pastOf(query)
    expect(await listed()).toMatchObject({ retrieved_at: null, last_run_at: past?.finished_at })
  })
})

it('the latest result of a query is shown to everyone who sees the query as soon as it was run (QPAGE-68)', async () => {
  const query = await make({ query: 'select i from range(4) t(i)' })
  const latest = async () => (await bob.get<Query>(`/api/queries/${query.id}`)).body.latest_query_data_id
  expect(await latest()).toBeNull()
  await ada.post(`/api/queries/${query.id}/results`, { max_age: 0, wait: 20_000 })
  const { body } = await bob.get<{ query_result: { data: { rows: unknown[] } } }>(`/api/query_results/${await latest()}`)
  expect(body.query_result.data.rows).toHaveLength(4)
})
