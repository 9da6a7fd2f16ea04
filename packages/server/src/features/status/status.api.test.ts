import { readFileSync } from 'node:fs'
import {
  EXECUTE_QUERY_TASK,
  type Installation,
  type QueryProblems,
  type QueryTask,
  type SystemStatus,
  type Task,
  type WorkerStatus,
} from '@sightline/contract/status.ts'
import { taskText } from '@sightline/domain/task-names.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workers } from '../../platform/workers/tables.ts'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { never } from '../../testing/never.ts'
import { ENDLESS } from '../../testing/runs.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { pollDueSchedules } from '../executions/schedules/due-runs.ts'
import { sendHeartbeat } from '../executions/worker/heartbeat.ts'

/** No worker runs, so queued jobs stay in the queue. */
const postponed = { name: 'test_postponed', cron: '0 0 1 1 *' }
const HOUR_MS = 3_600_000
const NOW = new Date('2026-11-22T12:00:00.500Z')
const SECONDS = /^\d+(\.\d+)?$/

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('counts objects, data sources and queries only as far as the caller may see them (API-04, OPEN-120)', async () => {
  const group = await buildGroup(server)
  const shared = await buildDataSource(server)
  const hidden = await buildDataSource(server, { groups: { [group]: false } })
  await buildQuery(server.admin, { data_source_id: shared.id })
  await buildQuery(server.admin, { data_source_id: hidden.id })
  const archived = await buildQuery(server.admin, { data_source_id: shared.id })
  await server.admin.delete(`/api/queries/${archived.id}`)
  const [seen, unseen] = [
    await buildQuery(server.admin, { data_source_id: shared.id, query: 'select 2' }),
    await buildQuery(server.admin, { data_source_id: hidden.id, query: 'select 2' }),
  ]
  for (const { id } of [seen, unseen]) {
    const options = { column: 'x', op: '>', value: 1 }
    await server.admin.post('/api/alerts', { name: 'High', query_id: id, options })
  }
  for (const name of ['Kept', 'Archived']) await server.admin.post('/api/dashboards', { name })
  const { body: board } = await server.admin.get<{ id: number }>('/api/dashboards/archived')
  await server.admin.delete(`/api/dashboards/${board.id}`)
  const person = await server.person()
  const former = await server.person()
  await server.admin.post(`/api/users/${former.id}/disable`)

  const counters = { dashboards: 1, users: 2 }
  expect((await person.get('/api/organization/status')).body).toEqual({
    object_counters: { ...counters, alerts: 1, data_sources: 1, queries: 2 },
  })
  expect((await server.admin.get('/api/organization/status')).body).toEqual({
    object_counters: { ...counters, alerts: 2, data_sources: 2, queries: 4 },
  })
})

describe('the status of the system', () => {
  let ada: Person
  let source: number
  const status = async () => (await server.admin.get<SystemStatus>('/status.json')).body
  const tasks = async () => (await server.admin.get<{ tasks: Task[] }>('/api/admin/queries/tasks')).body.tasks
  const queryTasks = async () => (await tasks()).filter((task): task is QueryTask => 'query_id' in task)

  beforeAll(async () => {
    ada = await server.person({ name: 'Ada' })
    source = (await buildDataSource(server)).id
  })

  /** Runs a query to its end. */
  const run = (id: number) => ada.post(`/api/queries/${id}/results`, { max_age: 0, wait: 20_000 })

  it('is for super admins: members of the built-in admin group (PERM-39, OPEN-30, OPEN-31)', async () => {
    const admin = await server.person({ permissions: ['admin'] })
    const superAdmin = await server.person({ permissions: ['super_admin'] })
    const paths = [
      '/status.json',
      '/api/admin/queries/outdated',
      '/api/admin/queries/tasks',
      '/api/admin/queries/rq_status',
      '/api/admin/queries/trouble',
      '/api/admin/installation',
    ]
    for (const path of paths) {
      for (const person of [ada, admin]) expect([path, (await person.get(path)).status]).toEqual([path, 403])
      for (const person of [superAdmin, server.admin]) expect([path, (await person.get(path)).status]).toEqual([path, 200])
    }
  })

  it('shows version, counts, queues and sizes, refreshed after a while (API-98, API-99, OPEN-112)', async () => {
    const before = await status()
    expect(before).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      workers: [],
      queries_count: expect.any(Number),
      dashboards_count: expect.any(Number),
      widgets_count: expect.any(Number),
    })
    expect(before.database_metrics.metrics).toEqual([
      ['Query Results Size', expect.any(Number)],
      ['Sightline DB Size', expect.any(Number)],
    ])
    expect(before.manager.queues).toMatchObject({ queries: { size: 0 }, scheduled_queries: { size: 0 } })
    expect(before.manager.started_at).toMatch(SECONDS)

    const query = await buildQuery(ada, { data_source_id: source, query: 'select 7 as seven' })
    await run(query.id)
    await run(query.id)
    server.clock.now = new Date(Date.now() + HOUR_MS)
    const after = await status()
    server.clock.now = null
    expect(after.queries_count).toBe(before.queries_count + 1)
    expect(after.query_results_count).toBe(before.query_results_count + 2)
    expect(after.unused_query_results_count).toBe(before.unused_query_results_count + 1)
    expect(after.database_metrics.metrics[0]?.[1]).toBeGreaterThan(before.database_metrics.metrics[0]?.[1] ?? 0)
  })

  it('shows the queries that were due at the latest poll, with its time (API-99, API-100, OPEN-113)', async () => {
    const due = await buildQuery(ada, { data_source_id: source, query: 'select 8 as eight', schedule: { interval: 3600 } })
    await buildQuery(ada, { data_source_id: source, query: 'select 9 as nine' })
    server.clock.now = NOW
    await pollDueSchedules(server.services, never)
    server.clock.now = null
    const { manager } = await status()
    expect(manager).toMatchObject({
      last_refresh_at: String(NOW.getTime() / 1000),
      outdated_queries_count: '1',
      query_ids: `[${due.id}]`,
    })
    const { body } = await server.admin.get('/api/admin/queries/outdated')
    expect(body).toMatchObject({
      updated_at: String(NOW.getTime() / 1000),
      queries: [{ id: due.id, name: due.name, schedule: { interval: 3600 }, user: { name: 'Ada' } }],
    })
    await ada.post(`/api/queries/${due.id}`, { schedule: null })
  })

  it('lists running and waiting tasks, and an admin can cancel both (API-101, ADMIN-09, ADMIN-12, OPEN-113)', async () => {
    const narrow = await buildDataSource(server)
    const { name, type, options } = narrow
    await server.admin.post(`/api/data_sources/${narrow.id}`, { name, type, options, concurrency: 1 })
    const start = async (query: string, query_id?: number) =>
      (
        await ada.post<{ job: { id: string } }>('/api/query_results', {
          query,
          query_id,
          data_source_id: narrow.id,
          max_age: 0,
        })
      ).body.job.id
    const saved = await buildQuery(ada, { data_source_id: narrow.id, query: ENDLESS })
    const running = await start(ENDLESS, saved.id)
    await expect.poll(async () => (await queryTasks()).map(({ state }) => state)).toEqual(['active'])
    const waiting = await start('select 1 as waits')

    const began = Date.now() / 1000
    const facts = { task_name: 'redash.tasks.execute_query', queue: 'queries', org_id: 1, data_source_id: narrow.id }
    const whose = { user_id: ada.id, scheduled: false }
    expect(await queryTasks()).toEqual([
      {
        ...facts,
        ...whose,
        task_id: running,
        state: 'active',
        worker: expect.stringContaining(`.${process.pid}`),
        worker_pid: process.pid,
        query_id: saved.id,
        start_time: expect.closeTo(began, -2),
        enqueue_time: expect.closeTo(began, -2),
      },
      {
        ...facts,
        ...whose,
        task_id: waiting,
        state: 'waiting_in_queue',
        worker: null,
        worker_pid: null,
        query_id: null,
        start_time: null,
        enqueue_time: expect.closeTo(began, -2),
      },
    ])
    expect((await status()).manager.queues.queries).toEqual({ size: 1 })
    const { body } = await server.admin.get<{ queues: object; workers: WorkerStatus[] }>('/api/admin/queries/rq_status')
    expect(body.queues).toMatchObject({
      queries: { name: 'queries', queued: 1, started: [{ id: running, meta: { query_id: saved.id, user_id: ada.id } }] },
    })
    expect(body.workers).toMatchObject([{ pid: process.pid, state: 'busy', running: 1, current_job: running }])

    for (const id of [waiting, running]) expect((await server.admin.delete(`/api/jobs/${id}`)).status).toBe(200)
    await expect.poll(queryTasks).toEqual([])
  })

  it('has a name in plain words for each queue and task (OPEN-187)', async () => {
    const { body } = await server.admin.get<{ queues: Record<string, unknown> }>('/api/admin/queries/rq_status')
    const names = Object.keys(body.queues)
    expect(names).toContain('look_after_alerts')
    expect([...names, EXECUTE_QUERY_TASK].filter((name) => taskText(name) === null)).toEqual([])
  })

  it('lists the queues of background jobs, even if they are empty', async () => {
    await server.services.queue.schedule(postponed.name, postponed.cron)
    const { body } = await server.admin.get<{ queues: Record<string, unknown> }>('/api/admin/queries/rq_status')
    expect(body.queues).toMatchObject({ [postponed.name]: { name: postponed.name, queued: 0, started: [] } })
    expect(Object.keys(body.queues).filter((name) => name.startsWith('__'))).toEqual([])
  })

  it('shows for each worker what it has done, and its last heartbeat', async () => {
    const query = await buildQuery(ada, { data_source_id: source, query: 'select 10 as ten' })
    const known = async () => (await server.admin.get<{ workers: WorkerStatus[] }>('/api/admin/queries/rq_status')).body.workers
    await sendHeartbeat(server.services)
    const [before] = await known()
    await run(query.id)
    // A run is counted shortly after its response.
    const done = async () => {
      await sendHeartbeat(server.services)
      return (await known())[0]?.successful_jobs
    }
    await expect.poll(done).toBe((before?.successful_jobs ?? 0) + 1)
    expect(await known()).toMatchObject([
      {
        name: expect.stringContaining(`.${process.pid}`),
        state: 'idle',
        running: 0,
        slots: server.services.config.executionConcurrency,
        version: expect.stringMatching(/^\d/),
      },
    ])

    const { db } = server.services
    const silent = { id: 'silent', hostname: 'gone', pid: 7, version: '0', slots: 1 }
    const heard = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000)
    await db.insert(workers).values({ ...silent, started_at: heard(9000), heartbeat_at: heard(60) })
    expect(await known()).toMatchObject([{ name: 'gone.7', state: 'lost' }, { state: 'idle' }])
    // A lost worker has no running executions.
    expect(Number((await status()).manager.started_at)).toBeGreaterThan(heard(8000).getTime() / 1000)
    await db
      .update(workers)
      .set({ heartbeat_at: heard(4000) })
      .where(eq(workers.id, 'silent'))
    await sendHeartbeat(server.services)
    expect(await known()).toHaveLength(1)
  })

  it('lists the slowest queries, and those that failed within a day', async () => {
    const failing = await buildQuery(ada, { data_source_id: source, name: 'Broken', query: 'select * from nowhere' })
    await run(failing.id)
    await run(failing.id)
    const archived = await buildQuery(ada, { data_source_id: source, query: 'select * from nowhere_else' })
    await run(archived.id)
    await ada.delete(`/api/queries/${archived.id}`)
    // The counts cached by an earlier call are an hour old by then.
    server.clock.now = new Date(Date.now() + HOUR_MS)
    const { body } = await server.admin.get<QueryProblems>('/api/admin/queries/trouble')
    server.clock.now = null
    expect(body.failing).toEqual([
      {
        id: failing.id,
        name: 'Broken',
        failures: 2,
        error: expect.stringContaining('nowhere'),
        last_failed_at: expect.any(String),
      },
    ])
    const runtimes = body.slowest.map(({ runtime }) => runtime)
    expect(runtimes.length).toBeGreaterThan(0)
    expect(runtimes).toEqual(runtimes.toSorted((a, b) => b - a))
  })

  it('shows versions, disk and memory of the server', async () => {
    const { body } = await server.admin.get<Installation>('/api/admin/installation')
    expect(body).toMatchObject({
      node: process.versions.node,
      database: expect.stringMatching(/PostgreSQL \d+/),
      results: server.services.config.databaseUrl === null ? 'directory' : 'database',
    })
    expect(body.disk?.free).toBeGreaterThan(0)
    expect(body.memory).toBeGreaterThan(1_000_000)
  })

  it('is exported to Prometheus as well', async () => {
    const { body } = await server.admin.get<string>('/metrics')
    expect(body).toContain('# TYPE sightline_executions_running gauge\nsightline_executions_running 0\n')
    expect(body).toContain('sightline_queue_waiting{queue="queries"} 0\n')
    expect(body).toContain('sightline_workers{state="idle"} 1\n')
    expect(body).toMatch(/sightline_query_results \d+\n/)
    for (const line of body.split('\n').filter(Boolean))
      expect(line).toMatch(/^(# (TYPE|HELP) \w+ .+|\w+(\{[^}]*\})? -?[\d.e+-]+)$/)
  })

  it('comes with the durations of executions, by type of data source, and of requests, by route (OPEN-284)', async () => {
    const { body } = await server.admin.get<string>('/metrics')
    expect(body).toMatch(/sightline_execution_duration_seconds_count\{type="\w+",outcome="done"\} [1-9]/)
    expect(body).toMatch(/sightline_execution_duration_seconds_count\{type="\w+",outcome="cancelled"\} [1-9]/)
    expect(body).toMatch(/sightline_execution_wait_seconds_count\{queue="queries"\} [1-9]/)
    expect(body).toContain(
      'sightline_http_request_duration_seconds_count{route="/status.json",method="GET",status_class="2xx"}',
    )
  })

  it('has every metric that the shipped dashboard and alerts read (OPEN-284)', async () => {
    const { body } = await server.admin.get<string>('/metrics')
    const exported = new Set([...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
    const deploy = new URL('../../../../../deploy/', import.meta.url)
    const files = ['grafana/dashboard.json', 'prometheus/alerts.yaml'].map((path) =>
      readFileSync(new URL(path, deploy), 'utf8'),
    )
    const read = files.flatMap((text) => text.match(/\b(sightline|process|nodejs)_\w+/g) ?? [])
    expect(read.length).toBeGreaterThan(20)
    const missing = read.filter((name) => !exported.has(name) && !exported.has(name.replace(/_(bucket|sum|count)$/, '')))
    expect(missing).toEqual([])
  })
})
