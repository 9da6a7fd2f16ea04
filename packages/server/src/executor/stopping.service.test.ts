import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mysql from 'mysql2/promise'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startMariadb } from '../testing/mariadb-server.ts'
import { pollWhile } from '../testing/poll-while.ts'
import { type DatabaseServer, startPostgres } from '../testing/postgres-server.ts'
import { createExecutors } from './processes.ts'
import type { Executors } from './protocol.ts'

interface Source {
  type: string
  text: string
  start(): Promise<DatabaseServer>
  options(server: DatabaseServer): Record<string, unknown>
  /** Observes over another connection whether the server is running the query. */
  watch(server: DatabaseServer): Promise<{ isActive(): Promise<boolean>; end(): Promise<void> }>
}

const postgres: Source = {
  type: 'pg',
  text: 'SELECT pg_sleep(600)',
  start: startPostgres,
  options: ({ host, port, user, password, database }) => ({ host, port, user, password, dbname: database }),
  async watch({ url }) {
    const client = new pg.Client(url)
    await client.connect()
    const statement = `SELECT 1 FROM pg_stat_activity WHERE query = $1 AND state = 'active'`
    return {
      isActive: async () => (await client.query(statement, [this.text])).rows.length > 0,
      end: () => client.end(),
    }
  },
}

const mariadb: Source = {
  type: 'mysql',
  text: 'SELECT sleep(600)',
  start: startMariadb,
  options: ({ host, port, user, password, database }) => ({ host, port, user, passwd: password, db: database }),
  async watch({ url }) {
    const connection = await mysql.createConnection(url)
    return {
      async isActive() {
        const [rows] = await connection.query('SELECT 1 FROM information_schema.processlist WHERE info = ?', [mariadb.text])
        return Array.isArray(rows) && rows.length > 0
      },
      end: () => connection.end(),
    }
  },
}

/** The child processes of this process. */
function children(): number[] {
  const text = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
  return text.trim().split(/\s+/).filter(Boolean).map(Number)
}

describe.each([postgres, mariadb])('a run on $type', (source) => {
  let server: DatabaseServer
  let watcher: Awaited<ReturnType<Source['watch']>>
  let executors: Executors
  let tempDir: string
  let others: number[]
  beforeAll(async () => {
    tempDir = await mkdtemp(join(tmpdir(), 'sightline-stopping-'))
    server = await source.start()
    watcher = await source.watch(server)
  })
  beforeEach(() => {
    others = children()
    const limits = { time: null, scheduledTime: null, publicTime: null, rows: 1000, bytes: 1e9, memory: 1e9 }
    executors = createExecutors(
      { executionConcurrency: 1, role: 'web', sourceNetworks: [], sourceFolders: [], limits },
      { warn: () => {} },
    )
    return () => executors.close()
  })
  afterAll(async () => {
    await watcher.end()
    await server.stop()
    await rm(tempDir, { recursive: true })
  })

  /** Starts a run that lasts, and finds the process that it is in. */
  async function begin(limits: { time: number | null } = { time: null }) {
    const stop = new AbortController()
    const task = {
      kind: 'run',
      type: source.type,
      options: source.options(server),
      text: source.text,
      limits: { rows: 1000, bytes: 1e9, ...limits },
      resultPath: join(tempDir, 'result.parquet'),
      tempDir,
    } as const
    const outcome = executors.run(task, stop.signal).catch((error: Error) => error)
    await pollWhile(async () => !(await watcher.isActive()))
    const [pid] = children().filter((child) => !others.includes(child))
    if (pid === undefined) throw new Error('There is no executor process.')
    return { outcome, stop, pid }
  }

  it('has ended at the database before the cancellation is reported', async () => {
    const { outcome, stop } = await begin()
    stop.abort()
    expect(await outcome).toMatchObject({ message: 'Query cancelled by user.' })
    expect(await watcher.isActive()).toBe(false)
  })

  it('has ended at the database before the exceeded time limit is reported (OPEN-44)', async () => {
    const { outcome } = await begin({ time: 3000 })
    expect(await outcome).toMatchObject({
      message: 'Query exceeded Sightline query execution time limit. The limit is 3 seconds.',
    })
    expect(await watcher.isActive()).toBe(false)
  })

  it('has ended at the database after its process was killed', async () => {
    const { outcome, pid } = await begin()
    process.kill(pid, 'SIGKILL')
    expect(await outcome).toMatchObject({ message: 'The process that ran the query ended unexpectedly (signal SIGKILL).' })
    expect(await watcher.isActive()).toBe(false)
  })

  it('has ended at the database after a run in an unresponsive process was cancelled', async () => {
    const { outcome, stop, pid } = await begin()
    process.kill(pid, 'SIGSTOP')
    stop.abort()
    expect(await outcome).toMatchObject({ message: 'Query cancelled by user.' })
    expect(await watcher.isActive()).toBe(false)
  })
})
