import { and, eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { avatars } from './tables.ts'

export type AvatarRow = typeof avatars.$inferSelect

export async function find(db: Db, userId: number, hash: string): Promise<AvatarRow | undefined> {
  const [row] = await db
    .select()
    .from(avatars)
    .where(and(eq(avatars.user_id, userId), eq(avatars.hash, hash)))
  return row
}

/** Keeps a picture in place of the one before. */
export async function keep(db: Db, { user_id, ...picture }: AvatarRow): Promise<void> {
  await db
    .insert(avatars)
    .values({ user_id, ...picture })
    .onConflictDoUpdate({ target: avatars.user_id, set: picture })
}

export async function remove(db: Db, userId: number): Promise<void> {
  await db.delete(avatars).where(eq(avatars.user_id, userId))
}
