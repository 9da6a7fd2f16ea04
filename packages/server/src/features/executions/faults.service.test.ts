import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Job, JobStatus } from '@sightline/contract/executions.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Installation, type ProductProcess, startInstallation } from '../../testing/installation.ts'
import { type DatabaseServer, startPostgres } from '../../testing/postgres-server.ts'
import { ADMIN } from '../../testing/server.ts'
import { startTcpProxy, type TcpProxy } from '../../testing/tcp-proxy.ts'

// Real processes, real signals, real cuts: each of these takes its time.
vi.setConfig({ testTimeout: 120_000 })

let server: DatabaseServer
let watcher: pg.Client
let metadata: pg.Client
let metadataProxy: TcpProxy
let sourceProxy: TcpProxy
let installation: Installation
let source: number

beforeAll(async () => {
  server = await startPostgres()
  watcher = new pg.Client(server.url)
  await watcher.connect()
})
afterAll(async () => {
  await watcher.end()
  await server.stop()
})
beforeEach(async (context) => {
  const database = `metadata_${context.task.id.replaceAll(/\W/g, '_')}`
  await watcher.query(`CREATE DATABASE ${database}`)
  metadataProxy = await startTcpProxy(server.port)
  sourceProxy = await startTcpProxy(server.port)
  const url = new URL(server.url)
  url.pathname = `/${database}`
  metadata = new pg.Client(url.href)
  await metadata.connect()
  url.port = String(metadataProxy.port)
  installation = await startInstallation(url.href)
  const { body } = await installation.admin.post<{ id: number }>('/api/data_sources', {
    name: 'Warehouse',
    type: 'pg',
    options: {
      host: '127.0.0.1',
      port: sourceProxy.port,
      user: server.user,
      password: server.password,
      dbname: server.database,
    },
  })
  source = body.id
})
afterEach(async () => {
  await installation.close()
  await metadata.end()
  await metadataProxy.close()
  await sourceProxy.close()
})

const run = async (query: string): Promise<string> => {
  const fields = { query, data_source_id: source, max_age: 0 }
  return (await installation.admin.post<{ job: Job }>('/api/query_results', fields)).body.job.id
}
async function jobIn(id: string, ...states: JobStatus[]): Promise<Job> {
  for (;;) {
    const { body } = await installation.admin.get<{ job: Job }>(`/api/jobs/${id}`)
    if (states.includes(body.job?.status)) return body.job
  }
}
const ended = (id: string) => jobIn(id, JobStatus.done, JobStatus.failed)
const rowOf = async (id: string) => (await metadata.query('SELECT * FROM executions WHERE id = $1', [id])).rows[0]
/** How many statements that contain this text the source is at work on. */
const active = async (text: string): Promise<number> => {
  const statement = `SELECT 1 FROM pg_stat_activity WHERE query LIKE '%' || $1 || '%' AND state = 'active' AND pid <> pg_backend_pid()`
  return (await watcher.query(statement, [text])).rows.length
}
/** A text that runs until the gate is opened. */
const atTheGate = (name: string) => `SELECT pg_advisory_lock_shared(7)::text, '${name}' AS fate`
const shutTheGate = () => watcher.query('SELECT pg_advisory_lock(7)')
const openTheGate = () => watcher.query('SELECT pg_advisory_unlock(7)')
/** Starts a text that waits at the gate, and waits until it does. */
async function runToTheGate(name: string, more = ''): Promise<string> {
  await shutTheGate()
  const id = await run(atTheGate(name) + more)
  while ((await active(name)) === 0);
  return id
}

const leftovers = ({ dataDir }: ProductProcess) => {
  try {
    return readdirSync(join(dataDir, 'tmp'))
  } catch {
    return []
  }
}

describe('a worker process that is killed in the middle of a run', () => {
  it('loses nothing: another one runs the query, and its statement at the database is over', async () => {
    const first = await installation.startWorker()
    const id = await runToTheGate('killed once')
    await first.end('SIGKILL')
    // Its executor process outlives it for as long as it takes to stop the statement.
    while ((await active('killed once')) > 0);
    const second = await installation.startWorker()
    while ((await active('killed once')) === 0);
    await openTheGate()
    expect(await ended(id)).toMatchObject({ status: JobStatus.done, error: '' })
    expect(await rowOf(id)).toMatchObject({ retries: 1 })
    expect(await active('killed once')).toBe(0)
    expect(leftovers(second)).toEqual([])
  })

  it('fails what may have changed something, in words', async () => {
    const first = await installation.startWorker()
    const id = await runToTheGate('changing something', '; SELECT 1')
    await installation.startWorker()
    await first.end('SIGKILL')
    expect(await ended(id)).toMatchObject({
      status: JobStatus.failed,
      error: 'The worker that ran this query stopped. Please run it again.',
    })
    while ((await active('changing something')) > 0);
    await openTheGate()
  })
})

describe('a worker process that is asked to stop', () => {
  it('hands back what it runs, and another one finishes it', async () => {
    const first = await installation.startWorker({ SIGHTLINE_SHUTDOWN_GRACE: '0' })
    const id = await runToTheGate('handed back')
    expect(await first.end('SIGTERM')).toBe(0)
    expect(await active('handed back')).toBe(0)
    expect(leftovers(first)).toEqual([])
    expect(await rowOf(id)).toMatchObject({ status: JobStatus.waiting, retries: 0 })
    await openTheGate()
    await installation.startWorker()
    expect(await ended(id)).toMatchObject({ status: JobStatus.done })
  })

  it('lets it finish within its time', async () => {
    const worker = await installation.startWorker({ SIGHTLINE_SHUTDOWN_GRACE: '60' })
    const id = await runToTheGate('in time')
    const stopped = worker.end('SIGTERM')
    await openTheGate()
    expect(await stopped).toBe(0)
    expect(await rowOf(id)).toMatchObject({ status: JobStatus.done, retries: 0 })
  })
})

describe('a database that cannot be reached for a while', () => {
  const interrupt = (proxy: TcpProxy) => {
    proxy.admits = () => false
    proxy.cut()
    return () => {
      proxy.admits = () => true
    }
  }

  it('of our own: a run that ends meanwhile is stored when it is back', async () => {
    await installation.startWorker()
    const id = await runToTheGate('ends meanwhile')
    const restore = interrupt(metadataProxy)
    await openTheGate()
    while ((await active('ends meanwhile')) > 0);
    await watcher.query('SELECT pg_sleep(1)')
    restore()
    expect(await ended(id)).toMatchObject({ status: JobStatus.done, error: '' })
    expect(await rowOf(id)).toMatchObject({ retries: 0 })
    // The worker goes on with the next one.
    expect(await ended(await run('SELECT 1 AS next'))).toMatchObject({ status: JobStatus.done })
  })

  it('of the source, in the middle of its rows: the run fails in words and leaves nothing behind', async () => {
    const worker = await installation.startWorker()
    const id = await run(`SELECT i, pg_sleep(0.001) FROM generate_series(1, 600000) i WHERE 'cut off' <> ''`)
    while ((await active('cut off')) === 0);
    sourceProxy.cut()
    expect(await ended(id)).toMatchObject({ status: JobStatus.failed, error: 'The connection to the server was lost.' })
    while (leftovers(worker).length > 0);
    while ((await active('cut off')) > 0);
    expect((await metadata.query('SELECT 1 FROM query_results')).rows).toEqual([])
    expect(await ended(await run('SELECT 1 AS next'))).toMatchObject({ status: JobStatus.done })
  })
})

describe('the comment in front of a text', () => {
  it('says at the database who runs it, unless it is switched off', async () => {
    const open = await installation.startWorker()
    const told = await runToTheGate('told')
    expect(await active(`/* Username: ${ADMIN.email}, query_id: adhoc, Queue: queries, Job ID: ${told}`)).toBe(1)
    await openTheGate()
    await ended(told)
    await open.end('SIGTERM')

    await installation.startWorker({ SIGHTLINE_ANNOTATE: '0' })
    await runToTheGate('untold')
    expect(await active('Username:')).toBe(0)
    await openTheGate()
  })
})

describe('two worker processes', () => {
  it('keep to the limit of a source together', async () => {
    await metadata.query('UPDATE data_sources SET concurrency = 1')
    await Promise.all([installation.startWorker(), installation.startWorker()])
    const ids = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => run(`SELECT pg_sleep(0.2), ${n} AS n`)))
    for (const id of ids) expect(await ended(id)).toMatchObject({ status: JobStatus.done })
    const { rows } = await metadata.query(
      'SELECT 1 FROM executions one JOIN executions other ON one.id < other.id AND one.started_at < other.finished_at AND other.started_at < one.finished_at',
    )
    expect(rows).toEqual([])
  })

  it('share what waits', async () => {
    const slots = { SIGHTLINE_EXECUTION_CONCURRENCY: '1' }
    await Promise.all([installation.startWorker(slots), installation.startWorker(slots)])
    const ids = await Promise.all([1, 2].map((n) => run(`SELECT pg_sleep(2), ${n} AS n`)))
    for (const id of ids) expect(await ended(id)).toMatchObject({ status: JobStatus.done })
    const { rows } = await metadata.query('SELECT DISTINCT worker FROM executions')
    expect(rows).toHaveLength(2)
  })
})
