import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { organizations } from '../users/tables.ts'
import { setupTokens } from './tables.ts'

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
export async function keepToken(db: Db, token: string): Promise<string> {
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
