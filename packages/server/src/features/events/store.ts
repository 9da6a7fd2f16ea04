import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { dashboards } from '../dashboards/tables.ts'
import { queries } from '../queries/tables.ts'
import { eventDays, events, eventViews } from './tables.ts'

export type EventRow = typeof events.$inferSelect
export type NewEventRow = typeof events.$inferInsert & { additional_properties: Record<string, unknown>; created_at: Date }

/** The number of views of an object. */
export type Views = Pick<typeof eventViews.$inferInsert, 'object_type' | 'object_id' | 'views'>

/**
 * Stores and counts events of one day.
 * @param day YYYY-MM-DD, in UTC
 */
export async function insert(db: Db, day: string, rows: NewEventRow[], views: Views[]): Promise<void> {
  if (rows.length === 0) return
  await db.transaction(async (tx) => {
    await tx.execute(insertAll(rows))
    if (views.length > 0) {
      await tx
        .insert(eventViews)
        .values(views.map((view) => ({ ...view, day })))
        .onConflictDoUpdate({
          target: [eventViews.object_type, eventViews.day, eventViews.object_id],
          set: { views: sql`${eventViews.views} + excluded.views` },
        })
    }
    // Last, since all writers contend for this row.
    await tx
      .insert(eventDays)
      .values({ day, count: rows.length })
      .onConflictDoUpdate({ target: eventDays.day, set: { count: sql`${eventDays.count} + excluded.count` } })
  })
}

/**
 * All rows as one JSON parameter: with six parameters per row, each number of rows would be another statement, which takes long
 * to parse.
 */
const insertAll = (rows: readonly NewEventRow[]) => sql`
  insert into ${events} (user_id, action, object_type, object_id, additional_properties, created_at)
  select user_id, action, object_type, object_id, additional_properties, created_at
  from json_to_recordset(${JSON.stringify(rows)}::json) as recorded(
    user_id integer, action text, object_type text, object_id text, additional_properties jsonb, created_at timestamptz
  )`

/** A page of events, newest first. */
export function page(db: Db, limit: number, offset: number): Promise<EventRow[]> {
  return db.select().from(events).orderBy(desc(events.id)).limit(limit).offset(offset)
}

export async function countOf(db: Db): Promise<number> {
  const [row] = await db.select({ count: sql<string>`coalesce(sum(${eventDays.count}), 0)` }).from(eventDays)
  return Number(row?.count ?? 0)
}

/** Removes the oldest events from before a time. @returns whether there may be more of them */
export async function removeSome(db: Db, before: Date, limit: number): Promise<boolean> {
  const old = sql`select ${events.id} from ${events} where ${events.created_at} < ${before} order by ${events.created_at} limit ${limit}`
  const removed = await db.delete(events).where(sql`${events.id} in (${old})`).returning({ id: events.id })
  return removed.length === limit
}

/** Removes the counts of days before this one. */
export async function removeDaysBefore(db: Db, day: string): Promise<void> {
  await db.delete(eventDays).where(lt(eventDays.day, day))
  await db.delete(eventViews).where(lt(eventViews.day, day))
}

const viewsSince = (db: Db, type: Views['object_type'], day: string) =>
  db
    .select({ object_id: eventViews.object_id, views: sql<number>`sum(${eventViews.views})::integer`.as('all_views') })
    .from(eventViews)
    .where(and(eq(eventViews.object_type, type), gte(eventViews.day, day)))
    .groupBy(eventViews.object_id)
    .as('viewed')

/** The most viewed queries since a day, without archived ones. */
export function mostViewedQueries(db: Db, day: string, limit: number) {
  const viewed = viewsSince(db, 'query', day)
  return db
    .select({ id: queries.id, name: queries.name, views: viewed.views })
    .from(viewed)
    .innerJoin(queries, and(eq(queries.id, viewed.object_id), eq(queries.is_archived, false)))
    .orderBy(desc(viewed.views), queries.id)
    .limit(limit)
}

/** The most viewed dashboards since a day, without archived ones. */
export function mostViewedDashboards(db: Db, day: string, limit: number) {
  const viewed = viewsSince(db, 'dashboard', day)
  return db
    .select({ id: dashboards.id, name: dashboards.name, slug: dashboards.slug, views: viewed.views })
    .from(viewed)
    .innerJoin(dashboards, and(eq(dashboards.id, viewed.object_id), eq(dashboards.is_archived, false)))
    .orderBy(desc(viewed.views), dashboards.id)
    .limit(limit)
}
