import { randomUUID } from 'node:crypto'
import { type Job, JobStatus } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { clientOf, type TestClient } from '../../testing/client.ts'
import { jobIn } from '../../testing/jobs.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { executions, queryResults } from './tables.ts'
import { startWorkerPool } from './worker/pool.ts'
import { recoverStale } from './worker/recovery.ts'

/** Runs until it is cancelled. */
const ENDLESS = 'select count(*) as n from range(100000000000) a, range(1000) b where a.range % 7 = b.range % 5'

interface Ran {
  job: Job
  query_result?: { id: number; data: { rows: object[] }; retrieved_at: string }
  window?: { result: { id: number; auto_limit: boolean }; rows: unknown[][]; total: number }
}

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

const runText = (client: TestClient, query: string, fields: object = {}) =>
  client.post<Ran>('/api/query_results', { query, data_source_id: source, max_age: 0, ...fields })

const ended = (client: TestClient, id: string) => jobIn(client, id, JobStatus.done, JobStatus.failed)
const keyClientOf = (query: Query) => clientOf(server.url, () => ({ authorization: `Key ${query.api_key}` }))

describe('running unsaved text', () => {
  it('returns a job that ends with a result (EXEC-05, EXEC-08, EXEC-10, API-27, API-32)', async () => {
    const { status, body } = await runText(ada, 'select 41 + 1 as answer', { parameters: {}, query_id: 'adhoc' })
    expect(status).toBe(200)
    expect(body.job).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      error: '',
      query_result_id: null,
      updated_at: 0,
    })
    const job = await ended(ada, body.job.id)
    expect(job).toMatchObject({ status: 3, error: '', query_result_id: expect.any(Number) })
    expect(job.result).toBe(job.query_result_id)
    const result = await ada.get(`/api/query_results/${job.query_result_id}`)
    expect(result.body).toMatchObject({ query_result: { query: 'select 41 + 1 as answer', data: { rows: [{ answer: 42 }] } } })
  })

  it('returns a stored result of any age unless a maximum age is sent (EXEC-08, EXEC-34, OPEN-41)', async () => {
    const text = 'select 7 as seven'
    await runText(ada, text, { wait: 20_000 })
    for (const max_age of [undefined, null, -1, 3600]) {
      const { body } = await runText(bob, ' select 7 as  seven ;', { max_age })
      expect(body.query_result).toMatchObject({
        id: expect.any(Number),
        retrieved_at: expect.stringMatching(/Z$/),
        runtime: expect.any(Number),
        data: { columns: [{ name: 'seven', friendly_name: 'seven', type: 'integer' }], rows: [{ seven: 7 }] },
        data_source_id: source,
        query: text,
      })
    }
    expect((await runText(bob, text, { max_age: 0 })).body).toHaveProperty('job')
  })

  it('runs again if the stored result is older than max_age seconds (OPEN-41)', async () => {
    const text = 'select 8 as eight'
    await runText(ada, text, { wait: 20_000 })
    await server.services.db
      .update(queryResults)
      .set({ retrieved_at: new Date(Date.now() - 100_000) })
      .where(eq(queryResults.query, text))
    expect((await runText(ada, text, { max_age: 200 })).body).toHaveProperty('query_result')
    expect((await runText(ada, text, { max_age: 50 })).body).toHaveProperty('job')
  })

  it('does not return the result of another text that only has the same hash', async () => {
    await runText(ada, "select 'a b' as text", { wait: 20_000 })
    expect((await runText(ada, "select 'ab' as text", { max_age: -1, wait: 20_000 })).body.window?.rows).toEqual([['ab']])
  })

  it('waits for the end on request and sends the first rows along', async () => {
    const { body } = await runText(ada, 'select range as n from range(250)', { wait: 20_000 })
    expect(body.job).toMatchObject({ status: 3, query_result_id: body.window?.result.id })
    expect(body.window).toMatchObject({ total: 250, offset: 0 })
    expect(body.window?.rows).toHaveLength(100)
    const again = await runText(ada, 'select range as n from range(250)', { wait: 20_000, max_age: -1 })
    expect(again.body).toMatchObject({ job: { status: 3 }, window: { result: { id: body.window?.result.id } } })
  })

  it('fills in parameters, also from the URL', async () => {
    const run = await runText(ada, "select '{{ a }}' as a, {{ b }} as b", { parameters: { a: 'x', b: 2 }, wait: 20_000 })
    expect(run.body.window?.rows).toEqual([['x', 2]])
    const { body } = await ada.post<Ran>('/api/query_results?p_a=y&p_r.start=1', {
      query: "select '{{ a }}' as a, {{ r.start }} as b",
      data_source_id: source,
      max_age: 0,
      wait: 20_000,
    })
    expect(body.window?.rows).toEqual([['y', 1]])
  })

  it('is refused if values are missing', async () => {
    expect(await runText(ada, 'select {{ a }}, {{ b }}', { parameters: { a: 1 } })).toMatchObject({
      status: 400,
      body: { job: { status: 4, error: 'Missing parameter value for: b' } },
    })
  })

  it('limits the rows on request, and says so only if the added limit cut the result (EXEC-37)', async () => {
    const run = async (text: string, apply_auto_limit: boolean) => {
      const { body } = await runText(ada, text, { apply_auto_limit, max_age: 0, wait: 20_000 })
      return [body.window?.total, body.window?.result.auto_limit]
    }
    expect(await run('select range as n from range(5000)', true)).toEqual([1000, true])
    expect(await run('select range as n from range(5000)', false)).toEqual([5000, false])
    expect(await run('select range as n from range(999)', true)).toEqual([999, false])
    expect(await run('select range as n from range(5000) limit 1500', true)).toEqual([1500, false])
  })

  it('needs execute_query, full access and a data source (PERM-19, OPEN-33)', async () => {
    const group = await buildGroup(server)
    const viewOnly = await buildDataSource(server, { groups: { [group]: true } })
    const member = await server.person({ groups: [group] })
    expect(await runText(member, 'select 1', { data_source_id: viewOnly.id })).toMatchObject({
      status: 403,
      body: { job: { status: 4, error: 'You do not have permission to run queries with this data source.' } },
    })
    const reader = await server.person({ permissions: ['view_query'] })
    expect((await runText(reader, 'select 1')).status).toBe(403)
    expect(await runText(ada, 'select 1', { data_source_id: null })).toMatchObject({
      status: 401,
      body: { job: { status: 4, error: 'Please select data source to run this query.' } },
    })
    expect((await runText(ada, 'select 1', { data_source_id: 999_999 })).status).toBe(404)
  })
})

describe('running a saved query', () => {
  it('stores the result as the latest one of the query (EXEC-06, EXEC-25, API-28)', async () => {
    const query = await buildQuery(ada, { data_source_id: source, query: 'select 1 as saved' })
    const { body } = await ada.post<Ran>(`/api/queries/${query.id}/results`, { parameters: {}, max_age: 0 })
    const job = await ended(ada, body.job.id)
    const after = (await ada.get<Query>(`/api/queries/${query.id}`)).body
    expect(after.latest_query_data_id).toBe(job.query_result_id)
    expect(after).toMatchObject({ runtime: expect.any(Number), retrieved_at: expect.stringMatching(/Z$/), version: 1 })
    expect(after.updated_at).toBe(query.updated_at)
  })

  it('links other queries with the same text, and new ones when they are created (EXEC-25)', async () => {
    const one = await buildQuery(ada, { data_source_id: source, query: "select 'x y' as same" })
    const other = await buildQuery(ada, { data_source_id: source, query: "select 'xy' as same" })
    const { body } = await ada.post<Ran>(`/api/queries/${one.id}/results`, { max_age: 0, wait: 20_000 })
    const latest = async (query: Query) => (await ada.get<Query>(`/api/queries/${query.id}`)).body.latest_query_data_id
    expect(await latest(one)).toBe(body.job.query_result_id)
    expect(await latest(other)).toBeNull()
    const late = await buildQuery(bob, { data_source_id: source, query: "select  'x y' as same;" })
    expect(late.latest_query_data_id).toBe(body.job.query_result_id)
  })

  it('returns the latest result if max_age is left out, also without a body (EXEC-07)', async () => {
    const query = await buildQuery(ada, { data_source_id: source, query: 'select 3 as three' })
    await ada.post(`/api/queries/${query.id}/results`, { max_age: 0, wait: 20_000 })
    const { body } = await ada.post<Ran>(`/api/queries/${query.id}/results`)
    expect(body.query_result?.data.rows).toEqual([{ three: 3 }])
  })

  it('is refused for undeclared, unfit and missing values (PARAM-42, OPEN-35)', async () => {
    const options = { parameters: [{ name: 'n', type: 'number' }] }
    const query = await buildQuery(ada, { data_source_id: source, query: 'select {{ n }} as n', options })
    const run = (parameters: object) =>
      ada.post<Ran>(`/api/queries/${query.id}/results`, { parameters, max_age: 0, wait: 20_000 })
    expect((await run({ n: 5 })).body.window?.rows).toEqual([[5]])
    expect(await run({ n: '1; drop table t', other: 1 })).toMatchObject({
      status: 400,
      body: { message: 'The following parameter values are incompatible with their definitions: n, other' },
    })
    expect(await run({})).toMatchObject({ status: 400, body: { job: { error: 'Missing parameter value for: n' } } })
  })

  it('is allowed with view-only access and without execute_query if the query is safe (EXEC-03, EXEC-04, PERM-20)', async () => {
    const group = await buildGroup(server, { permissions: ['view_query'] })
    const viewOnly = await buildDataSource(server, { groups: { [group]: true } })
    const reader = await server.person({ groups: [group] })
    const safe = await buildQuery(server.admin, { data_source_id: viewOnly.id, query: 'select 1 as a' })
    const options = { parameters: [{ name: 't', type: 'text' }] }
    const unsafe = await buildQuery(server.admin, { data_source_id: viewOnly.id, query: "select '{{ t }}' as a", options })
    const hole = await buildQuery(server.admin, { data_source_id: viewOnly.id, query: 'select {{ anything }} as a' })
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
    const closed = await buildDataSource(server, { groups: {} })
    const query = await buildQuery(server.admin, { data_source_id: closed.id })
    expect(await ada.post(`/api/queries/${query.id}/results`)).toMatchObject({
      status: 403,
      body: { job: { error: 'You do not have permission to run queries with this data source.' } },
    })
  })

  it('accepts values from the URL when it is refreshed', async () => {
    const query = await buildQuery(ada, { data_source_id: source, query: "select '{{ a }}' as a" })
    const { body } = await ada.post<Ran>(`/api/queries/${query.id}/refresh?p_a=z`)
    const job = await ended(ada, body.job.id)
    const result = await ada.get(`/api/query_results/${job.query_result_id}`)
    expect(result.body).toMatchObject({ query_result: { data: { rows: [{ a: 'z' }] } } })
  })
})

describe('two simultaneous runs of the same text', () => {
  it('share one job, which one cancellation ends for both (EXEC-36, OPEN-40)', async () => {
    const first = await runText(ada, ENDLESS)
    const second = await runText(bob, ENDLESS)
    expect(second.body.job.id).toBe(first.body.job.id)
    expect((await bob.delete(`/api/jobs/${first.body.job.id}`)).status).toBe(200)
    expect(await ended(ada, first.body.job.id)).toMatchObject({ status: 4 })
    const third = await runText(ada, `${ENDLESS} and true`)
    expect(third.body.job.id).not.toBe(first.body.job.id)
    await ada.delete(`/api/jobs/${third.body.job.id}`)
  })
})

describe('jobs', () => {
  it('can be cancelled while they run, and then count as failed (EXEC-09, EXEC-21, EXEC-24, OPEN-43, API-34)', async () => {
    const { body } = await runText(ada, `${ENDLESS} or false`)
    const running = await jobIn(ada, body.job.id, JobStatus.processing)
    expect(running.updated_at).toBeGreaterThan(1_600_000_000)
    expect(await ada.delete(`/api/jobs/${body.job.id}`)).toMatchObject({ status: 200, body: null })
    expect(await ended(ada, body.job.id)).toMatchObject({ status: 4, error: 'Query cancelled by user.', query_result_id: null })
  })

  it('fail with the error message of the source (EXEC-09)', async () => {
    const { body } = await runText(ada, 'select * from no_such_table', { wait: 20_000 })
    expect(body.job).toMatchObject({ status: 4, error: expect.stringContaining('no_such_table'), query_result_id: null })
  })

  it('may be read by every signed-in user, and cancelled by their users and by admins (PERM-22, OPEN-42)', async () => {
    const { body } = await runText(ada, `${ENDLESS} and 1 = 1`)
    const path = `/api/jobs/${body.job.id}`
    expect((await bob.get(path)).status).toBe(200)
    expect(await bob.delete(path)).toMatchObject({ status: 403, body: { code: 'job_not_yours' } })
    expect((await server.anonymous.get(path)).status).toBe(404)
    expect((await server.admin.delete(path)).status).toBe(200)
    await ended(ada, body.job.id)
  })

  it('are 404 if unknown (OPEN-42)', async () => {
    const unknown = '/api/jobs/00000000-0000-4000-8000-000000000000'
    expect(await ada.get(unknown)).toMatchObject({ status: 404, body: { code: 'job_not_found' } })
    expect((await ada.delete(unknown)).status).toBe(404)
    expect((await ada.get('/api/jobs/1')).status).toBe(404)
  })

  it('can be followed and cancelled with the key of their query and no other (EXEC-12, API-33, OPEN-42)', async () => {
    const query = await buildQuery(ada, { data_source_id: source, query: `${ENDLESS} and 2 = 2` })
    const stranger = await buildQuery(ada, { data_source_id: source })
    const { body } = await keyClientOf(query).post<Ran>(`/api/queries/${query.id}/results`, { max_age: 0 })
    const path = (id: number) => `/api/queries/${id}/jobs/${body.job.id}`
    expect((await keyClientOf(query).get(path(query.id))).body).toMatchObject({ job: { id: body.job.id } })
    expect((await keyClientOf(stranger).get(path(stranger.id))).status).toBe(403)
    expect((await keyClientOf(stranger).delete(path(stranger.id))).status).toBe(403)
    expect((await keyClientOf(query).delete(path(query.id))).status).toBe(200)
    expect(await ended(ada, body.job.id)).toMatchObject({ status: 4, error: 'Query cancelled by user.' })
  })
})

describe('a run with a query key', () => {
  it('returns the data and its time, but nothing about the query (OPEN-123)', async () => {
    const query = await buildQuery(ada, { data_source_id: source, query: 'select 5 as five' })
    await ada.post(`/api/queries/${query.id}/results`, { max_age: 0, wait: 20_000 })
    const { body } = await keyClientOf(query).post<Ran>(`/api/queries/${query.id}/results`)
    expect(Object.keys(body.query_result ?? {}).sort()).toEqual(['data', 'retrieved_at'])
    expect(body.query_result?.data.rows).toEqual([{ five: 5 }])
  })

  it('is refused if the query is unsafe', async () => {
    const options = { parameters: [{ name: 't', type: 'text' }] }
    const query = await buildQuery(ada, { data_source_id: source, query: "select '{{ t }}'", options })
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

describe('following a job', () => {
  it('sends the current state and the end', async () => {
    const { body } = await runText(ada, 'select range as n from range(3)')
    const response = await ada.fetch(`/api/jobs/${body.job.id}/events`)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const events = (await response.text())
      .split('\n\n')
      .filter((event) => event !== '')
      .map((event) => JSON.parse(event.slice(event.indexOf('data: ') + 6)))
    expect(events[0]).toMatchObject({ type: 'state', job: { id: body.job.id }, elapsed: expect.any(Number), ahead: 0 })
    expect(events.at(-1)).toMatchObject({ type: 'end', job: { status: 3, query_result_id: expect.any(Number) } })
  })

  it('sends the first rows while the query is still running', async () => {
    // A batch of rows at once, and then only a few more for the rest of the test.
    const { body } = await runText(ada, 'select n from range(100000000000) as t(n) where n < 500000 or n % 1000000 = 0')
    const response = await ada.fetch(`/api/jobs/${body.job.id}/events`)
    let sent = ''
    let isCancelled = false
    for await (const chunk of response.body ?? []) {
      sent += Buffer.from(chunk).toString()
      if (!isCancelled && /^event: rows\n.*\n\n/m.test(sent)) {
        isCancelled = true
        await ada.delete(`/api/jobs/${body.job.id}`)
      }
    }
    const [, rows = '{}'] = /^event: rows\ndata: (.*)$/m.exec(sent) ?? []
    const event: { rows?: number[][] } = JSON.parse(rows)
    expect(event).toMatchObject({ type: 'rows', columns: [{ name: 'n', type: 'integer' }] })
    expect(event.rows?.slice(0, 3)).toEqual([[0], [1], [2]])
    expect(sent).toMatch(/event: end\ndata: .*Query cancelled by user\..*\n\n$/)
  })

  it('can begin before the run has ended, as the request for it waits only for the first rows if asked to (OPEN-450)', async () => {
    const text = 'select n from range(100000000000) as t(n) where n < 500000 or n % 1000000 = 7'
    const { body } = await runText(ada, text, { wait: 30_000, wait_until: 'first_rows' })
    expect(body).toMatchObject({ job: { status: 2 } })
    expect(body.window).toBeUndefined()
    await ada.delete(`/api/jobs/${body.job.id}`)
  })

  it('ends at once when the job is cancelled', async () => {
    const { body } = await runText(ada, `${ENDLESS} and 3 = 3`)
    const response = await ada.fetch(`/api/jobs/${body.job.id}/events`)
    let received = ''
    for await (const chunk of response.body ?? []) {
      if (received === '') await ada.delete(`/api/jobs/${body.job.id}`)
      received += Buffer.from(chunk).toString()
    }
    const [, last = ''] = /event: end\ndata: (.*)\n\n$/.exec(received) ?? []
    expect(JSON.parse(last)).toMatchObject({ type: 'end', job: { status: 4, error: 'Query cancelled by user.' } })
  })

  it('is only allowed to users who may read the job', async () => {
    const { body } = await runText(ada, 'select 1 as followed')
    expect((await server.anonymous.get(`/api/jobs/${body.job.id}/events`)).status).toBe(404)
    await ended(ada, body.job.id)
  })
})

describe('a job that waits for a worker', () => {
  it('can be cancelled before it starts, and then never starts (EXEC-09, OPEN-43)', async () => {
    const idle = await startTestServer({ hasWorker: false })
    const { id } = await buildDataSource(idle)
    const run = (query: string) => runText(idle.admin, query, { data_source_id: id })
    await run('select 1 as first')
    const { body } = await run('select 1 as second')
    expect(body.job).toMatchObject({ status: 1, updated_at: 0 })

    const response = await idle.admin.fetch(`/api/jobs/${body.job.id}/events`)
    let received = ''
    for await (const chunk of response.body ?? []) {
      if (received === '') await idle.admin.delete(`/api/jobs/${body.job.id}`)
      received += Buffer.from(chunk).toString()
    }

    expect(JSON.parse(/data: (.*)/.exec(received)?.[1] ?? '')).toMatchObject({ type: 'state', job: { status: 1 }, ahead: 1 })
    expect(await ended(idle.admin, body.job.id)).toMatchObject({ status: 4, error: 'Query cancelled by user.' })
    const pool = startWorkerPool(idle.services, { isSteady: () => false })
    await run('select 1 as third').then(({ body }) => ended(idle.admin, body.job.id))
    expect(await ended(idle.admin, body.job.id)).toMatchObject({ status: 4 })
    await pool.stop()
    await idle.close()
  })
})

describe('the execution of a worker that died', () => {
  const lost = async (query: string, fields: Partial<typeof executions.$inferInsert> = {}) => {
    const id = randomUUID()
    const base = { data_source_id: source, user_id: ada.id, user_ids: [ada.id], query_hash: 'x' }
    const values = { ...base, id, query, status: 2, worker: 'lost', started_at: new Date(0), ...fields }
    await server.services.db.insert(executions).values(values)
    return id
  }
  const stopped = { status: 4, error: 'The worker that ran this query stopped. Please run it again.' }

  it('is run once more by another worker if it only reads', async () => {
    const reading = await lost('select 1 as lost_reading')
    const twice = await lost('select 2 as lost_twice', { retries: 1 })
    await recoverStale(server.services)
    expect(await ended(ada, reading)).toMatchObject({ status: 3 })
    expect(await ended(ada, twice)).toMatchObject(stopped)
    const [row] = await server.services.db.select().from(executions).where(eq(executions.id, reading))
    expect(row).toMatchObject({ retries: 1, worker: server.services.worker })
  })

  it('fails if it may have changed something, unless a schedule repeats it anyway', async () => {
    const changing = await lost('insert into t select 1')
    const scheduled = await lost('select 1; select 2 as lost_scheduled', { scheduled: true })
    await recoverStale(server.services)
    expect(await ended(ada, changing)).toMatchObject({
      status: 4,
      error: 'The worker that ran this query stopped. The statement may have run. Check before you run it again.',
    })
    await ended(ada, scheduled)
    const [row] = await server.services.db.select().from(executions).where(eq(executions.id, scheduled))
    expect(row).toMatchObject({ retries: 1 })
  })

  it('is recovered when its job is requested', async () => {
    const id = await lost('select 3 as asked_for')
    expect(await ended(ada, id)).toMatchObject({ status: 3 })
  })

  it('is not run again if it was cancelled', async () => {
    const id = await lost('select 4 as cancelled_before', { is_cancelled: true })
    await recoverStale(server.services)
    expect(await ended(ada, id)).toMatchObject({ status: 4, error: 'Query cancelled by user.' })
  })
})
