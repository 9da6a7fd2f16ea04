import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { organizations } from '../users/tables.ts'
import { secretKeyChecks, setupTokens } from './tables.ts'

export async function hasOrganization(db: Db): Promise<boolean> {
  const rows = await db.select({ id: organizations.id }).from(organizations).limit(1)
  return rows.length > 0
}

/** @returns false when another call was faster: there is one organization at most */
export async function insertOrganization(db: Db, organization: typeof organizations.$inferInsert): Promise<boolean> {
  const rows = await db.insert(organizations).values(organization).onConflictDoNothing().returning({ id: organizations.id })
  return rows.length > 0
}

/** Keeps this token, unless there is one already. */
export async function storeToken(db: Db, token: string): Promise<string> {
  const [row] = await db
    .insert(setupTokens)
    .values({ token })
    // An update that changes nothing, so that the row that was there is returned.
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

/** Stores the check value, unless there is one. @returns the one that is stored now */
export async function storeKeyCheck(db: Db, value: string): Promise<string> {
  await db.insert(secretKeyChecks).values({ value }).onConflictDoNothing()
  return (await findKeyCheck(db)) ?? value
}

/** The check value, which nobody else changes until the transaction ends; null when there is none yet. */
export async function lockKeyCheck(db: Db): Promise<string | null> {
  const [row] = await db.select({ value: secretKeyChecks.value }).from(secretKeyChecks).for('update')
  return row?.value ?? null
}

export async function setKeyCheck(db: Db, value: string): Promise<void> {
  await db.insert(secretKeyChecks).values({ value }).onConflictDoUpdate({ target: secretKeyChecks.id, set: { value } })
}
