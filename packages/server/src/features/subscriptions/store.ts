import type { ReportObject } from '@sightline/contract/subscriptions.ts'
import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { dashboards } from '../dashboards/tables.ts'
import { destinations } from '../destinations/tables.ts'
import { queries } from '../queries/tables.ts'
import { users } from '../users/tables.ts'
import { subscriptions } from './tables.ts'

/** A dashboard or a query. */
export interface Subject {
  type: ReportObject
  id: number
}

const columnOf = { dashboard: subscriptions.dashboard_id, query: subscriptions.query_id }

/** Subscriptions with their recipient, and the name and owner of the dashboard or query. */
function selectSubscriptions(db: Db) {
  return db
    .select({
      subscription: subscriptions,
      user: users,
      destination: { id: destinations.id, name: destinations.name, type: destinations.type },
      object: {
        name: sql<string>`coalesce(${dashboards.name}, ${queries.name})`,
        user_id: sql<number>`coalesce(${dashboards.user_id}, ${queries.user_id})`,
        is_archived: sql<boolean>`coalesce(${dashboards.is_archived}, ${queries.is_archived})`,
      },
    })
    .from(subscriptions)
    .innerJoin(users, eq(subscriptions.user_id, users.id))
    .leftJoin(destinations, eq(subscriptions.destination_id, destinations.id))
    .leftJoin(dashboards, eq(subscriptions.dashboard_id, dashboards.id))
    .leftJoin(queries, eq(subscriptions.query_id, queries.id))
    .$dynamic()
}
export type SubscriptionRow = Awaited<ReturnType<typeof selectSubscriptions>>[number]

export function subjectOf({ dashboard_id, query_id }: typeof subscriptions.$inferSelect): Subject {
  if (dashboard_id !== null) return { type: 'dashboard', id: dashboard_id }
  if (query_id !== null) return { type: 'query', id: query_id }
  throw new Error('A subscription shows nothing.')
}

/** @param userId null for the subscriptions of all users */
export function ofSubject(db: Db, subject: Subject, userId: number | null): Promise<SubscriptionRow[]> {
  const theirs = userId === null ? undefined : eq(subscriptions.user_id, userId)
  return selectSubscriptions(db)
    .where(and(eq(columnOf[subject.type], subject.id), theirs))
    .orderBy(subscriptions.id)
}

export async function find(db: Db, id: number): Promise<SubscriptionRow | undefined> {
  const [row] = await selectSubscriptions(db).where(eq(subscriptions.id, id))
  return row
}

type Fields = Pick<
  typeof subscriptions.$inferInsert,
  'user_id' | 'destination_id' | 'schedule' | 'attach_pdf' | 'due_at' | 'next_try_at'
>

/** @returns the id; null if there already is such a subscription */
export async function insert(db: Db, { type, id }: Subject, fields: Fields): Promise<number | null> {
  const object = type === 'dashboard' ? { dashboard_id: id } : { query_id: id }
  const [row] = await db
    .insert(subscriptions)
    .values({ ...fields, ...object })
    .onConflictDoNothing()
    .returning({ id: subscriptions.id })
  return row?.id ?? null
}

export async function remove(db: Db, id: number): Promise<boolean> {
  const rows = await db.delete(subscriptions).where(eq(subscriptions.id, id)).returning({ id: subscriptions.id })
  return rows.length > 0
}

type Changes = Partial<
  Pick<
    typeof subscriptions.$inferInsert,
    'schedule' | 'attach_pdf' | 'due_at' | 'next_try_at' | 'tries' | 'last_sent_at' | 'last_error' | 'updated_at'
  >
>

/** @param whileDue changes nothing if another report has become due meanwhile */
export async function change(db: Db, id: number, changes: Changes, whileDue?: Date): Promise<void> {
  const isStill = whileDue === undefined ? undefined : eq(subscriptions.due_at, whileDue)
  await db
    .update(subscriptions)
    .set(changes)
    .where(and(eq(subscriptions.id, id), isStill))
}

/**
 * Claims a due report until a time.
 * @returns the number of attempts including this one; null if the report is not due or another process has claimed it
 */
export async function claim(db: Db, id: number, now: Date, until: Date): Promise<number | null> {
  const [row] = await db
    .update(subscriptions)
    .set({ tries: sql`${subscriptions.tries} + 1`, next_try_at: until })
    .where(and(eq(subscriptions.id, id), isDue(now)))
    .returning({ tries: subscriptions.tries })
  return row?.tries ?? null
}

/** Subscriptions with a due report, oldest first. */
export async function due(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(isDue(now))
    .orderBy(asc(subscriptions.next_try_at), asc(subscriptions.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

const isDue = (now: Date): SQL => lte(subscriptions.next_try_at, now)
