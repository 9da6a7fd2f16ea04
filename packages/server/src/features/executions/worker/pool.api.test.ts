import { JobStatus } from '@sightline/contract/executions.ts'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Services } from '../../../platform/context.ts'
import { workers } from '../../../platform/workers/tables.ts'
import { buildDataSource } from '../../../testing/builders.ts'
import { ENDLESS } from '../../../testing/runs.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { findRunnable } from '../../data-sources/service.ts'
import { dataSources } from '../../data-sources/tables.ts'
import { awaitEnd } from '../await-end.ts'
import * as queue from '../queue.store.ts'
import { startOrJoin } from '../queue.ts'
import * as store from '../store.ts'
import { type ExecutionRow, executions, queryResults } from '../tables.ts'
import { claimNext, requeueClaim } from './claim.store.ts'
import { startHeartbeat } from './heartbeat.ts'
import { startWorkerPool } from './pool.ts'
import { recoverStale } from './recovery.ts'
import { execute, runInline } from './run.ts'

const LONG_MS = 25_000
const never = new AbortController().signal

let server: TestServer
let source: number
let stops: (() => Promise<void>)[]
beforeEach(async () => {
  stops = []
  server = await startTestServer({ hasWorker: false })
  source = (await buildDataSource(server)).id
})
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()))
  await server.close()
})

/** The services of another process on the same database. */
const process = (worker: string, config: Partial<Services['config']> = {}): Services => ({
  ...server.services,
  worker,
  memory: {},
  config: { ...server.services.config, ...config },
})
async function addWorker(worker: string, config: Partial<Services['config']> = {}) {
  const services = process(worker, config)
  const heartbeat = await startHeartbeat(services)
  const pool = startWorkerPool(services, heartbeat)
  stops.push(async () => {
    await pool.stop()
    await heartbeat.stop()
  })
  return { services, pool }
}

/** Makes a worker that this test does not run look alive, however long the test takes. */
const keepAlive = (worker: string) =>
  server.services.db.insert(workers).values({
    id: worker,
    hostname: 'elsewhere',
    pid: 7,
    version: '1',
    slots: 1,
    started_at: sql`now()`,
    heartbeat_at: sql`now() + interval '1 day'`,
  })

const limit = (id: number, concurrency: number) =>
  server.services.db.update(dataSources).set({ concurrency }).where(eq(dataSources.id, id))

async function start(text: string, fields: { on?: number; scheduled?: boolean; userId?: number } = {}): Promise<string> {
  const execution = {
    id: crypto.randomUUID(),
    data_source_id: fields.on ?? source,
    query: text,
    query_hash: text,
    user_id: fields.userId ?? null,
    query_id: null,
    scheduled: fields.scheduled ?? false,
    binds_texts: false,
    parameters: null,
    key: null,
    traceparent: null,
  }
  const { id } = await queue.startOrJoin(server.services.db, execution, null)
  await server.services.events.publish('executions:wake', null)
  return id
}

const find = async (id: string) => {
  const row = await store.find(server.services.db, id)
  if (!row) throw new Error('There is no such execution.')
  return row
}
const ended = (id: string) => awaitEnd(server.services, id, LONG_MS, never)
const all = () => server.services.db.select().from(executions)

/** Polls an execution until it meets the condition. */
const until = (id: string, isSo: (row: ExecutionRow) => boolean): Promise<ExecutionRow> =>
  vi.waitFor(
    async () => {
      const row = await find(id)
      if (!isSo(row)) throw new Error(`The execution has the status ${row.status}.`)
      return row
    },
    { timeout: 20_000, interval: 10 },
  )
const isRunning = (row: ExecutionRow) => row.status === JobStatus.processing
const endOf = (row: ExecutionRow) => row.finished_at?.getTime() ?? Number.POSITIVE_INFINITY

/** The largest number of executions that ran at the same time. */
function mostAtOnce(rows: ExecutionRow[]): number {
  const counts = rows.map((row) => {
    const moment = row.started_at?.getTime() ?? 0
    return rows.filter((other) => (other.started_at?.getTime() ?? Number.NaN) <= moment && endOf(other) > moment).length
  })
  return Math.max(...counts)
}

describe('workers that claim executions', () => {
  it('never exceed the limit of a source and never claim one twice, whatever the race', async () => {
    await limit(source, 3)
    for (let round = 0; round < 10; round++) {
      await server.services.db.delete(executions)
      for (let n = 0; n < 8; n++) await start(`select ${n}`)
      const claims = await Promise.all(Array.from({ length: 12 }, (_, n) => claimNext(server.services.db, `worker ${n}`)))
      const taken = claims.flatMap((claim) => claim?.id ?? [])
      expect(new Set(taken).size).toBe(taken.length)
      expect(
        (await all())
          .filter(isRunning)
          .map(({ id }) => id)
          .sort(),
      ).toEqual(taken.sort())
      // A worker that lost a race tries again when it is woken.
      while (await claimNext(server.services.db, 'late')) {}
      expect((await all()).filter(isRunning)).toHaveLength(3)
    }
  })

  it('respect the limit of a source over all processes, and use it fully', async () => {
    await limit(source, 2)
    await addWorker('one')
    await addWorker('two')
    const ids: string[] = []
    for (let n = 0; n < 12; n++) ids.push(await start(`select ${n} as n from range(300000) where range < 3`))
    await Promise.all(ids.map(ended))
    const rows = await all()
    expect(rows.map(({ status }) => status)).toEqual(rows.map(() => JobStatus.done))
    expect(mostAtOnce(rows)).toBe(2)
  })

  it('skip a source that is full', async () => {
    const other = (await buildDataSource(server)).id
    await limit(source, 1)
    await addWorker('one')
    const running = await start(ENDLESS)
    await until(running, isRunning)
    const waiting = await start('select 1 as waits')
    const passing = await start('select 1 as passes', { on: other })
    expect((await ended(passing))?.execution.status).toBe(JobStatus.done)
    expect((await find(waiting)).status).toBe(JobStatus.waiting)
    await server.admin.delete(`/api/jobs/${running}`)
    expect((await ended(waiting))?.execution.status).toBe(JobStatus.done)
  })

  it('claim executions of users before those of schedules, then first come, first served', async () => {
    const scheduled = await start('select 1', { scheduled: true })
    const joined = await start('select 2', { scheduled: true })
    const first = await start('select 3')
    const second = await start('select 4')
    expect(await start('select 2', { userId: server.admin.id })).toBe(joined)
    // Rows created within one tick of the database's clock have the same time.
    for (const [n, id] of [scheduled, joined, first, second].entries())
      await server.services.db
        .update(executions)
        .set({ created_at: new Date(n) })
        .where(eq(executions.id, id))
    const order: (string | undefined)[] = []
    for (let n = 0; n < 5; n++) order.push((await claimNext(server.services.db, 'one'))?.id)
    expect(order).toEqual([joined, first, second, scheduled, undefined])
  })

  it('run what waited before they started, in as many slots as they have', async () => {
    const ids = [await start('select 1'), await start('select 2'), await start('select 3')]
    await addWorker('one', { executionConcurrency: 1 })
    await Promise.all(ids.map(ended))
    const rows = await all()
    expect(rows.map(({ status }) => status)).toEqual([JobStatus.done, JobStatus.done, JobStatus.done])
    expect(mostAtOnce(rows)).toBe(1)
  })
})

describe('a run', () => {
  it('is cancelled by the next heartbeat if the cancellation message got lost (OPEN-43)', async () => {
    await addWorker('one')
    const id = await start(ENDLESS)
    await until(id, isRunning)
    await queue.requestCancel(server.services.db, id)
    expect((await ended(id))?.execution).toMatchObject({ status: JobStatus.failed, error: 'Query cancelled by user.' })
  })

  it('stores nothing after another worker has taken it over', async () => {
    await keepAlive('two')
    await addWorker('one')
    const id = await start(ENDLESS)
    await until(id, isRunning)
    await server.services.db.update(executions).set({ worker: 'two' }).where(eq(executions.id, id))
    // Its slot becomes free only after the first worker has noticed and stopped.
    const others = await Promise.all([1, 2, 3, 4].map((n) => start(`select ${n} as after_loss`)))
    await Promise.all(others.map(ended))
    expect(await find(id)).toMatchObject({ status: JobStatus.processing, worker: 'two', query_result_id: null })
  })

  it('leaves neither a result nor a file if it ends after it was requeued', async () => {
    const id = await start('select 1 as given_away')
    const claimed = await claimNext(server.services.db, 'one')
    if (!claimed) throw new Error('Nothing was claimed.')
    await requeueClaim(server.services.db, claimed, 1)
    await execute(process('one'), claimed)
    expect(await find(id)).toMatchObject({ status: JobStatus.waiting, retries: 1 })
    expect(await server.services.db.select().from(queryResults)).toEqual([])
    await expect(server.services.files.open(`results/${id}.parquet`)).rejects.toThrow()
  })
})

describe('an execution that was claimed long ago', () => {
  /** Claims an execution and never runs it, as if the reply to the claim had got lost. */
  async function claimLongAgo(text: string, worker: string): Promise<string> {
    const id = await start(text)
    await claimNext(server.services.db, worker)
    await server.services.db
      .update(executions)
      .set({ started_at: new Date(0) })
      .where(eq(executions.id, id))
    return id
  }

  it('is left to its worker as long as that sends heartbeats', async () => {
    const id = await claimLongAgo('select 1 as held', 'far away')
    await keepAlive('far away')
    await recoverStale(process('one'))
    expect(await find(id)).toMatchObject({ status: JobStatus.processing, worker: 'far away' })
    await server.services.db.update(workers).set({ heartbeat_at: new Date(0) })
    await recoverStale(process('one'))
    expect(await find(id)).toMatchObject({ status: JobStatus.waiting, worker: null, retries: 1 })
  })

  it('is recovered by its own worker if that does not run it, although that sends heartbeats', async () => {
    const id = await claimLongAgo('select 1 as never_heard_of', 'one')
    await keepAlive('one')
    await recoverStale(process('two'))
    expect(await find(id)).toMatchObject({ status: JobStatus.processing, worker: 'one' })
    await recoverStale(process('one'))
    expect(await find(id)).toMatchObject({ status: JobStatus.waiting, worker: null, retries: 1 })
  })

  it('is not taken from the worker that runs it', async () => {
    const { services } = await addWorker('one')
    const id = await start(ENDLESS)
    await until(id, isRunning)
    await server.services.db
      .update(executions)
      .set({ started_at: new Date(0) })
      .where(eq(executions.id, id))
    await recoverStale(services)
    expect(await find(id)).toMatchObject({ status: JobStatus.processing, worker: 'one' })
    await server.admin.delete(`/api/jobs/${id}`)
  })
})

describe('a worker that is stopped', () => {
  it('claims nothing new and lets running executions finish in time', async () => {
    const { pool } = await addWorker('one', { shutdownGrace: LONG_MS, executionConcurrency: 1 })
    const running = await start('select count(*) as n from range(30000000) where range % 7 = 3')
    await until(running, isRunning)
    const waiting = await start('select 1 as later')
    await pool.stop()
    expect(await find(running)).toMatchObject({ status: JobStatus.done })
    expect(await find(waiting)).toMatchObject({ status: JobStatus.waiting })
  })

  it('hands back what only reads, for another worker to run', async () => {
    const { pool } = await addWorker('one', { shutdownGrace: 0 })
    const id = await start(ENDLESS)
    await until(id, isRunning)
    await pool.stop()
    expect(await find(id)).toMatchObject({ status: JobStatus.waiting, worker: null, started_at: null, retries: 0 })
    await addWorker('two')
    expect(await until(id, isRunning)).toMatchObject({ worker: 'two' })
    await server.admin.delete(`/api/jobs/${id}`)
  })

  it('fails what may have changed something', async () => {
    const { pool } = await addWorker('one', { shutdownGrace: 0 })
    const id = await start(`select 1; ${ENDLESS}`)
    await until(id, isRunning)
    await pool.stop()
    expect(await find(id)).toMatchObject({
      status: JobStatus.failed,
      error: 'The worker that ran this query stopped. The statement may have run. Check before you run it again.',
    })
  })
})

describe('a nested run', () => {
  const slots = { executionConcurrency: 1 }

  it('needs no slot of the worker', async () => {
    await addWorker('one', slots)
    const outer = await start(ENDLESS)
    await until(outer, isRunning)
    const inner = await start('select 1 as inner_run')
    const end = await runInline(process('one', slots), inner, never)
    expect(end).toMatchObject({ execution: { status: JobStatus.done }, result: { row_count: 1 } })
  })

  it('waits for the end if another worker has claimed it', async () => {
    await addWorker('one', slots)
    const inner = await start('select count(*) as n from range(20000000) where range % 3 = 1')
    await until(inner, isRunning)
    const end = await runInline(process('two', slots), inner, never)
    expect(end).toMatchObject({ execution: { status: JobStatus.done, worker: 'one' } })
  })

  it('respects the limit of its source', async () => {
    await limit(source, 1)
    await addWorker('one')
    const holder = await start(ENDLESS)
    await until(holder, isRunning)
    const inner = await start('select 1 as waits_for_its_source')
    const end = runInline(process('two'), inner, never)
    expect((await find(inner)).status).toBe(JobStatus.waiting)
    await server.admin.delete(`/api/jobs/${holder}`)
    expect(await end).toMatchObject({ execution: { status: JobStatus.done } })
    expect(mostAtOnce(await all())).toBe(1)
  })

  it('is stopped with the outer run if no one else wants it', async () => {
    const outer = new AbortController()
    const inner = await start(ENDLESS, { userId: server.admin.id })
    const end = runInline(process('one'), inner, outer.signal)
    await until(inner, isRunning)
    outer.abort(new Error('The outer run was stopped.'))
    await expect(end).rejects.toThrow('The outer run was stopped.')
    expect((await ended(inner))?.execution ?? (await find(inner))).toMatchObject({ status: JobStatus.failed })
  })

  it('continues without the outer run if another user also wants it', async () => {
    const ada = await server.person({ name: 'Ada' })
    const outer = new AbortController()
    const text = 'select count(*) as n from range(40000000) where range % 3 = 1'
    const inner = await start(text, { userId: server.admin.id })
    const end = runInline(process('one'), inner, outer.signal)
    await until(inner, isRunning)
    expect(await start(text, { userId: ada.id })).toBe(inner)
    const whole = ended(inner)
    outer.abort(new Error('The outer run was stopped.'))
    await expect(end).rejects.toThrow('The outer run was stopped.')
    expect((await whole)?.execution.status).toBe(JobStatus.done)
  })
})

describe('many requests for the same query', () => {
  it('cause one execution: 200 requests at once (EXEC-36, OPEN-40)', async () => {
    await addWorker('one')
    const ask = () =>
      server.admin.post<{ job: { id: string } }>('/api/query_results', {
        data_source_id: source,
        query: ENDLESS,
        max_age: 0,
        wait: 1,
      })
    const ids = (await Promise.all(Array.from({ length: 200 }, ask))).map(({ body }) => body.job.id)
    expect(new Set(ids).size).toBe(1)
    expect(await all()).toHaveLength(1)
    await server.admin.delete(`/api/jobs/${ids[0]}`)
  })
})

describe('a run that the server starts itself', () => {
  it('wakes a worker and records its user and purpose', async () => {
    await addWorker('one')
    const found = await findRunnable(server.services, source)
    if (!found) throw new Error('The data source is missing.')
    const run = {
      source: found,
      text: 'select 1 as started',
      queryId: null,
      userId: server.admin.id,
      bindsTexts: false,
      parameters: {},
      scheduled: true,
      key: null,
    }
    const { id, isNew } = await startOrJoin(server.services, run)
    expect(isNew).toBe(true)
    expect((await ended(id))?.execution).toMatchObject({
      status: JobStatus.done,
      scheduled: true,
      user_id: server.admin.id,
    })
  })
})
