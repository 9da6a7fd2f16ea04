import { desc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { alertDeliveries, alertEvents, sourcesOfEvent } from './tables.ts'

/** What happened to an alert, newest first, with the groups that share each source of the value. */
export function latestEvents(db: Db, alertId: number, limit: number) {
  return db
    .select({ event: alertEvents, sources: sourcesOfEvent })
    .from(alertEvents)
    .where(eq(alertEvents.alert_id, alertId))
    .orderBy(desc(alertEvents.id))
    .limit(limit)
}

/** The messages about some happenings, in the order in which they were stored. */
export async function deliveriesOf(db: Db, eventIds: readonly number[]) {
  if (eventIds.length === 0) return []
  const isOfThese = inArray(alertDeliveries.event_id, [...eventIds])
  return db.select().from(alertDeliveries).where(isOfThese).orderBy(alertDeliveries.id)
}
