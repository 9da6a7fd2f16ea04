import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { groups } from '../users/tables.ts'

export type GroupRow = typeof groups.$inferSelect

/** Groups by name. @param ids null for all */
export function list(db: Db, ids: readonly number[] | null): Promise<GroupRow[]> {
  return db
    .select()
    .from(groups)
    .where(ids === null ? undefined : inArray(groups.id, [...ids]))
    .orderBy(asc(sql`lower(${groups.name})`), groups.id)
}

export async function find(db: Db, id: number): Promise<GroupRow | undefined> {
  const [row] = await db.select().from(groups).where(eq(groups.id, id))
  return row
}

export async function insert(db: Db, name: string, permissions: readonly string[]): Promise<GroupRow> {
  const [row] = await db
    .insert(groups)
    .values({ name, permissions: [...permissions] })
    .returning()
  if (!row) throw new Error('The database did not return the new group.')
  return row
}

export async function rename(db: Db, id: number, name: string): Promise<GroupRow | undefined> {
  const [row] = await db.update(groups).set({ name }).where(eq(groups.id, id)).returning()
  return row
}

export async function remove(db: Db, id: number): Promise<void> {
  await db.delete(groups).where(eq(groups.id, id))
}
