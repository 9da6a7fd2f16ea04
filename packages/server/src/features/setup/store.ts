import { eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { organizations } from '../settings/tables.ts'
import { secretKeyChecks, setupTokens } from './tables.ts'

export async function hasOrganization(db: Db): Promise<boolean> {
  const rows = await db.select({ id: organizations.id }).from(organizations).limit(1)
  return rows.length > 0
}

/** @returns false if a concurrent call has created the organization */
export async function insertOrganization(db: Db, organization: typeof organizations.$inferInsert): Promise<boolean> {
  const rows = await db.insert(organizations).values(organization).onConflictDoNothing().returning({ id: organizations.id })
  return rows.length > 0
}

/** Stores a token, unless there is one. @returns the stored token */
export async function storeToken(db: Db, token: string): Promise<string> {
  const [row] = await db
    .insert(setupTokens)
    .values({ token })
    // A no-op update, so that the existing row is returned.
    .onConflictDoUpdate({ target: setupTokens.id, set: { token: sql`${setupTokens.token}` } })
    .returning({ token: setupTokens.token })
  return row?.token ?? token
}

export async function findToken(db: Db): Promise<string | null> {
  const [row] = await db.select({ token: setupTokens.token }).from(setupTokens).where(eq(setupTokens.id, true))
  return row?.token ?? null
}

export async function removeToken(db: Db): Promise<void> {
  await db.delete(setupTokens)
}

export async function findKeyCheck(db: Db): Promise<string | null> {
  const [row] = await db.select({ value: secretKeyChecks.value }).from(secretKeyChecks)
  return row?.value ?? null
}

/** Stores a check value, unless there is one. @returns the stored value */
export async function storeKeyCheck(db: Db, value: string): Promise<string> {
  await db.insert(secretKeyChecks).values({ value }).onConflictDoNothing()
  return (await findKeyCheck(db)) ?? value
}

/** The check value, locked until the end of the transaction; null if there is none yet. */
export async function lockKeyCheck(db: Db): Promise<string | null> {
  const [row] = await db.select({ value: secretKeyChecks.value }).from(secretKeyChecks).for('update')
  return row?.value ?? null
}

export async function setKeyCheck(db: Db, value: string): Promise<void> {
  await db.insert(secretKeyChecks).values({ value }).onConflictDoUpdate({ target: secretKeyChecks.id, set: { value } })
}

/** Whether all encrypted options are bound to their rows; true before set-up, when there are none. */
export async function areOptionsBound(db: Db): Promise<boolean> {
  return (await db.$count(organizations, isNull(organizations.options_bound_at))) === 0
}

/** Locks the binding until the end of the transaction. @returns false if another process has done it */
export async function lockUnboundOptions(db: Db): Promise<boolean> {
  const { id, options_bound_at } = organizations
  const rows = await db.select({ id }).from(organizations).where(isNull(options_bound_at)).for('update')
  return rows.length > 0
}

export async function markOptionsBound(db: Db): Promise<void> {
  await db.update(organizations).set({ options_bound_at: sql`now()` })
}
