import { and, eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { userPictures } from './tables.ts'

export type PictureRow = typeof userPictures.$inferSelect

export async function find(db: Db, userId: number, hash: string): Promise<PictureRow | undefined> {
  const [row] = await db
    .select()
    .from(userPictures)
    .where(and(eq(userPictures.user_id, userId), eq(userPictures.hash, hash)))
  return row
}

/** Keeps a picture in place of the one before. */
export async function keep(db: Db, { user_id, ...picture }: PictureRow): Promise<void> {
  await db
    .insert(userPictures)
    .values({ user_id, ...picture })
    .onConflictDoUpdate({ target: userPictures.user_id, set: picture })
}

export async function remove(db: Db, userId: number): Promise<void> {
  await db.delete(userPictures).where(eq(userPictures.user_id, userId))
}
