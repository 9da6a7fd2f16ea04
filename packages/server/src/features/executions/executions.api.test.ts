import { JobStatus } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { ENDLESS, ended, type Ran, useRuns } from '../../testing/runs.ts'
import { queryResults } from './tables.ts'

const world = useRuns()
const { runText, keyClientOf } = world

describe('running unsaved text', () => {
  it('returns a job that ends with a result (EXEC-05, EXEC-08, EXEC-10, API-27, API-32)', async () => {
    const { status, body } = await runText(world.ada, 'select 41 + 1 as answer', { parameters: {}, query_id: 'adhoc' })
    expect(status).toBe(200)
    expect(body.job).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      error: '',
      query_result_id: null,
      updated_at: 0,
    })
    const job = await ended(world.ada, body.job.id)
    expect(job).toMatchObject({ status: JobStatus.done, error: '', query_result_id: expect.any(Number) })
    expect(job.result).toBe(job.query_result_id)
    const result = await world.ada.get(`/api/query_results/${job.query_result_id}`)
    expect(result.body).toMatchObject({ query_result: { query: 'select 41 + 1 as answer', data: { rows: [{ answer: 42 }] } } })
  })

  it('returns a stored result of any age unless a maximum age is sent (EXEC-08, EXEC-34, OPEN-41)', async () => {
    const text = 'select 7 as seven'
    await runText(world.ada, text, { wait: 20_000 })
    for (const max_age of [undefined, null, -1, 3600]) {
      const { body } = await runText(world.bob, ' select 7 as  seven ;', { max_age })
      expect(body.query_result).toMatchObject({
        id: expect.any(Number),
        retrieved_at: expect.stringMatching(/Z$/),
        runtime: expect.any(Number),
        data: { columns: [{ name: 'seven', friendly_name: 'seven', type: 'integer' }], rows: [{ seven: 7 }] },
        data_source_id: world.source,
        query: text,
      })
    }
    expect((await runText(world.bob, text, { max_age: 0 })).body).toHaveProperty('job')
  })

  it('runs again if the stored result is older than max_age seconds (OPEN-41)', async () => {
    const text = 'select 8 as eight'
    await runText(world.ada, text, { wait: 20_000 })
    await world.server.services.db
      .update(queryResults)
      .set({ retrieved_at: new Date(Date.now() - 100_000) })
      .where(eq(queryResults.query, text))
    expect((await runText(world.ada, text, { max_age: 200 })).body).toHaveProperty('query_result')
    expect((await runText(world.ada, text, { max_age: 50 })).body).toHaveProperty('job')
  })

  it('does not return the result of another text that only has the same hash', async () => {
    await runText(world.ada, "select 'a b' as text", { wait: 20_000 })
    expect((await runText(world.ada, "select 'ab' as text", { max_age: -1, wait: 20_000 })).body.window?.rows).toEqual([['ab']])
  })

  it('waits for the end on request and sends the first rows along', async () => {
    const { body } = await runText(world.ada, 'select range as n from range(250)', { wait: 20_000 })
    expect(body.job).toMatchObject({ status: JobStatus.done, query_result_id: body.window?.result.id })
    expect(body.window).toMatchObject({ total: 250, offset: 0 })
    expect(body.window?.rows).toHaveLength(100)
    const again = await runText(world.ada, 'select range as n from range(250)', { wait: 20_000, max_age: -1 })
    expect(again.body).toMatchObject({ job: { status: JobStatus.done }, window: { result: { id: body.window?.result.id } } })
  })

  it('fills in parameters, also from the URL', async () => {
    const run = await runText(world.ada, "select '{{ a }}' as a, {{ b }} as b", { parameters: { a: 'x', b: 2 }, wait: 20_000 })
    expect(run.body.window?.rows).toEqual([['x', 2]])
    const { body } = await world.ada.post<Ran>('/api/query_results?p_a=y&p_r.start=1', {
      query: "select '{{ a }}' as a, {{ r.start }} as b",
      data_source_id: world.source,
      max_age: 0,
      wait: 20_000,
    })
    expect(body.window?.rows).toEqual([['y', 1]])
  })

  it('is refused if values are missing', async () => {
    expect(await runText(world.ada, 'select {{ a }}, {{ b }}', { parameters: { a: 1 } })).toMatchObject({
      status: 400,
      body: { job: { status: JobStatus.failed, error: 'Missing parameter value for: b' } },
    })
  })

  it('limits the rows on request, and says so only if the added limit cut the result (EXEC-37)', async () => {
    const run = async (text: string, apply_auto_limit: boolean) => {
      const { body } = await runText(world.ada, text, { apply_auto_limit, max_age: 0, wait: 20_000 })
      return [body.window?.total, body.window?.result.auto_limit]
    }
    expect(await run('select range as n from range(5000)', true)).toEqual([1000, true])
    expect(await run('select range as n from range(5000)', false)).toEqual([5000, false])
    expect(await run('select range as n from range(999)', true)).toEqual([999, false])
    expect(await run('select range as n from range(5000) limit 1500', true)).toEqual([1500, false])
  })

  it('needs execute_query, full access and a data source (PERM-19, OPEN-33)', async () => {
    const group = await buildGroup(world.server)
    const viewOnly = await buildDataSource(world.server, { groups: { [group]: true } })
    const member = await world.server.person({ groups: [group] })
    expect(await runText(member, 'select 1', { data_source_id: viewOnly.id })).toMatchObject({
      status: 403,
      body: { job: { status: JobStatus.failed, error: 'You do not have permission to run queries with this data source.' } },
    })
    const reader = await world.server.person({ permissions: ['view_query'] })
    expect((await runText(reader, 'select 1')).status).toBe(403)
    expect(await runText(world.ada, 'select 1', { data_source_id: null })).toMatchObject({
      status: 401,
      body: { job: { status: JobStatus.failed, error: 'Please select data source to run this query.' } },
    })
    expect((await runText(world.ada, 'select 1', { data_source_id: 999_999 })).status).toBe(404)
  })
})

describe('running a saved query', () => {
  it('stores the result as the latest one of the query (EXEC-06, EXEC-25, API-28)', async () => {
    const query = await buildQuery(world.ada, { data_source_id: world.source, query: 'select 1 as saved' })
    const { body } = await world.ada.post<Ran>(`/api/queries/${query.id}/results`, { parameters: {}, max_age: 0 })
    const job = await ended(world.ada, body.job.id)
    const after = (await world.ada.get<Query>(`/api/queries/${query.id}`)).body
    expect(after.latest_query_data_id).toBe(job.query_result_id)
    expect(after).toMatchObject({ runtime: expect.any(Number), retrieved_at: expect.stringMatching(/Z$/), version: 1 })
    expect(after.updated_at).toBe(query.updated_at)
  })

  it('links other queries with the same text, and new ones when they are created (EXEC-25)', async () => {
    const one = await buildQuery(world.ada, { data_source_id: world.source, query: "select 'x y' as same" })
    const other = await buildQuery(world.ada, { data_source_id: world.source, query: "select 'xy' as same" })
    const { body } = await world.ada.post<Ran>(`/api/queries/${one.id}/results`, { max_age: 0, wait: 20_000 })
    const latest = async (query: Query) => (await world.ada.get<Query>(`/api/queries/${query.id}`)).body.latest_query_data_id
    expect(await latest(one)).toBe(body.job.query_result_id)
    expect(await latest(other)).toBeNull()
    const late = await buildQuery(world.bob, { data_source_id: world.source, query: "select  'x y' as same;" })
    expect(late.latest_query_data_id).toBe(body.job.query_result_id)
  })

  it('returns the latest result if max_age is left out, also without a body (EXEC-07)', async () => {
    const query = await buildQuery(world.ada, { data_source_id: world.source, query: 'select 3 as three' })
    await world.ada.post(`/api/queries/${query.id}/results`, { max_age: 0, wait: 20_000 })
    const { body } = await world.ada.post<Ran>(`/api/queries/${query.id}/results`)
    expect(body.query_result?.data.rows).toEqual([{ three: 3 }])
  })

  it('is refused for undeclared, unfit and missing values (PARAM-42, OPEN-35)', async () => {
    const options = { parameters: [{ name: 'n', type: 'number' }] }
    const query = await buildQuery(world.ada, { data_source_id: world.source, query: 'select {{ n }} as n', options })
    const run = (parameters: object) =>
      world.ada.post<Ran>(`/api/queries/${query.id}/results`, { parameters, max_age: 0, wait: 20_000 })
    expect((await run({ n: 5 })).body.window?.rows).toEqual([[5]])
    expect(await run({ n: '1; drop table t', other: 1 })).toMatchObject({
      status: 400,
      body: { message: 'The following parameter values are incompatible with their definitions: n, other' },
    })
    expect(await run({})).toMatchObject({ status: 400, body: { job: { error: 'Missing parameter value for: n' } } })
  })

  it('is allowed with view-only access and without execute_query if the query is safe (EXEC-03, EXEC-04, PERM-20)', async () => {
    const group = await buildGroup(world.server, { permissions: ['view_query'] })
    const viewOnly = await buildDataSource(world.server, { groups: { [group]: true } })
    const reader = await world.server.person({ groups: [group] })
    const safe = await buildQuery(world.server.admin, { data_source_id: viewOnly.id, query: 'select 1 as a' })
    const options = { parameters: [{ name: 't', type: 'text' }] }
    const unsafe = await buildQuery(world.server.admin, {
      data_source_id: viewOnly.id,
      query: "select '{{ t }}' as a",
      options,
    })
    const hole = await buildQuery(world.server.admin, { data_source_id: viewOnly.id, query: 'select {{ anything }} as a' })
    const run = (query: Query, parameters = {}) =>
      reader.post<Ran>(`/api/queries/${query.id}/results`, { parameters, max_age: 0, wait: 20_000 })

    expect((await run(safe)).body.window?.rows).toEqual([[1]])
    expect(await run(unsafe, { t: 'x' })).toMatchObject({
      status: 403,
      body: {
        job: {
          error:
            'This query contains potentially unsafe parameters and cannot be executed with read-only access to this data source.',
        },
      },
    })
    // Undeclared values must not bypass this.
    expect((await run(hole, { anything: '(select 1)' })).status).toBe(400)
  })

  it('is refused without access to the data source', async () => {
    const closed = await buildDataSource(world.server, { groups: {} })
    const query = await buildQuery(world.server.admin, { data_source_id: closed.id })
    expect(await world.ada.post(`/api/queries/${query.id}/results`)).toMatchObject({
      status: 403,
      body: { job: { error: 'You do not have permission to run queries with this data source.' } },
    })
  })

  it('accepts values from the URL when it is refreshed', async () => {
    const query = await buildQuery(world.ada, { data_source_id: world.source, query: "select '{{ a }}' as a" })
    const { body } = await world.ada.post<Ran>(`/api/queries/${query.id}/refresh?p_a=z`)
    const job = await ended(world.ada, body.job.id)
    const result = await world.ada.get(`/api/query_results/${job.query_result_id}`)
    expect(result.body).toMatchObject({ query_result: { data: { rows: [{ a: 'z' }] } } })
  })
})

describe('two simultaneous runs of the same text', () => {
  it('share one job, which one cancellation ends for both (EXEC-36, OPEN-40)', async () => {
    const first = await runText(world.ada, ENDLESS)
    const second = await runText(world.bob, ENDLESS)
    expect(second.body.job.id).toBe(first.body.job.id)
    expect((await world.bob.delete(`/api/jobs/${first.body.job.id}`)).status).toBe(200)
    expect(await ended(world.ada, first.body.job.id)).toMatchObject({ status: JobStatus.failed })
    const third = await runText(world.ada, `${ENDLESS} and true`)
    expect(third.body.job.id).not.toBe(first.body.job.id)
    await world.ada.delete(`/api/jobs/${third.body.job.id}`)
  })
})

describe('a run with a query key', () => {
  it('returns the data and its time, but nothing about the query (OPEN-123)', async () => {
    const query = await buildQuery(world.ada, { data_source_id: world.source, query: 'select 5 as five' })
    await world.ada.post(`/api/queries/${query.id}/results`, { max_age: 0, wait: 20_000 })
    const { body } = await keyClientOf(query).post<Ran>(`/api/queries/${query.id}/results`)
    expect(Object.keys(body.query_result ?? {}).sort()).toEqual(['data', 'retrieved_at'])
    expect(body.query_result?.data.rows).toEqual([{ five: 5 }])
  })

  it('is refused if the query is unsafe', async () => {
    const options = { parameters: [{ name: 't', type: 'text' }] }
    const query = await buildQuery(world.ada, { data_source_id: world.source, query: "select '{{ t }}'", options })
    expect(await keyClientOf(query).post(`/api/queries/${query.id}/results`, { parameters: { t: 'x' } })).toMatchObject({
      status: 403,
      body: {
        job: {
          error:
            'This query contains potentially unsafe parameters and cannot be executed on a shared dashboard or an embedded visualization.',
        },
      },
    })
  })
})
