import { JobStatus } from '@sightline/contract/executions.ts'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, vi } from 'vitest'
import { dataSources } from '../features/data-sources/tables.ts'
import { awaitEnd } from '../features/executions/await-end.ts'
import * as queue from '../features/executions/queue.store.ts'
import * as store from '../features/executions/store.ts'
import { type ExecutionRow, executions } from '../features/executions/tables.ts'
import { startHeartbeat } from '../features/executions/worker/heartbeat.ts'
import { startWorkerPool } from '../features/executions/worker/pool.ts'
import type { Services } from '../platform/context.ts'
import { workers } from '../platform/workers/tables.ts'
import { buildDataSource } from './builders.ts'
import { never } from './never.ts'
import { startTestServer, type TestServer } from './server.ts'

/** Milliseconds; longer than any run of these tests takes. */
export const LONG_MS = 25_000
/** For what nothing cancels. */
export const isRunning = (row: ExecutionRow): boolean => row.status === JobStatus.processing

const endOf = (row: ExecutionRow) => row.finished_at?.getTime() ?? Number.POSITIVE_INFINITY

/** The largest number of executions that ran at the same time. */
export function mostAtOnce(rows: ExecutionRow[]): number {
  const counts = rows.map((row) => {
    const moment = row.started_at?.getTime() ?? 0
    return rows.filter((other) => (other.started_at?.getTime() ?? Number.NaN) <= moment && endOf(other) > moment).length
  })
  return Math.max(...counts)
}

/** A server without a worker for each test, with a data source and the workers that the test adds. */
export function useWorkerProcesses() {
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
      { timeout: 60_000, interval: 10 },
    )
  return {
    get server() {
      return server
    },
    get source() {
      return source
    },
    process,
    addWorker,
    keepAlive,
    limit,
    start,
    find,
    ended,
    all,
    until,
  }
}
