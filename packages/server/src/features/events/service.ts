import type { EventEntry, Popularity, UsageEvent } from '@sightline/contract/events.ts'
import type { ListQuery } from '@sightline/contract/paging.ts'
import { callerText } from '../../platform/caller-name.ts'
import type { Context, Services, Viewer } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { keptFigures } from '../../platform/kept-figures.ts'
import { pageOf, readListRequest } from '../../platform/paging.ts'
import { perProcess } from '../../platform/process-memory.ts'
import { loadNames } from '../object-names/service.ts'
import { objectsOf, presentEvent } from './present.ts'
import * as store from './store.ts'

const DAY_MS = 86_400_000
/** Clients may send events with a delay. */
const MAX_CLOCK_SKEW_MS = 30 * DAY_MS
/** Limits how long one statement occupies the database. */
const ROWS_A_STATEMENT = 5000
const POPULARITY_DAYS = 30
const MOST_VIEWED = 10

/** An event with the row to store. */
export interface RecordedEvent {
  event: UsageEvent
  row: store.NewEventRow
}

/** Records what the caller did. */
export async function record(ctx: Context, events: UsageEvent[]): Promise<void> {
  const now = ctx.now()
  await storeEvents(
    ctx.db,
    events.map((event) => recordedEvent(ctx, event, now)),
  )
}

/** The row to store for an event. */
function recordedEvent({ viewer, origin }: Context, event: UsageEvent, now: Date): RecordedEvent {
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

/** The time that the caller reports, unless its clock is far off. */
function timeOf({ timestamp }: UsageEvent, now: Date): Date {
  const time = (timestamp ?? Number.NaN) * 1000
  return Math.abs(now.getTime() - time) <= MAX_CLOCK_SKEW_MS ? new Date(Math.min(time, now.getTime())) : now
}

/** Stores events and counts them by day. */
async function storeEvents(db: Db, recorded: readonly RecordedEvent[]): Promise<void> {
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
  const namesOf = await loadNames(ctx.db, rows.flatMap(objectsOf))
  return pageOf<EventEntry>(
    request,
    count,
    rows.map((row) => presentEvent(row, namesOf)),
  )
}

/** The most viewed queries and dashboards of the last thirty days; cached for some minutes. */
export const popularity = (ctx: Context): Promise<Popularity> => mostViewed(ctx)

const mostViewed = keptFigures<Popularity>(async ({ db, now }) => {
  const since = dayOf(new Date(now().getTime() - (POPULARITY_DAYS - 1) * DAY_MS))
  const [queries, dashboards] = await Promise.all([
    store.mostViewedQueries(db, since, MOST_VIEWED),
    store.mostViewedDashboards(db, since, MOST_VIEWED),
  ])
  return { days: POPULARITY_DAYS, queries, dashboards }
})

/** Removes the days that are older than the configured retention. */
export async function removeOld({ db, now, config }: Pick<Services, 'db' | 'now' | 'config'>): Promise<void> {
  const firstDay = dayOf(new Date(now().getTime() - config.eventRetention * DAY_MS))
  while (await store.removeSome(db, new Date(firstDay), ROWS_A_STATEMENT));
  await store.removeDaysBefore(db, firstDay)
}

/** YYYY-MM-DD, in UTC. */
const dayOf = (time: Date) => time.toISOString().slice(0, 10)

/** The views of each query and dashboard, sorted, so that concurrent upserts lock rows in the same order. */
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

/** Properties that identify the caller. */
function callerOf(viewer: Viewer): Record<string, unknown> {
  const named = { user_name: callerText(viewer) }
  switch (viewer.kind) {
    case 'user':
      return named
    case 'key':
      return { ...named, api_key_of_query: viewer.queryId }
    case 'token':
      return { ...named, api_key_of_dashboard: viewer.dashboardId }
    case 'scim':
      return named
    case 'nobody':
      return {}
  }
}

/** Delay before the first events are stored. */
const FLUSH_DELAY_MS = 5_000
/** The embedded database works on the thread that answers calls, which wait for some 10 ms while it stores as many. */
const MAX_BATCH = 250
/** Between two batches, unless so many events wait that some might have to be dropped. */
const PAUSE_MS = 250
/** Events beyond this are dropped, so that a slow or unreachable database does not exhaust the memory. */
const MAX_BUFFERED = 20_000

type EventServices = Pick<Services, 'db' | 'log' | 'memory'>

interface EventBuffer {
  events: RecordedEvent[]
  timer: NodeJS.Timeout | null
  storing: Promise<void>
}
const buffer = perProcess((): EventBuffer => ({ events: [], timer: null, storing: Promise.resolve() }))

/** Buffers an event, to be stored in the background. Never fails. */
export function recordEvent(ctx: Context, event: UsageEvent): void {
  const all = buffer(ctx)
  if (all.events.length >= MAX_BUFFERED) return
  all.events.push(recordedEvent(ctx, event, ctx.now()))
  if (all.timer === null) storeLater(ctx, FLUSH_DELAY_MS)
}

/** Stores the buffered events batch by batch, with pauses in which calls are answered. */
function storeLater(services: EventServices, delay: number): void {
  const all = buffer(services)
  const store = async () => {
    await storeSome(services)
    all.timer = null
    if (all.events.length > 0) storeLater(services, all.events.length > MAX_BUFFERED / 2 ? 0 : PAUSE_MS)
  }
  all.timer = setTimeout(store, delay).unref()
}

/** Stores all buffered events now, on shutdown and in tests. */
export async function flushRecorded(services: EventServices): Promise<void> {
  const all = buffer(services)
  if (all.timer !== null) clearTimeout(all.timer)
  all.timer = null
  do await storeSome(services)
  while (all.events.length > 0)
}

/** Stores the oldest buffered events, in one batch. Never fails. */
export async function storeSome(services: EventServices): Promise<void> {
  const all = buffer(services)
  all.storing = all.storing.then(() => storeBatch(services, all.events.splice(0, MAX_BATCH)))
  await all.storing
}

async function storeBatch({ db, log }: EventServices, events: readonly RecordedEvent[]): Promise<void> {
  try {
    await storeEvents(db, events)
  } catch (err) {
    log.warn({ err, events: events.length }, 'Usage events could not be stored.')
  }
}
