import type { Cell } from '@sightline/contract/results.ts'
import { and, desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { destinations } from '../destinations/tables.ts'
import { queryResults } from '../executions/tables.ts'
import { users } from '../users/tables.ts'
import { alertChecks, alertDeliveries, alertEvents, alertSubscriptions, alerts } from './tables.ts'

export type ResultRow = typeof queryResults.$inferSelect

/** The alerts whose check of a result is still pending. */
export function pendingChecks(db: Db, resultId: number) {
  return db
    .select({ id: alerts.id, options: alerts.options, user_id: alerts.user_id })
    .from(alertChecks)
    .innerJoin(alerts, eq(alerts.id, alertChecks.alert_id))
    .where(eq(alertChecks.query_result_id, resultId))
}

/** Results with pending checks, oldest first. */
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
 * Claims the pending checks of a result; a concurrent claimer gets none. The row lock is a weak one, so that the query's next
 * result can still be stored.
 * @returns the alerts as they are now, locked until the end of the transaction, without those that have already checked a newer
 *   result
 */
export async function claimChecks(tx: Db, resultId: number, alertIds: readonly number[]) {
  // Lock the alerts before their checks, in the same order as a deletion does; otherwise the two could deadlock.
  const rows = await tx
    .select()
    .from(alerts)
    .where(inArray(alerts.id, [...alertIds]))
    .orderBy(alerts.id)
    .for('no key update')
  const claimed = await tx
    .delete(alertChecks)
    .where(and(eq(alertChecks.query_result_id, resultId), inArray(alertChecks.alert_id, [...alertIds])))
    .returning({ id: alertChecks.alert_id })
  const claimedIds = new Set(claimed.map(({ id }) => id))
  // The check of a result that the query shows again ends a failure, although the alert has seen it before.
  const isNew = ({ evaluated_result_id: last, health }: (typeof rows)[number]) =>
    last === null || last < resultId || (health === 'failing' && last === resultId)
  return rows.filter((row) => claimedIds.has(row.id) && isNew(row))
}

/** Finds an alert and locks it until the end of the transaction. */
export async function lockAlert(tx: Db, id: number) {
  const [row] = await tx.select().from(alerts).where(eq(alerts.id, id)).for('no key update')
  return row
}

/** Drops the pending checks of a result that no longer exists. */
export async function dropChecks(db: Db, resultId: number): Promise<void> {
  await db.delete(alertChecks).where(eq(alertChecks.query_result_id, resultId))
}

export interface CheckedAlert extends Pick<typeof alerts.$inferSelect, 'id' | 'state' | 'health' | 'last_triggered_at'> {
  value: Cell
  hasChanged: boolean
}

/** Records that alerts have checked a result. `updated_at` changes only with state or health. */
export async function recordChecked(tx: Db, resultId: number, now: Date, checked: readonly CheckedAlert[]): Promise<void> {
  for (const { id, value, hasChanged, ...status } of checked)
    await tx
      .update(alerts)
      .set({
        ...status,
        evaluated_result_id: resultId,
        evaluated_at: now,
        evaluated_value: [value],
        ...(hasChanged ? { updated_at: now } : {}),
      })
      .where(eq(alerts.id, id))
}

/** @returns the ids of the events, in the same order */
export async function insertEvents(tx: Db, events: readonly (typeof alertEvents.$inferInsert)[]): Promise<number[]> {
  if (events.length === 0) return []
  const rows = await tx
    .insert(alertEvents)
    .values([...events])
    .returning({ id: alertEvents.id })
  return rows.map(({ id }) => id)
}

/** Stores one delivery for each subscription to the alerts of these events. @returns the ids of the deliveries */
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

/** Removes events from before a time, with their deliveries. */
export async function removeEvents(db: Db, before: Date): Promise<void> {
  await db.delete(alertEvents).where(lt(alertEvents.created_at, before))
}

/** The newest stored results of a query, oldest first: the one it shows now, and those of the same SQL. */
export async function pastResults(
  db: Db,
  query: { query_hash: string; latest_query_data_id: number | null },
  dataSourceId: number,
  limit: number,
): Promise<ResultRow[]> {
  const isSameText = eq(queryResults.query_hash, query.query_hash)
  const isIt =
    query.latest_query_data_id === null ? isSameText : or(isSameText, eq(queryResults.id, query.latest_query_data_id))
  const rows = await db
    .select()
    .from(queryResults)
    .where(and(eq(queryResults.data_source_id, dataSourceId), eq(queryResults.is_lost, false), isIt))
    .orderBy(desc(queryResults.retrieved_at), desc(queryResults.id))
    .limit(limit)
  return rows.reverse()
}
