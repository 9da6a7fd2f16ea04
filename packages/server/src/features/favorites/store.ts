import { and, eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { favorites } from './tables.ts'

export type FavoriteType = 'query' | 'dashboard'

export async function add(db: Db, userId: number, type: FavoriteType, objectId: number) {
  await db.insert(favorites).values({ user_id: userId, object_type: type, object_id: objectId }).onConflictDoNothing()
}

export async function remove(db: Db, userId: number, type: FavoriteType, objectId: number) {
  await db
    .delete(favorites)
    .where(and(eq(favorites.user_id, userId), eq(favorites.object_type, type), eq(favorites.object_id, objectId)))
}
