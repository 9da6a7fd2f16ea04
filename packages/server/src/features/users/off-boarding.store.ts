import type { OffBoarding } from '@sightline/contract/users.ts'
import { and, eq, gte, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { alertSubscriptions, alerts } from '../alerts/tables.ts'
import { dashboards } from '../dashboards/tables.ts'
import { events } from '../events/tables.ts'
import { executions } from '../executions/tables.ts'
import { queries } from '../queries/tables.ts'
import { subscriptions } from '../subscriptions/tables.ts'

type Affected = OffBoarding['reports']
interface Row {
  id: number
  name: string
  count: number
}

/** Items shown in the dialog, which gives the total count as well. */
const SHOWN = 20
const total = sql<number>`(count(*) over ())::integer`

const affected = (rows: readonly Row[]): Affected => ({
  count: rows[0]?.count ?? 0,
  items: rows.map(({ id, name }) => ({ id, name })),
})

export const scheduledQueries = (db: Db, userId: number) => queriesOf(db, userId, isNotNull(queries.schedule))

/** Queries that were opened or run with their own API key. Such callers have no user. */
export const usedQueryKeys = (db: Db, userId: number, since: Date) =>
  queriesOf(
    db,
    userId,
    sql`(${queries.id}::text in (
      select ${events.additional_properties}->>'api_key_of_query' from ${events}
      where ${and(isNull(events.user_id), gte(events.created_at, since))}
    ) or exists (
      select 1 from ${executions}
      where ${and(eq(executions.query_id, queries.id), isNull(executions.user_id), eq(executions.scheduled, false), gte(executions.created_at, since))}
    ))`,
  )

async function queriesOf(db: Db, userId: number, condition: SQL): Promise<Affected> {
  const rows = await db
    .select({ id: queries.id, name: queries.name, count: total })
    .from(queries)
    .where(and(eq(queries.user_id, userId), eq(queries.is_archived, false), condition))
    .orderBy(queries.name, queries.id)
    .limit(SHOWN)
  return affected(rows)
}

export async function publicDashboards(db: Db, userId: number): Promise<Affected> {
  const isPublic = and(isNotNull(dashboards.api_key), eq(dashboards.is_archived, false))
  const rows = await db
    .select({ id: dashboards.id, name: dashboards.name, count: total })
    .from(dashboards)
    .where(and(eq(dashboards.user_id, userId), isPublic))
    .orderBy(dashboards.name, dashboards.id)
    .limit(SHOWN)
  return affected(rows)
}

export async function alertSubscriptionsOf(db: Db, userId: number): Promise<Affected> {
  const rows = await db
    .select({ id: alerts.id, name: alerts.name, count: total })
    .from(alertSubscriptions)
    .innerJoin(alerts, eq(alerts.id, alertSubscriptions.alert_id))
    .where(eq(alertSubscriptions.user_id, userId))
    .orderBy(alerts.name, alertSubscriptions.id)
    .limit(SHOWN)
  return affected(rows)
}

export async function reports(db: Db, userId: number): Promise<Affected> {
  const name = sql<string>`coalesce(${dashboards.name}, ${queries.name})`
  const rows = await db
    .select({ id: subscriptions.id, name, count: total })
    .from(subscriptions)
    .leftJoin(dashboards, eq(dashboards.id, subscriptions.dashboard_id))
    .leftJoin(queries, eq(queries.id, subscriptions.query_id))
    .where(and(eq(subscriptions.user_id, userId), or(eq(dashboards.is_archived, false), eq(queries.is_archived, false))))
    .orderBy(name, subscriptions.id)
    .limit(SHOWN)
  return affected(rows)
}
