import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { nextId } from '../../platform/db/next-id.ts'
import { alertSubscriptions, alerts } from '../alerts/tables.ts'
import { subscriptions } from '../subscriptions/tables.ts'
import { destinations } from './tables.ts'

export type DestinationRow = typeof destinations.$inferSelect

/** All destinations, ordered by lower-case name. */
export function list(db: Db): Promise<DestinationRow[]> {
  return db
    .select()
    .from(destinations)
    .orderBy(asc(sql`lower(${destinations.name})`), destinations.id)
}

export async function find(db: Db, id: number): Promise<DestinationRow | undefined> {
  const [row] = await db.select().from(destinations).where(eq(destinations.id, id))
  return row
}

type Fields = Pick<DestinationRow, 'name' | 'type' | 'encrypted_options'>

/** Reserves the id of a new destination. */
export const nextDestinationId = (db: Db): Promise<number> => nextId(db, destinations)

/** @throws a constraint error if the name is taken */
export async function insert(db: Db, fields: Fields & { id: number }): Promise<DestinationRow> {
  const [row] = await db.insert(destinations).values(fields).returning()
  if (!row) throw new Error('The database did not return the new destination.')
  return row
}

/** @throws a constraint error if the name is taken */
export async function change(db: Db, id: number, fields: Fields): Promise<void> {
  await db
    .update(destinations)
    .set({ ...fields, updated_at: sql`now()` })
    .where(eq(destinations.id, id))
}

export async function remove(db: Db, id: number): Promise<void> {
  await db.delete(destinations).where(eq(destinations.id, id))
}

/** The alerts that notify a destination, by name. */
export function alertsOf(db: Db, id: number): Promise<{ id: number; name: string }[]> {
  return db
    .select({ id: alerts.id, name: alerts.name })
    .from(alertSubscriptions)
    .innerJoin(alerts, eq(alerts.id, alertSubscriptions.alert_id))
    .where(eq(alertSubscriptions.destination_id, id))
    .orderBy(asc(sql`lower(${alerts.name})`), alerts.id)
}

/** The number of report subscriptions of a destination. */
export async function reportsTo(db: Db, id: number): Promise<number> {
  return db.$count(subscriptions, eq(subscriptions.destination_id, id))
}

const { id, name, type, encrypted_options } = destinations
const encryptedFacts = { id, name, type, encrypted_options }

/** The options of all destinations, locked until the end of the transaction. */
export function lockOptions(db: Db) {
  return db.select(encryptedFacts).from(destinations).orderBy(destinations.id).for('update')
}

export async function setOptions(db: Db, id: number, encryptedOptions: string): Promise<void> {
  await db.update(destinations).set({ encrypted_options: encryptedOptions }).where(eq(destinations.id, id))
}
