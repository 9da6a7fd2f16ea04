import { and, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { queries } from '../queries/tables.ts'
import { alertChecks, alerts } from './tables.ts'

const isToMark = and(isNotNull(queries.refresh_failure), eq(queries.is_archived, false), ne(alerts.health, 'failing'))

/** The alerts that are not marked as failing yet, although their query fails. */
export async function alertsToMark(db: Db): Promise<number[]> {
  const rows = await db
    .select({ id: alerts.id })
    .from(alerts)
    .innerJoin(queries, eq(queries.id, alerts.query_id))
    .where(isToMark)
  return rows.map(({ id }) => id)
}

/** Locks these alerts until the end of the transaction. @returns those whose query still fails then */
export async function lockAlertsToMark(tx: Db, ids: readonly number[]) {
  await tx
    .select({ id: alerts.id })
    .from(alerts)
    .where(inArray(alerts.id, [...ids]))
    .orderBy(alerts.id)
    .for('no key update')
  // A second statement, because a check may have ended while this waited for the lock.
  const rows = await tx
    .select({ alert: alerts })
    .from(alerts)
    .innerJoin(queries, eq(queries.id, alerts.query_id))
    .where(and(isToMark, inArray(alerts.id, [...ids])))
    .orderBy(alerts.id)
  return rows.map(({ alert }) => alert)
}

export async function setFailing(tx: Db, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(alerts)
    .set({ health: 'failing', updated_at: now })
    .where(inArray(alerts.id, [...ids]))
}

/** Records that failing alerts have to check the result that their query shows, if it does not fail any more. */
export async function addRecoveredChecks(db: Db): Promise<void> {
  const isRecovered = and(
    eq(alerts.health, 'failing'),
    isNull(queries.refresh_failure),
    isNotNull(queries.latest_query_data_id),
    eq(queries.is_archived, false),
  )
  await db
    .insert(alertChecks)
    .select(
      db
        .select({
          alert_id: alerts.id,
          query_result_id: sql<number>`${queries.latest_query_data_id}`.as('query_result_id'),
        })
        .from(alerts)
        .innerJoin(queries, eq(queries.id, alerts.query_id))
        .where(isRecovered),
    )
    .onConflictDoNothing()
}
