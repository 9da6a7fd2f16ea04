import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { scimTokens } from './tables.ts'

export type TokenRow = typeof scimTokens.$inferSelect

export const all = (db: Db): Promise<TokenRow[]> => db.select().from(scimTokens).orderBy(asc(scimTokens.id))

/** All tokens; no other can be created until the end of the transaction. */
export async function lockAll(db: Db): Promise<TokenRow[]> {
  await db.execute(sql`lock table ${scimTokens} in share row exclusive mode`)
  return all(db)
}

export async function insert(db: Db, token: typeof scimTokens.$inferInsert): Promise<TokenRow> {
  const [row] = await db.insert(scimTokens).values(token).returning()
  if (!row) throw new Error('The database did not return the new token.')
  return row
}

export async function remove(db: Db, id: number): Promise<TokenRow | undefined> {
  const [row] = await db.delete(scimTokens).where(eq(scimTokens.id, id)).returning()
  return row
}

export async function findByHash(db: Db, hash: string): Promise<TokenRow | undefined> {
  const [row] = await db.select().from(scimTokens).where(eq(scimTokens.hash, hash))
  return row
}

export async function recordUse(db: Db, id: number, now: Date): Promise<void> {
  await db.update(scimTokens).set({ last_used_at: now }).where(eq(scimTokens.id, id))
}
