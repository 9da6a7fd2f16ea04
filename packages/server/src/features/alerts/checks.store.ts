import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { destinations } from '../destinations/tables.ts'
import { queryResults } from '../executions/tables.ts'
import { users } from '../users/tables.ts'
import { alertChecks, alertDeliveries, alertEvents, alertSubscriptions, alerts } from './tables.ts'

export type ResultRow = typeof queryResults.$inferSelect

/** The alerts that have still to look at a result. */
export function pendingChecks(db: Db, resultId: number) {
  return db
    .select({ id: alerts.id, options: alerts.options, user_id: alerts.user_id })
    .from(alertChecks)
    .innerJoin(alerts, eq(alerts.id, alertChecks.alert_id))
    .where(eq(alertChecks.query_result_id, resultId))
}

/** Results that alerts have still to look at, in the order in which they came. */
export async function uncheckedResults(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: alertChecks.query_result_id })
    .from(alertChecks)
    .orderBy(alertChecks.query_result_id)
    .limit(limit)
  return rows.map(({ id }) => id)
}

export async function findResult(db: Db, id: number) {
  const [row] = await db.select().from(queryResults).where(eq(queryResults.id, id))
  return row
}

/**
 * Takes the looks at a result that some alerts have still to take. Whoever comes second gets none of them.
 * @returns the alerts as they are now, locked until the end of the transaction, without those that have seen a newer result. A
 *   stronger lock would hold up whoever stores the next result of their query
 */
export async function claimChecks(tx: Db, resultId: number, alertIds: readonly number[]) {
  // The alerts first: whoever deletes one has it before its looks, and the other way round each would wait for the other.
  const rows = await tx
    .select()
    .from(alerts)
    .where(inArray(alerts.id, [...alertIds]))
    .orderBy(alerts.id)
    .for('no key update')
  const looks = await tx
    .delete(alertChecks)
    .where(and(eq(alertChecks.query_result_id, resultId), inArray(alertChecks.alert_id, [...alertIds])))
    .returning({ id: alertChecks.alert_id })
  const taken = new Set(looks.map(({ id }) => id))
  return rows.filter(({ id, evaluated_result_id: seen }) => taken.has(id) && (seen === null || seen < resultId))
}

/** An alert, locked until the end of the transaction. */
export async function lockAlert(tx: Db, id: number) {
  const [row] = await tx.select().from(alerts).where(eq(alerts.id, id)).for('no key update')
  return row
}

/** Forgets looks at a result that is gone. */
export async function dropChecks(db: Db, resultId: number): Promise<void> {
  await db.delete(alertChecks).where(eq(alertChecks.query_result_id, resultId))
}

export type StateChange = Pick<typeof alerts.$inferSelect, 'id' | 'state' | 'last_triggered_at'>

/** Notes what alerts have found in a result. `updated_at` moves with the state alone. */
export async function recordChecked(
  tx: Db,
  resultId: number,
  now: Date,
  unchanged: readonly number[],
  changed: readonly StateChange[],
) {
  const seen = { evaluated_result_id: resultId, evaluated_at: now }
  if (unchanged.length > 0)
    await tx
      .update(alerts)
      .set(seen)
      .where(inArray(alerts.id, [...unchanged]))
  for (const { id, state, last_triggered_at } of changed)
    await tx
      .update(alerts)
      .set({ ...seen, state, last_triggered_at, updated_at: now })
      .where(eq(alerts.id, id))
}

/** Keeps what has happened. @returns the ids, in the same order */
export async function insertEvents(tx: Db, events: readonly (typeof alertEvents.$inferInsert)[]): Promise<number[]> {
  if (events.length === 0) return []
  const rows = await tx
    .insert(alertEvents)
    .values([...events])
    .returning({ id: alertEvents.id })
  return rows.map(({ id }) => id)
}

/**
 * Puts a message into the queue for each subscription of the alerts that have something to tell.
 * @returns the ids of the messages
 */
export async function insertDeliveries(tx: Db, eventIds: readonly number[], now: Date): Promise<number[]> {
  if (eventIds.length === 0) return []
  const messages = await tx
    .select({
      event_id: alertEvents.id,
      alert_id: alertEvents.alert_id,
      subscription_id: alertSubscriptions.id,
      recipient: sql<string>`coalesce(${destinations.name}, ${users.name})`,
    })
    .from(alertEvents)
    .innerJoin(alertSubscriptions, eq(alertSubscriptions.alert_id, alertEvents.alert_id))
    .innerJoin(users, eq(users.id, alertSubscriptions.user_id))
    .leftJoin(destinations, eq(destinations.id, alertSubscriptions.destination_id))
    .where(inArray(alertEvents.id, [...eventIds]))
    .orderBy(alertEvents.id, alertSubscriptions.id)
  if (messages.length === 0) return []
  const rows = await tx
    .insert(alertDeliveries)
    .values(
      messages.map(({ alert_id, ...message }) => ({
        ...message,
        deduplication_key: `alert-${alert_id}-${message.event_id}-${message.subscription_id}`,
        next_try_at: now,
      })),
    )
    .returning({ id: alertDeliveries.id })
  return rows.map(({ id }) => id)
}

/** Forgets what happened long ago. */
export async function removeEvents(db: Db, before: Date): Promise<void> {
  await db.delete(alertEvents).where(lt(alertEvents.created_at, before))
}
