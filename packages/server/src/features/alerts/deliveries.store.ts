import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { DeliveryOutcome } from '../../destinations/delivery-retry.ts'
import type { Db } from '../../platform/db/db.ts'
import { sharesOf } from '../data-sources/tables.ts'
import { destinations } from '../destinations/tables.ts'
import { executions, queryResults } from '../executions/tables.ts'
import { queries, queryColumns } from '../queries/tables.ts'
import { users } from '../users/tables.ts'
import { visualizations } from '../visualizations/tables.ts'
import { alertDeliveries, alertEvents, alertSubscriptions, alerts, sourcesOfEvent } from './tables.ts'

const isWaiting = eq(alertDeliveries.state, 'waiting')

/**
 * Claims a due delivery until a time.
 * @returns the number of attempts including this one; null if the delivery is not due or another process has claimed it
 */
export async function claim(db: Db, id: number, now: Date, until: Date): Promise<number | null> {
  const [row] = await db
    .update(alertDeliveries)
    .set({ tries: sql`${alertDeliveries.tries} + 1`, next_try_at: until })
    .where(and(eq(alertDeliveries.id, id), isWaiting, lte(alertDeliveries.next_try_at, now)))
    .returning({ tries: alertDeliveries.tries })
  return row?.tries ?? null
}

/** A delivery with its event, alert, query and result. The subscription is null once it has ended. */
export async function find(db: Db, id: number) {
  const [row] = await db
    .select({
      delivery: alertDeliveries,
      event: alertEvents,
      alert: alerts,
      query: queryColumns,
      shares: sharesOf(queries.data_source_id),
      destination: { type: destinations.type },
      subscription: { user_id: alertSubscriptions.user_id, destination_id: alertSubscriptions.destination_id },
      sources: sourcesOfEvent,
      result: queryResults,
      run: {
        id: executions.id,
        query_hash: executions.query_hash,
        scheduled: executions.scheduled,
        username: sql<string | null>`(select email from ${users} where ${users.id} = ${executions.user_id})`,
      },
    })
    .from(alertDeliveries)
    .innerJoin(alertEvents, eq(alertEvents.id, alertDeliveries.event_id))
    .innerJoin(alerts, eq(alerts.id, alertEvents.alert_id))
    .innerJoin(queries, eq(queries.id, alerts.query_id))
    .leftJoin(alertSubscriptions, eq(alertSubscriptions.id, alertDeliveries.subscription_id))
    .leftJoin(destinations, eq(destinations.id, alertSubscriptions.destination_id))
    .leftJoin(queryResults, eq(queryResults.id, alertEvents.query_result_id))
    .leftJoin(executions, eq(executions.query_result_id, alertEvents.query_result_id))
    .where(eq(alertDeliveries.id, id))
    .limit(1)
  return row
}
export type DeliveryRow = NonNullable<Awaited<ReturnType<typeof find>>>

/** Records the outcome of an attempt. */
export async function settle(db: Db, id: number, outcome: DeliveryOutcome, now: Date): Promise<void> {
  await db.update(alertDeliveries).set(changesAfter(outcome, now)).where(eq(alertDeliveries.id, id))
}

function changesAfter(outcome: DeliveryOutcome, now: Date): Partial<typeof alertDeliveries.$inferInsert> {
  if (outcome.kind === 'sent') return { state: 'sent', sent_at: now, last_error: null }
  const { reason: last_error } = outcome
  if (outcome.kind === 'dropped') return { state: 'dropped', last_error }
  return outcome.nextTry === null ? { state: 'failed', last_error } : { last_error, next_try_at: outcome.nextTry }
}

/** The first chart of a query. */
export async function firstChart(db: Db, queryId: number) {
  const { type, name, options } = visualizations
  const [row] = await db
    .select({ type, name, options })
    .from(visualizations)
    .where(and(eq(visualizations.query_id, queryId), eq(type, 'CHART')))
    .orderBy(asc(visualizations.id))
    .limit(1)
  return row
}

/** Deliveries that are due, oldest first. */
export async function due(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: alertDeliveries.id })
    .from(alertDeliveries)
    .where(and(isWaiting, lte(alertDeliveries.next_try_at, now)))
    .orderBy(asc(alertDeliveries.next_try_at), asc(alertDeliveries.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}
