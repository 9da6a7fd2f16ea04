import { JobStatus } from '@sightline/contract/executions.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { workers } from '../../../platform/workers/tables.ts'
import { ENDLESS } from '../../../testing/runs.ts'
import { isRunning, LONG_MS, useWorkerProcesses } from '../../../testing/worker-processes.ts'
import * as queue from '../queue.store.ts'
import { executions, queryResults } from '../tables.ts'
import { claimNext, requeueClaim } from './claim.store.ts'
import { onRunEnd } from './finish.ts'
import { recoverStale } from './recovery.ts'
import { execute, stopRun } from './run.ts'

const world = useWorkerProcesses()
const { process, addWorker, keepAlive, start, find, ended, until } = world

describe('a run', () => {
  it('is cancelled by the next heartbeat if the cancellation message got lost (OPEN-43)', async () => {
    await addWorker('one')
    const id = await start(ENDLESS)
    await until(id, isRunning)
    await queue.requestCancel(world.server.services.db, id)
    expect((await ended(id))?.execution).toMatchObject({ status: JobStatus.failed, error: 'Query cancelled by user.' })
  })

  it('stores nothing after another worker has taken it over', async () => {
    await keepAlive('two')
    await addWorker('one')
    const id = await start(ENDLESS)
    await until(id, isRunning)
    await world.server.services.db.update(executions).set({ worker: 'two' }).where(eq(executions.id, id))
    // Its slot becomes free only after the first worker has noticed and stopped.
    const others = await Promise.all([1, 2, 3, 4].map((n) => start(`select ${n} as after_loss`)))
    await Promise.all(others.map(ended))
    expect(await find(id)).toMatchObject({ status: JobStatus.processing, worker: 'two', query_result_id: null })
  })

  it('counts as failed if a heartbeat misses it while its failure is announced (OPEN-279)', async () => {
    const services = process('one')
    const id = await start('select no_such_column')
    const claimed = await claimNext(services.db, 'one')
    if (!claimed) throw new Error('Nothing was claimed.')
    const miss = vi.fn(async () => stopRun(services, id, 'lost'))
    onRunEnd(services, { failure: miss, result: miss })
    await execute(services, claimed)
    expect(miss).toHaveBeenCalled()
    expect(await find(id)).toMatchObject({ status: JobStatus.failed })
    const count = 'sightline_execution_duration_seconds_count'
    expect((await services.metrics.text()).split('\n').filter((line) => line.startsWith(count))).toEqual([
      `${count}{type="duckdb",outcome="failed"} 1`,
    ])
  })

  it('leaves neither a result nor a file if it ends after it was requeued', async () => {
    const id = await start('select 1 as given_away')
    const claimed = await claimNext(world.server.services.db, 'one')
    if (!claimed) throw new Error('Nothing was claimed.')
    await requeueClaim(world.server.services.db, claimed, 1)
    await execute(process('one'), claimed)
    expect(await find(id)).toMatchObject({ status: JobStatus.waiting, retries: 1 })
    expect(await world.server.services.db.select().from(queryResults)).toEqual([])
    await expect(world.server.services.files.open(`results/${id}.parquet`)).rejects.toThrow()
  })
})

describe('an execution that was claimed long ago', () => {
  /** Claims an execution and never runs it, as if the reply to the claim had got lost. */
  async function claimLongAgo(text: string, worker: string): Promise<string> {
    const id = await start(text)
    await claimNext(world.server.services.db, worker)
    await world.server.services.db
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
    await world.server.services.db.update(workers).set({ heartbeat_at: new Date(0) })
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
    await world.server.services.db
      .update(executions)
      .set({ started_at: new Date(0) })
      .where(eq(executions.id, id))
    await recoverStale(services)
    expect(await find(id)).toMatchObject({ status: JobStatus.processing, worker: 'one' })
    await world.server.admin.delete(`/api/jobs/${id}`)
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
    await world.server.admin.delete(`/api/jobs/${id}`)
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
