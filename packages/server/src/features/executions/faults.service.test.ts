import { JobStatus } from '@sightline/contract/executions.ts'
import { describe, expect, it } from 'vitest'
import { leftovers, useFaultScenario } from '../../testing/fault-scenario.ts'
import { pollWhile } from '../../testing/poll-while.ts'
import { ADMIN } from '../../testing/server.ts'
import type { TcpProxy } from '../../testing/tcp-proxy.ts'

const scene = useFaultScenario()
const { active, ended, inject, openGate: openTheGate, rowOf, run, runUntilGate: runToTheGate } = scene

describe('a worker process that is killed in the middle of a run', () => {
  it('loses nothing: another worker runs the query, and its statement at the database has ended', async () => {
    const first = await scene.installation.startWorker()
    const id = await runToTheGate('killed once')
    await inject(() => first.end('SIGKILL'))
    // Its executor process outlives it until the statement is stopped.
    await pollWhile(async () => (await active('killed once')) > 0)
    // Its leftovers are removed when it starts again.
    expect(leftovers(first)).toHaveLength(1)
    const second = await scene.installation.startWorker({ SIGHTLINE_DATA_DIR: first.dataDir })
    await pollWhile(async () => (await active('killed once')) === 0)
    await openTheGate()
    expect(await ended(id)).toMatchObject({ status: JobStatus.done, error: '' })
    expect(await rowOf(id)).toMatchObject({ retries: 1 })
    expect(await active('killed once')).toBe(0)
    // A worker removes the folder of a run after it has stored the end of it.
    await pollWhile(async () => leftovers(second).length > 0)
  })

  it('makes a run fail with a clear message if it may have changed something', async () => {
    const first = await scene.installation.startWorker()
    const id = await runToTheGate('changing something', '; SELECT 1')
    await scene.installation.startWorker()
    await inject(() => first.end('SIGKILL'))
    expect(await ended(id)).toMatchObject({
      status: JobStatus.failed,
      error: 'The worker that ran this query stopped. The statement may have run. Check before you run it again.',
    })
    await pollWhile(async () => (await active('changing something')) > 0)
    await openTheGate()
  })
})

describe('a worker process that is asked to stop', () => {
  it('hands back its run, and another worker finishes it', async () => {
    const first = await scene.installation.startWorker({ SIGHTLINE_SHUTDOWN_GRACE: '0' })
    const id = await runToTheGate('handed back')
    expect(await inject(() => first.end('SIGTERM'))).toBe(0)
    expect(await active('handed back')).toBe(0)
    expect(leftovers(first)).toEqual([])
    expect(await rowOf(id)).toMatchObject({ status: JobStatus.waiting, retries: 0 })
    await openTheGate()
    await scene.installation.startWorker()
    expect(await ended(id)).toMatchObject({ status: JobStatus.done })
  })

  it('lets its run finish within the grace period', async () => {
    const worker = await scene.installation.startWorker({ SIGHTLINE_SHUTDOWN_GRACE: '60' })
    const id = await runToTheGate('in time')
    const stopped = inject(() => worker.end('SIGTERM'))
    await openTheGate()
    expect(await stopped).toBe(0)
    expect(await rowOf(id)).toMatchObject({ status: JobStatus.done, retries: 0 })
  })
})

describe('a database that is unreachable for a while', () => {
  const interrupt = (proxy: TcpProxy) => {
    proxy.admits = () => false
    proxy.cut()
    return () => {
      proxy.admits = () => true
    }
  }

  it('delays storing the end of a run until it is back, if it is the metadata database', async () => {
    await scene.installation.startWorker()
    const id = await runToTheGate('ends meanwhile')
    const restore = inject(() => interrupt(scene.metadataProxy))
    await openTheGate()
    await pollWhile(async () => (await active('ends meanwhile')) > 0)
    await scene.watcher.query('SELECT pg_sleep(1)')
    restore()
    expect(await ended(id)).toMatchObject({ status: JobStatus.done, error: '' })
    expect(await rowOf(id)).toMatchObject({ retries: 0 })
    // The worker continues with the next one.
    expect(await ended(await run('SELECT 1 AS next'))).toMatchObject({ status: JobStatus.done })
  })

  it('makes the run fail with a clear message and leaves nothing behind, if it is the source and rows are being read', async () => {
    const worker = await scene.installation.startWorker()
    const id = await run(`SELECT i, pg_sleep(0.001) FROM generate_series(1, 600000) i WHERE 'cut off' <> ''`)
    await pollWhile(async () => (await active('cut off')) === 0)
    inject(() => scene.sourceProxy.cut())
    expect(await ended(id)).toMatchObject({ status: JobStatus.failed, error: 'The connection to the server was lost.' })
    await pollWhile(async () => leftovers(worker).length > 0)
    await pollWhile(async () => (await active('cut off')) > 0)
    expect((await scene.metadata.query('SELECT 1 FROM query_results')).rows).toEqual([])
    expect(await ended(await run('SELECT 1 AS next'))).toMatchObject({ status: JobStatus.done })
  })
})

describe('the comment in front of a query', () => {
  it('shows at the database who runs it, unless it is switched off', async () => {
    const open = await scene.installation.startWorker()
    const job = await runToTheGate('annotated')
    expect(await active(`/* Username: ${ADMIN.email}, query_id: adhoc, Queue: queries, Job ID: ${job}`)).toBe(1)
    await openTheGate()
    await ended(job)
    await open.end('SIGTERM')

    await scene.installation.startWorker({ SIGHTLINE_ANNOTATE: '0' })
    await runToTheGate('untold')
    expect(await active('Username:')).toBe(0)
    await openTheGate()
  })
})

describe('two worker processes', () => {
  it('respect the limit of a source together', async () => {
    await scene.metadata.query('UPDATE data_sources SET concurrency = 1')
    await Promise.all([scene.installation.startWorker(), scene.installation.startWorker()])
    const ids = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => run(`SELECT pg_sleep(0.2), ${n} AS n`)))
    for (const id of ids) expect(await ended(id)).toMatchObject({ status: JobStatus.done })
    const { rows } = await scene.metadata.query(
      'SELECT 1 FROM executions one JOIN executions other ON one.id < other.id AND one.started_at < other.finished_at AND other.started_at < one.finished_at',
    )
    expect(rows).toEqual([])
  })

  it('share the waiting executions', async () => {
    const slots = { SIGHTLINE_EXECUTION_CONCURRENCY: '1' }
    await Promise.all([scene.installation.startWorker(slots), scene.installation.startWorker(slots)])
    const ids = await Promise.all([1, 2].map((n) => run(`SELECT pg_sleep(2), ${n} AS n`)))
    for (const id of ids) expect(await ended(id)).toMatchObject({ status: JobStatus.done })
    const { rows } = await scene.metadata.query('SELECT DISTINCT worker FROM executions')
    expect(rows).toHaveLength(2)
  })
})
