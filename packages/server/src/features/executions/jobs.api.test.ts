import { randomUUID } from 'node:crypto'
import type { CreatedApiKey } from '@sightline/contract/api-keys.ts'
import { JobStatus } from '@sightline/contract/executions.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import { jobIn } from '../../testing/jobs.ts'
import { ENDLESS, ended, type Ran, useRuns } from '../../testing/runs.ts'
import { startTestServer } from '../../testing/server.ts'
import { executions } from './tables.ts'
import { startWorkerPool } from './worker/pool.ts'
import { recoverStale } from './worker/recovery.ts'

const world = useRuns()
const { runText, keyClientOf } = world

describe('jobs', () => {
  it('can be cancelled while they run, and then count as failed (EXEC-09, EXEC-21, EXEC-24, OPEN-43, API-34)', async () => {
    const { body } = await runText(world.ada, `${ENDLESS} or false`)
    const running = await jobIn(world.ada, body.job.id, JobStatus.processing)
    expect(running.updated_at).toBeGreaterThan(1_600_000_000)
    expect(await world.ada.delete(`/api/jobs/${body.job.id}`)).toMatchObject({ status: 200, body: null })
    expect(await ended(world.ada, body.job.id)).toMatchObject({
      status: JobStatus.failed,
      error: 'Query cancelled by user.',
      query_result_id: null,
    })
  })

  it('fail with the error message of the source (EXEC-09)', async () => {
    const { body } = await runText(world.ada, 'select * from no_such_table', { wait: 20_000 })
    expect(body.job).toMatchObject({
      status: JobStatus.failed,
      error: expect.stringContaining('no_such_table'),
      query_result_id: null,
    })
  })

  it('may be read by every signed-in user, and cancelled by their users and by admins (PERM-22, OPEN-42)', async () => {
    const { body } = await runText(world.ada, `${ENDLESS} and 1 = 1`)
    const path = `/api/jobs/${body.job.id}`
    expect((await world.bob.get(path)).status).toBe(200)
    expect(await world.bob.delete(path)).toMatchObject({ status: 403, body: { code: 'job_not_yours' } })
    expect((await world.server.anonymous.get(path)).status).toBe(404)
    expect((await world.server.admin.delete(path)).status).toBe(200)
    await ended(world.ada, body.job.id)
  })

  it('are 404 if unknown (OPEN-42)', async () => {
    const unknown = '/api/jobs/00000000-0000-4000-8000-000000000000'
    expect(await world.ada.get(unknown)).toMatchObject({ status: 404, body: { code: 'job_not_found' } })
    expect((await world.ada.delete(unknown)).status).toBe(404)
    expect((await world.ada.get('/api/jobs/1')).status).toBe(404)
  })

  it('can be followed and cancelled with the key of their query and no other (EXEC-12, API-33, OPEN-42)', async () => {
    const query = await buildQuery(world.ada, { data_source_id: world.source, query: `${ENDLESS} and 2 = 2` })
    const stranger = await buildQuery(world.ada, { data_source_id: world.source })
    const { body } = await keyClientOf(query).post<Ran>(`/api/queries/${query.id}/results`, { max_age: 0 })
    const path = (id: number) => `/api/queries/${id}/jobs/${body.job.id}`
    expect((await keyClientOf(query).get(path(query.id))).body).toMatchObject({ job: { id: body.job.id } })
    expect((await keyClientOf(stranger).get(path(stranger.id))).status).toBe(403)
    expect((await keyClientOf(stranger).delete(path(stranger.id))).status).toBe(403)
    expect((await keyClientOf(query).delete(path(query.id))).status).toBe(200)
    expect(await ended(world.ada, body.job.id)).toMatchObject({ status: JobStatus.failed, error: 'Query cancelled by user.' })
  })
})

describe('following a job', () => {
  it('sends the current state and the end', async () => {
    const { body } = await runText(world.ada, 'select range as n from range(3)')
    const response = await world.ada.fetch(`/api/jobs/${body.job.id}/events`)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const events = (await response.text())
      .split('\n\n')
      .filter((event) => event !== '')
      .map((event) => JSON.parse(event.slice(event.indexOf('data: ') + 6)))
    expect(events[0]).toMatchObject({ type: 'state', job: { id: body.job.id }, elapsed: expect.any(Number), ahead: 0 })
    expect(events.at(-1)).toMatchObject({ type: 'end', job: { status: JobStatus.done, query_result_id: expect.any(Number) } })
  })

  it('sends the first rows while the query is still running', async () => {
    // A batch of rows at once, and then only a few more for the rest of the test.
    const { body } = await runText(world.ada, 'select n from range(100000000000) as t(n) where n < 500000 or n % 1000000 = 0')
    const response = await world.ada.fetch(`/api/jobs/${body.job.id}/events`)
    let sent = ''
    let isCancelled = false
    for await (const chunk of response.body ?? []) {
      sent += Buffer.from(chunk).toString()
      if (!isCancelled && /^event: rows\n.*\n\n/m.test(sent)) {
        isCancelled = true
        await world.ada.delete(`/api/jobs/${body.job.id}`)
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
    const { body } = await runText(world.ada, text, { wait: 30_000, wait_until: 'first_rows' })
    expect(body).toMatchObject({ job: { status: JobStatus.processing } })
    expect(body.window).toBeUndefined()
    await world.ada.delete(`/api/jobs/${body.job.id}`)
  })

  it('ends at once when the job is cancelled', async () => {
    const { body } = await runText(world.ada, `${ENDLESS} and 3 = 3`)
    const response = await world.ada.fetch(`/api/jobs/${body.job.id}/events`)
    let received = ''
    for await (const chunk of response.body ?? []) {
      if (received === '') await world.ada.delete(`/api/jobs/${body.job.id}`)
      received += Buffer.from(chunk).toString()
    }
    const [, last = ''] = /event: end\ndata: (.*)\n\n$/.exec(received) ?? []
    expect(JSON.parse(last)).toMatchObject({
      type: 'end',
      job: { status: JobStatus.failed, error: 'Query cancelled by user.' },
    })
  })

  it('is only allowed to users who may read the job', async () => {
    const { body } = await runText(world.ada, 'select 1 as followed')
    expect((await world.server.anonymous.get(`/api/jobs/${body.job.id}/events`)).status).toBe(404)
    await ended(world.ada, body.job.id)
  })
})

describe('a job that waits for a worker', () => {
  it('can be cancelled before it starts, and then never starts (EXEC-09, OPEN-43)', async () => {
    const idle = await startTestServer({ hasWorker: false })
    const { id } = await buildDataSource(idle)
    const run = (query: string) => runText(idle.admin, query, { data_source_id: id })
    await run('select 1 as first')
    const { body } = await run('select 1 as second')
    expect(body.job).toMatchObject({ status: JobStatus.waiting, updated_at: 0 })

    const response = await idle.admin.fetch(`/api/jobs/${body.job.id}/events`)
    let received = ''
    for await (const chunk of response.body ?? []) {
      if (received === '') await idle.admin.delete(`/api/jobs/${body.job.id}`)
      received += Buffer.from(chunk).toString()
    }

    expect(JSON.parse(/data: (.*)/.exec(received)?.[1] ?? '')).toMatchObject({
      type: 'state',
      job: { status: JobStatus.waiting },
      ahead: 1,
    })
    expect(await ended(idle.admin, body.job.id)).toMatchObject({ status: JobStatus.failed, error: 'Query cancelled by user.' })
    const pool = startWorkerPool(idle.services, { isSteady: () => false })
    await run('select 1 as third').then(({ body }) => ended(idle.admin, body.job.id))
    expect(await ended(idle.admin, body.job.id)).toMatchObject({ status: JobStatus.failed })
    await pool.stop()
    await idle.close()
  })
})

it('the events of a job end when the key that asks for them is revoked (OPEN-818)', async () => {
  const idle = await startTestServer({ hasWorker: false })
  const { id } = await buildDataSource(idle)
  const person = await idle.person({ password: 'a good password' })
  const session = await idle.signIn(person.email, 'a good password')
  const keys = `/api/users/${person.id}/api_keys`
  const { body: key } = await session.post<CreatedApiKey>(keys, { name: 'Script', scopes: ['read', 'run'], expires_at: null })
  const headers = { authorization: `Bearer ${key.key}` }
  const { body } = await idle.anonymous.post<{ job: { id: string } }>(
    '/api/query_results',
    { data_source_id: id, query: 'select 1', max_age: 0 },
    headers,
  )
  const response = await idle.anonymous.fetch(`/api/jobs/${body.job.id}/events`, { headers })
  let isRevoked = false
  let received = ''
  for await (const chunk of response.body ?? []) {
    received += Buffer.from(chunk).toString()
    if (!isRevoked) expect((await session.delete(`${keys}/${key.id}`)).status).toBe(200)
    isRevoked = true
  }
  expect(received).toContain('event: state')
  expect(received).not.toContain('event: end')
  await idle.close()
})

describe('the execution of a worker that died', () => {
  const lost = async (query: string, fields: Partial<typeof executions.$inferInsert> = {}) => {
    const id = randomUUID()
    const base = { data_source_id: world.source, user_id: world.ada.id, user_ids: [world.ada.id], query_hash: 'x' }
    const values = { ...base, id, query, status: JobStatus.processing, worker: 'lost', started_at: new Date(0), ...fields }
    await world.server.services.db.insert(executions).values(values)
    return id
  }
  const stopped = { status: JobStatus.failed, error: 'The worker that ran this query stopped. Please run it again.' }

  it('is run once more by another worker if it only reads', async () => {
    const reading = await lost('select 1 as lost_reading')
    const twice = await lost('select 2 as lost_twice', { retries: 1 })
    await recoverStale(world.server.services)
    expect(await ended(world.ada, reading)).toMatchObject({ status: JobStatus.done })
    expect(await ended(world.ada, twice)).toMatchObject(stopped)
    const [row] = await world.server.services.db.select().from(executions).where(eq(executions.id, reading))
    expect(row).toMatchObject({ retries: 1, worker: world.server.services.worker })
  })

  it('fails if it may have changed something, unless a schedule repeats it anyway', async () => {
    const changing = await lost('insert into t select 1')
    const scheduled = await lost('select 1; select 2 as lost_scheduled', { scheduled: true })
    await recoverStale(world.server.services)
    expect(await ended(world.ada, changing)).toMatchObject({
      status: JobStatus.failed,
      error: 'The worker that ran this query stopped. The statement may have run. Check before you run it again.',
    })
    await ended(world.ada, scheduled)
    const [row] = await world.server.services.db.select().from(executions).where(eq(executions.id, scheduled))
    expect(row).toMatchObject({ retries: 1 })
  })

  it('is recovered when its job is requested', async () => {
    const id = await lost('select 3 as asked_for')
    expect(await ended(world.ada, id)).toMatchObject({ status: JobStatus.done })
  })

  it('is not run again if it was cancelled', async () => {
    const id = await lost('select 4 as cancelled_before', { is_cancelled: true })
    await recoverStale(world.server.services)
    expect(await ended(world.ada, id)).toMatchObject({ status: JobStatus.failed, error: 'Query cancelled by user.' })
  })
})
