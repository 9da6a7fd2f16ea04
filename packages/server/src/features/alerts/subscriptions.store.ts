import { and, eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { destinations } from '../destinations/tables.ts'
import { users } from '../users/tables.ts'
import { alertSubscriptions } from './tables.ts'

/** Subscriptions with who made them and where they lead. */
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

/** @returns the id; null when there is such a subscription already */
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
