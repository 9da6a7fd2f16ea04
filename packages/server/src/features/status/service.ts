import type { QueryListItem } from '@sightline/contract/queries.ts'
import type { ObjectCounters, QueryProblems, SystemStatus } from '@sightline/contract/status.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { keptFigures } from '../../platform/kept-figures.ts'
import { VERSION } from '../../platform/version.ts'
import { wireTime } from '../../platform/wire-time.ts'
import { listItems } from '../queries/lists.ts'
import { sizes } from './sizes.ts'
import * as store from './store.ts'
import { queueSizes } from './tasks.ts'
import { seconds } from './wire-seconds.ts'
import * as workers from './workers.store.ts'

const FAILURES_HOURS = 24
const MOST_LISTED = 10

/** How many of each thing there are: data sources, queries and alerts as far as the caller may see them, all of the rest. */
export async function countObjects({ db, viewer }: Context): Promise<ObjectCounters> {
  if (viewer.kind === 'nobody') throw new AppError('unauthenticated')
  return store.countObjects(db, viewer.permissions.has('admin') ? null : viewer.groupIds)
}

/** Counts, schedules, queues and sizes. What takes long to count may be some minutes old. */
export async function systemStatus(ctx: Context): Promise<SystemStatus> {
  const [counted, all, queues] = await Promise.all([sizes(ctx), workers.all(ctx.db), queueSizes(ctx)])
  const look = workers.latestPoll(all)
  const { query_results_size, database_size, ...counts } = counted
  return {
    version: VERSION,
    workers: [],
    redis_used_memory: 0,
    redis_used_memory_human: '0B',
    ...counts,
    manager: {
      started_at: secondsText(workers.firstStart(all)),
      last_refresh_at: secondsText(look?.looked_at ?? null),
      outdated_queries_count: String(look?.outdated_count ?? 0),
      query_ids: JSON.stringify(look?.outdated_query_ids ?? []),
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

/** The queries that their schedule wanted to run when that was last looked for, or that were still under way then. */
export async function outdated(ctx: Context): Promise<{ queries: QueryListItem[]; updated_at: string | null }> {
  const look = workers.latestPoll(await workers.all(ctx.db))
  if (!look) return { queries: [], updated_at: null }
  return { queries: await listItems(ctx, look.outdated_query_ids), updated_at: secondsText(look.looked_at) }
}

const troubled = keptFigures(async ({ db, now }) => {
  const since = new Date(now().getTime() - FAILURES_HOURS * 3_600_000)
  const [slowest, failing] = await Promise.all([store.slowest(db, MOST_LISTED), store.failing(db, since, MOST_LISTED)])
  return { slowest, failing }
})

/** The slowest queries, and those that failed most often within a day. May be some minutes old. */
export async function trouble(ctx: Context): Promise<QueryProblems> {
  const { slowest, failing } = await troubled(ctx)
  return {
    slowest: slowest.map((row) => ({ ...row, retrieved_at: wireTime(row.retrieved_at) })),
    failing: failing.map((row) => ({ ...row, last_failed_at: wireTime(new Date(row.last_failed_at)) })),
    hours: FAILURES_HOURS,
  }
}

const secondsText = (time: Date | null) => (time === null ? null : String(seconds(time)))
