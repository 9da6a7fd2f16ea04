import { and, eq, inArray, isNull, lt } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { type LinkKind, userLinks } from './link-tables.ts'

export type LinkRow = typeof userLinks.$inferSelect

export async function insertLink(db: Db, link: typeof userLinks.$inferInsert): Promise<void> {
  await db.insert(userLinks).values(link)
}

export async function findLink(db: Db, id: string, kind: LinkKind): Promise<LinkRow | undefined> {
  const [row] = await db
    .select()
    .from(userLinks)
    .where(and(eq(userLinks.id, id), eq(userLinks.kind, kind)))
  return row
}

/** Ends a link. @returns false when it had ended: of two who follow it at the same time, one gets in */
export async function endLink(db: Db, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(userLinks)
    .set({ ended_at: now })
    .where(and(eq(userLinks.id, id), isNull(userLinks.ended_at)))
    .returning({ id: userLinks.id })
  return rows.length > 0
}

export async function endLinks(db: Db, userId: number, kinds: LinkKind[], now: Date): Promise<void> {
  await db
    .update(userLinks)
    .set({ ended_at: now })
    .where(and(eq(userLinks.user_id, userId), inArray(userLinks.kind, kinds), isNull(userLinks.ended_at)))
}

/** Forgets links that ran out before a time. */
export async function removeOldLinks(db: Db, before: Date): Promise<void> {
  await db.delete(userLinks).where(lt(userLinks.expires_at, before))
}
