import { statfs } from 'node:fs/promises'
import type { QueryListItem } from '@sightline/contract/queries.ts'
import type { Installation, QueryProblems, SystemStatus } from '@sightline/contract/status.ts'
import type { Context, Services } from '../../platform/context.ts'
import { storeOf } from '../../platform/files/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { keptFigures } from '../../platform/kept-figures.ts'
import type { Metric } from '../../platform/metrics/gauge-lines.ts'
import { VERSION } from '../../platform/version.ts'
import { wireTime } from '../../platform/wire-time.ts'
import { pluginSummary } from '../../plugins/summary.ts'
import { listItems } from '../queries/service.ts'
import * as store from './store.ts'
import * as workers from './store.ts'
import { epochSeconds, queueSizes } from './tasks.ts'

const FAILURES_HOURS = 24
const MOST_LISTED = 10

/**
 * The number of objects of each kind: the data sources, queries and alerts that the caller may see, and all others. Also the
 * sample dashboard, as an example for a new installation, and the number of objects that came with it.
 */
export async function organizationStatus({ db, viewer }: Context) {
  if (viewer.kind === 'nobody') throw new AppError('unauthenticated')
  const [object_counters, sample_dashboard] = await Promise.all([
    store.countObjects(db, viewer.permissions.has('admin') ? null : viewer.groupIds),
    store.sampleDashboard(db),
  ])
  if (sample_dashboard === undefined) return { object_counters }
  return { object_counters, sample_dashboard, sample_counters: await store.countSampleObjects(db) }
}

/** Counts, schedules, queues and sizes. Expensive counts are cached for some minutes. */
export async function systemStatus(ctx: Context): Promise<SystemStatus> {
  const [counted, all, queues] = await Promise.all([cachedSizes(ctx), workers.listWorkers(ctx.db), queueSizes(ctx)])
  const poll = workers.latestPoll(all)
  const { query_results_size, database_size, ...counts } = counted
  return {
    version: VERSION,
    workers: [],
    redis_used_memory: 0,
    redis_used_memory_human: '0B',
    ...counts,
    manager: {
      started_at: secondsText(workers.firstStart(all)),
      last_refresh_at: secondsText(poll?.looked_at ?? null),
      outdated_queries_count: String(poll?.outdated_count ?? 0),
      query_ids: JSON.stringify(poll?.outdated_query_ids ?? []),
      queues,
    },
    database_metrics: {
      metrics: [
        ['Query Results Size', query_results_size],
        ['Sightline DB Size', database_size],
      ],
    },
  }
}

/** The queries that were due, or still running, at the latest poll of the schedules. */
export async function outdated(ctx: Context): Promise<{ queries: QueryListItem[]; updated_at: string | null }> {
  const poll = workers.latestPoll(await workers.listWorkers(ctx.db))
  if (!poll) return { queries: [], updated_at: null }
  return { queries: await listItems(ctx, poll.outdated_query_ids), updated_at: secondsText(poll.looked_at) }
}

const cachedProblems = keptFigures(async ({ db, now }) => {
  const since = new Date(now().getTime() - FAILURES_HOURS * 3_600_000)
  const [slowest, failing] = await Promise.all([
    store.slowestQueries(db, MOST_LISTED),
    store.failingQueries(db, since, MOST_LISTED),
  ])
  return { slowest, failing }
})

/** The slowest queries, and those that failed most often within a day; cached for some minutes. */
export async function queryProblems(ctx: Context): Promise<QueryProblems> {
  const { slowest, failing } = await cachedProblems(ctx)
  return {
    slowest: slowest.map((row) => ({ ...row, retrieved_at: wireTime(row.retrieved_at) })),
    failing: failing.map((row) => ({ ...row, last_failed_at: wireTime(new Date(row.last_failed_at)) })),
    hours: FAILURES_HOURS,
  }
}

const secondsText = (time: Date | null) => (time === null ? null : String(epochSeconds(time)))

/** The metrics of the whole installation for the Prometheus endpoint. */
export async function metrics(services: Services): Promise<Metric[]> {
  const [counted, all, queues, running] = await Promise.all([
    cachedSizes(services),
    workers.listWorkers(services.db),
    queueSizes(services),
    store.runningCount(services.db),
  ])
  const poll = workers.latestPoll(all)
  const states = all.map(({ is_lost, running: busy }) => (is_lost ? 'lost' : busy > 0 ? 'busy' : 'idle'))
  const one = (name: string, help: string, value: number): Metric => ({ name, help, values: [{ value }] })
  return [
    one('executions_running', 'Queries that run now.', running),
    {
      name: 'queue_waiting',
      help: 'What waits in each queue.',
      values: Object.entries(queues).map(([queue, { size }]) => ({ labels: { queue }, value: size })),
    },
    {
      name: 'workers',
      help: 'Worker processes by state; lost ones have sent no heartbeat for 30 seconds.',
      values: ['busy', 'idle', 'lost'].map((state) => ({
        labels: { state },
        value: states.filter((each) => each === state).length,
      })),
    },
    one('outdated_queries', 'Scheduled queries that were due at the last poll.', poll?.outdated_count ?? 0),
    ...(poll ? [one('last_look_timestamp_seconds', 'When schedules were last polled.', poll.looked_at.getTime() / 1000)] : []),
    one('queries', 'Queries that are not archived.', counted.queries_count),
    one('query_results', 'Stored results.', counted.query_results_count),
    one('query_results_bytes', 'Bytes of stored results.', counted.query_results_size),
    one('database_bytes', 'Size of the metadata database, bytes.', counted.database_size),
  ]
}

/** Counts and sizes in bytes, cached for some minutes. */
const cachedSizes = keptFigures(({ db }) => store.sizes(db))

/** Versions, disk and memory of the process that answers. */
export async function describe({ db, config, now }: Context): Promise<Installation> {
  const [database, disk] = await Promise.all([store.databaseVersion(db), diskOf(config)])
  return {
    version: VERSION,
    node: process.versions.node,
    database: config.databaseUrl === null ? `PGlite (${database})` : database,
    started_at: wireTime(new Date(now().getTime() - Math.round(process.uptime() * 1000))),
    memory: process.memoryUsage.rss(),
    disk,
    results: storeOf(config),
    plugins: pluginSummary(),
  }
}

/** @returns null if the file system does not report it */
async function diskOf({ dataDir }: Pick<Services['config'], 'dataDir'>): Promise<Installation['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(dataDir)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch {
    return null
  }
}
