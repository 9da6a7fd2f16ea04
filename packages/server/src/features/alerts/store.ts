import type { AlertOptions } from '@sightline/contract/alerts.ts'
import type { Share } from '@sightline/domain/permissions/can.ts'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../platform/db/db.ts'
import { editorsOf } from '../acl/tables.ts'
import { sharesOf } from '../data-sources/tables.ts'
import { destinations } from '../destinations/tables.ts'
import { queryResults, sourcesOfResult } from '../executions/tables.ts'
import { queries, queryColumns } from '../queries/tables.ts'
import { users } from '../users/tables.ts'
import { alertDeliveries, alertEvents, alertSubscriptions, alerts, sourcesOfEvent } from './tables.ts'

export type AlertColumns = typeof alerts.$inferSelect

const owner = alias(users, 'owner')
const modifier = alias(users, 'modifier')
const author = alias(users, 'author')

/** An archived query keeps its alerts for the day it is restored; until then there are none. */
const isListed = eq(queries.is_archived, false)

/** Alerts with their query and everything that decides who may see them, in one statement. */
function selectAlerts(db: Db) {
  return db
    .select({
      alert: alerts,
      author,
      query: queryColumns,
      owner,
      modifier,
      shares: sharesOf(queries.data_source_id),
      editor_ids: editorsOf('query', queries.id),
      /** The groups that share each data source of the value; null once its result has been deleted. */
      sources: sql<Share[][] | null>`case when ${queryResults.id} is not null then ${sourcesOfResult} end`,
    })
    .from(alerts)
    .innerJoin(author, eq(alerts.user_id, author.id))
    .innerJoin(queries, eq(alerts.query_id, queries.id))
    .innerJoin(owner, eq(queries.user_id, owner.id))
    .leftJoin(modifier, eq(queries.last_modified_by_id, modifier.id))
    .leftJoin(queryResults, eq(queryResults.id, alerts.evaluated_result_id))
    .$dynamic()
}
export type AlertRow = Awaited<ReturnType<typeof selectAlerts>>[number]

/** The alerts on queries whose data source is shared with one of these groups, newest first. */
export function list(db: Db, groupIds: readonly number[]): Promise<AlertRow[]> {
  const isShared = sql`exists (select 1 from data_source_groups share
    where share.data_source_id = ${queries.data_source_id} and ${inArray(sql`share.group_id`, [...groupIds])})`
  return selectAlerts(db).where(and(isListed, isShared)).orderBy(desc(alerts.created_at), desc(alerts.id))
}

export async function find(db: Db, id: number): Promise<AlertRow | undefined> {
  const [row] = await selectAlerts(db).where(and(isListed, eq(alerts.id, id)))
  return row
}

export interface AlertContent {
  name: string
  query_id: number
  options: AlertOptions
  rearm: number | null
}

/** @returns the id of the new alert */
export async function insert(db: Db, content: AlertContent & { user_id: number }): Promise<number> {
  const [row] = await db.insert(alerts).values(content).returning({ id: alerts.id })
  if (!row) throw new Error('The database stored no alert.')
  return row.id
}

export async function change(db: Db, id: number, changes: Partial<AlertContent>): Promise<void> {
  await db
    .update(alerts)
    .set({ ...changes, updated_at: sql`now()` })
    .where(eq(alerts.id, id))
}

/** Changes only whether an alert is muted. */
export async function setMuted(db: Db, id: number, muted: boolean): Promise<void> {
  const options = sql`${alerts.options} || ${JSON.stringify({ muted })}::jsonb`
  await db.update(alerts).set({ options, updated_at: sql`now()` }).where(eq(alerts.id, id))
}

export async function remove(db: Db, id: number): Promise<void> {
  await db.delete(alerts).where(eq(alerts.id, id))
}

/** Subscriptions with their user and destination. */
function selectSubscriptions(db: Db) {
  const { id, name, type } = destinations
  return db
    .select({ subscription: alertSubscriptions, user: users, destination: { id, name, type } })
    .from(alertSubscriptions)
    .innerJoin(users, eq(alertSubscriptions.user_id, users.id))
    .leftJoin(destinations, eq(alertSubscriptions.destination_id, destinations.id))
    .$dynamic()
}
export type SubscriptionRow = Awaited<ReturnType<typeof selectSubscriptions>>[number]

export function subscriptionsOf(db: Db, alertId: number): Promise<SubscriptionRow[]> {
  return selectSubscriptions(db).where(eq(alertSubscriptions.alert_id, alertId)).orderBy(alertSubscriptions.id)
}

export async function findSubscription(db: Db, alertId: number, id: number): Promise<SubscriptionRow | undefined> {
  const [row] = await selectSubscriptions(db).where(
    and(eq(alertSubscriptions.alert_id, alertId), eq(alertSubscriptions.id, id)),
  )
  return row
}

/** @returns the id; null if there already is such a subscription */
export async function insertSubscription(
  db: Db,
  fields: { alert_id: number; user_id: number; destination_id: number | null },
): Promise<number | null> {
  const [row] = await db
    .insert(alertSubscriptions)
    .values(fields)
    .onConflictDoNothing()
    .returning({ id: alertSubscriptions.id })
  return row?.id ?? null
}

export async function removeSubscription(db: Db, id: number): Promise<void> {
  await db.delete(alertSubscriptions).where(eq(alertSubscriptions.id, id))
}

/** The events of an alert, newest first, each with the groups that share the data sources of its value. */
export function latestEvents(db: Db, alertId: number, limit: number) {
  return db
    .select({ event: alertEvents, sources: sourcesOfEvent })
    .from(alertEvents)
    .where(eq(alertEvents.alert_id, alertId))
    .orderBy(desc(alertEvents.id))
    .limit(limit)
}

/** The deliveries of some events, in the order in which they were stored. */
export async function deliveriesOf(db: Db, eventIds: readonly number[]) {
  if (eventIds.length === 0) return []
  const isOfThese = inArray(alertDeliveries.event_id, [...eventIds])
  return db.select().from(alertDeliveries).where(isOfThese).orderBy(alertDeliveries.id)
}
