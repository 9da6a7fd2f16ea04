import type { EventEntry, Popularity, UsageEvent } from '@sightline/contract/events.ts'
import type { ListQuery } from '@sightline/contract/paging.ts'
import type { Context, Services, Viewer } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { keptFigures } from '../../platform/kept-figures.ts'
import { pageOf, readListRequest } from '../../platform/paging.ts'
import { presentEvent } from './present.ts'
import * as store from './store.ts'

const DAY_MS = 86_400_000
/** Programs keep events for a while before they send them. */
const MOST_OFF_MS = 30 * DAY_MS
/** So that no statement holds the database for long. */
const ROWS_A_STATEMENT = 5000
const POPULARITY_DAYS = 30
const MOST_VIEWED = 10

/** An event with all that is kept of it. */
export interface RecordedEvent {
  event: UsageEvent
  row: store.NewEventRow
}

/** Records what the caller did. */
export async function record(ctx: Context, events: UsageEvent[]): Promise<void> {
  const now = ctx.now()
  await storeEvents(
    ctx.db,
    events.map((event) => rowOf(ctx, event, now)),
  )
}

/** What is kept of an event. */
export function rowOf({ viewer, origin }: Context, event: UsageEvent, now: Date): RecordedEvent {
  const { action, object_type, object_id, ...additional } = event
  const row = {
    user_id: viewer.kind === 'user' ? viewer.id : null,
    action,
    object_type,
    object_id: object_id === null || object_id === undefined ? null : String(object_id),
    additional_properties: {
      timestamp: now.getTime() / 1000,
      ...additional,
      ...callerOf(viewer),
      ip: origin?.ip,
      user_agent: origin?.userAgent,
    },
    created_at: timeOf(event, now),
  }
  return { event, row }
}

/** When it happened, as the caller says; a clock that is far off counts as none. */
function timeOf({ timestamp }: UsageEvent, now: Date): Date {
  const time = (timestamp ?? Number.NaN) * 1000
  return Math.abs(now.getTime() - time) <= MOST_OFF_MS ? new Date(Math.min(time, now.getTime())) : now
}

/** Stores events, and counts them by day. */
export async function storeEvents(db: Db, recorded: readonly RecordedEvent[]): Promise<void> {
  for (const [day, ofDay] of Map.groupBy(recorded, ({ row }) => dayOf(row.created_at))) {
    await store.insert(
      db,
      day,
      ofDay.map(({ row }) => row),
      viewsIn(ofDay.map(({ event }) => event)),
    )
  }
}

/** A page of the recorded events, newest first. */
export async function list(ctx: Context, query: Pick<ListQuery, 'page' | 'page_size'>) {
  const request = readListRequest({ page: query.page, page_size: query.page_size })
  const [count, rows] = await Promise.all([
    store.countOf(ctx.db),
    store.page(ctx.db, request.pageSize, (request.page - 1) * request.pageSize),
  ])
  return pageOf<EventEntry>(request, count, rows.map(presentEvent))
}

/** What was opened most often in the last thirty days, as it was some minutes ago. */
export const popularity = (ctx: Context): Promise<Popularity> => mostViewed(ctx)

const mostViewed = keptFigures<Popularity>(async ({ db, now }) => {
  const since = dayOf(new Date(now().getTime() - (POPULARITY_DAYS - 1) * DAY_MS))
  const [queries, dashboards] = await Promise.all([
    store.mostViewedQueries(db, since, MOST_VIEWED),
    store.mostViewedDashboards(db, since, MOST_VIEWED),
  ])
  return { days: POPULARITY_DAYS, queries, dashboards }
})

/** Removes the days that are older than the settings of the installation want. */
export async function removeOld({ db, now, config }: Pick<Services, 'db' | 'now' | 'config'>): Promise<void> {
  const firstDay = dayOf(new Date(now().getTime() - config.eventRetention * DAY_MS))
  while (await store.removeSome(db, new Date(firstDay), ROWS_A_STATEMENT));
  await store.removeDaysBefore(db, firstDay)
}

/** YYYY-MM-DD, in UTC. */
const dayOf = (time: Date) => time.toISOString().slice(0, 10)

/** How often each query and dashboard was opened, in one order, so that calls that count the same never wait for each other. */
function viewsIn(events: readonly UsageEvent[]): store.Views[] {
  const views = new Map<string, store.Views>()
  for (const { action, object_type, object_id } of events) {
    if (action !== 'view' || (object_type !== 'query' && object_type !== 'dashboard')) continue
    if (!/^\d{1,9}$/.test(String(object_id))) continue
    const key = `${object_type} ${String(object_id)}`
    const before = views.get(key)?.views ?? 0
    views.set(key, { object_type, object_id: Number(object_id), views: before + 1 })
  }
  return [...views.values()].sort((a, b) => a.object_type.localeCompare(b.object_type) || a.object_id - b.object_id)
}

/** Who called, for those who read the events. */
function callerOf(viewer: Viewer): Record<string, unknown> {
  switch (viewer.kind) {
    case 'user':
      return { user_name: viewer.name }
    case 'key':
      return { api_key_of_query: viewer.queryId }
    case 'token':
      return { api_key_of_dashboard: viewer.dashboardId }
    case 'nobody':
      return {}
  }
}
