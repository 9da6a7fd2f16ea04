import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Job, JobStatus } from '@sightline/contract/executions.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, type RunnerTestFile, type RunnerTestSuite, vi } from 'vitest'
import { type Installation, type ProductProcess, startInstallation } from './installation.ts'
import { jobIn } from './jobs.ts'
import { pollWhile } from './poll-while.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import type { SmallDisk } from './small-disk.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

const RELIABILITY = new URL('../../../../docs/reliability.md', import.meta.url)

/** A fresh installation of real processes for each test, with a data source and means to inject faults. */
export interface FaultScenario {
  readonly installation: Installation
  /** The database server of the data source, and by default of the metadata. */
  readonly server: PostgresServer
  /** The database server of the metadata. */
  readonly metadataServer: PostgresServer
  /** A direct connection to the data source. */
  readonly watcher: pg.Client
  /** A direct connection to the metadata database. */
  readonly metadata: pg.Pool
  readonly metadataProxy: TcpProxy
  readonly sourceProxy: TcpProxy
  /** Id of the data source. */
  readonly source: number
  /** Injects a fault and counts it. */
  inject<Value>(fault: () => Value): Value
  /** Starts an unsaved query. @returns the id of its execution */
  run(query: string, source?: number): Promise<string>
  /** Waits until an execution is in one of these states. */
  jobIn(id: string, ...states: JobStatus[]): Promise<Job>
  /** Waits until an execution has ended. */
  ended(id: string): Promise<Job>
  rowOf(id: string): Promise<Record<string, unknown>>
  /** How many statements that contain this text the source is at work on. */
  active(text: string): Promise<number>
  closeGate(): Promise<unknown>
  openGate(): Promise<unknown>
  /** Starts a query that waits for the gate, and waits until it is running. */
  runUntilGate(name: string, more?: string): Promise<string>
}

/** A query that runs until the gate is opened. */
export const waitingForGate = (name: string) => `SELECT pg_advisory_lock_shared(7)::text, '${name}' AS fate`

/** Temporary files that a process has left behind, except those of its result reader. */
export const leftovers = ({ dataDir }: ProductProcess): string[] =>
  filesIn(join(dataDir, 'tmp')).filter((name) => !name.includes('-duckdb-'))

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

export interface FaultScenarioOptions {
  /** Whether the metadata is on the server of the data source, or on one of its own. */
  metadataAt?: 'source' | 'own server'
  /** A disk for the data directory of the web process. */
  disk?: SmallDisk
  /** A folder for result files, in place of the metadata database. */
  resultsDir?: string
}

/**
 * Sets up a scenario for each test of a file. After each test it checks for losses: unfinished executions, files without a
 * result, results without a file, and leftover temporary files. At the end, the number of faults must match
 * docs/reliability.md, with no losses.
 */
export function useFaultScenario({ metadataAt = 'source', disk, resultsDir }: FaultScenarioOptions = {}): FaultScenario {
  // Real processes and faults take their time.
  vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })
  let server: PostgresServer
  let metadataServer: PostgresServer
  let watcher: pg.Client
  let metadata: pg.Pool
  let metadataProxy: TcpProxy
  let sourceProxy: TcpProxy
  let installation: Installation
  let source: number
  let faults = 0
  let file: RunnerTestFile

  beforeAll(async () => {
    server = await startPostgres()
    metadataServer = metadataAt === 'own server' ? await startPostgres() : server
    watcher = new pg.Client(server.url)
    await watcher.connect()
  })
  afterAll(async () => {
    await watcher.end()
    await server.stop()
    if (metadataServer !== server) await metadataServer.stop()
    if (isComplete(file)) expect(documentedFaults(basename(file.filepath))).toEqual({ faults, losses: 0 })
  })
  beforeEach(async ({ task }) => {
    file = task.file
    metadataProxy = await startTcpProxy(metadataServer.port)
    sourceProxy = await startTcpProxy(server.port)
    const url = await createDatabase(metadataServer, `metadata_${task.id.replaceAll(/\W/g, '_')}`)
    metadata = new pg.Pool({ connectionString: url.href, max: 2 })
    // The pool must survive restarts of its server.
    metadata.on('error', () => {})
    url.port = String(metadataProxy.port)
    const settings: Record<string, string> =
      resultsDir === undefined ? {} : { SIGHTLINE_RESULTS_URL: pathToFileURL(resultsDir).href }
    installation = await startInstallation(url.href, settings, disk)
    const { host, user, password, database } = server
    const fields = {
      name: 'Warehouse',
      type: 'pg',
      options: { host, port: sourceProxy.port, user, password, dbname: database },
    }
    source = (await installation.admin.post<{ id: number }>('/api/data_sources', fields)).body.id
  })
  afterEach(async () => {
    await expectNothingLost(metadata, installation, resultsDir)
    await installation.close()
    if (resultsDir !== undefined) rmSync(join(resultsDir, 'results'), { recursive: true, force: true })
    await metadata.end()
    await metadataProxy.close()
    await sourceProxy.close()
  })

  const run: FaultScenario['run'] = async (query, data_source_id = source) => {
    const fields = { query, data_source_id, max_age: 0 }
    return (await installation.admin.post<{ job: Job }>('/api/query_results', fields)).body.job.id
  }
  const active: FaultScenario['active'] = async (text) => {
    const statement = `SELECT 1 FROM pg_stat_activity WHERE query LIKE '%' || $1 || '%' AND state = 'active' AND pid <> pg_backend_pid()`
    return (await watcher.query(statement, [text])).rows.length
  }
  const shutTheGate = () => watcher.query('SELECT pg_advisory_lock(7)')

  return {
    get installation() {
      return installation
    },
    get server() {
      return server
    },
    get metadataServer() {
      return metadataServer
    },
    get watcher() {
      return watcher
    },
    get metadata() {
      return metadata
    },
    get metadataProxy() {
      return metadataProxy
    },
    get sourceProxy() {
      return sourceProxy
    },
    get source() {
      return source
    },
    inject(fault) {
      faults++
      return fault()
    },
    run,
    jobIn: (id, ...states) => jobIn(installation.admin, id, ...states),
    ended: (id) => jobIn(installation.admin, id, JobStatus.done, JobStatus.failed),
    rowOf: async (id) => (await metadata.query('SELECT * FROM executions WHERE id = $1', [id])).rows[0],
    active,
    closeGate: shutTheGate,
    openGate: () => watcher.query('SELECT pg_advisory_unlock(7)'),
    async runUntilGate(name, more = '') {
      await shutTheGate()
      const id = await run(waitingForGate(name) + more)
      await pollWhile(async () => (await active(name)) === 0)
      return id
    },
  }
}

async function createDatabase(server: PostgresServer, name: string): Promise<URL> {
  const client = new pg.Client(server.url)
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  const url = new URL(server.url)
  url.pathname = `/${name}`
  return url
}

async function expectNothingLost(metadata: pg.Pool, installation: Installation, resultsDir: string | undefined): Promise<void> {
  const namesIn = async (statement: string) =>
    (await metadata.query<{ name: string }>(statement)).rows.map(({ name }) => name).sort()
  // Waits until all executions have ended. A lost one makes the test run into its timeout.
  await pollWhile(async () => (await namesIn('SELECT id AS name FROM executions WHERE status IN (1, 2)')).length > 0)
  const known = await namesIn('SELECT file AS name FROM query_results')
  const stored =
    resultsDir === undefined
      ? await namesIn(`SELECT name FROM stored_files WHERE name LIKE 'results/%'`)
      : filesIn(join(resultsDir, 'results'))
          .map((name) => `results/${name}`)
          .sort()
  expect(stored).toEqual(known)
  for (const living of installation.running()) await pollWhile(async () => leftovers(living).length > 0)
}

/** Whether all tests of a file were run. */
const isComplete = ({ tasks }: Pick<RunnerTestSuite, 'tasks'>): boolean =>
  tasks.every((task) => task.mode === 'run' && (task.type !== 'suite' || isComplete(task)))

/** The figures of a test file in docs/reliability.md. */
function documentedFaults(file: string): { faults: number; losses: number } {
  const line = readFileSync(RELIABILITY, 'utf8')
    .split('\n')
    .find((text) => text.startsWith('|') && text.includes(`\`${file}\``))
  const [faults, losses] = line?.split('|').slice(-3, -1).map(Number) ?? []
  return { faults: faults ?? Number.NaN, losses: losses ?? Number.NaN }
}
