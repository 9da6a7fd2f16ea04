import { and, eq, getTableColumns, isNull, lt, or, type SQL } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { snapshotCached } from '../../platform/db/snapshot-cache.ts'
import { grantedPermissions, groups, users } from './tables.ts'

export type UserRow = typeof users.$inferSelect
export type NewUser = typeof users.$inferInsert
export type GroupRow = typeof groups.$inferSelect

/** A user with the permission lists of their groups, in one round trip. */
export interface UserWithPermissions {
  user: UserRow
  permissions: string[]
}

export const findById = (db: Db, id: number) => findOne(db, eq(users.id, id))
export const findByEmail = (db: Db, email: string) => findOne(db, eq(users.email, email.toLowerCase()))
export const findByKey = snapshotCached((db: Db, apiKey: string) => findOne(db, eq(users.api_key, apiKey)))

async function findOne(db: Db, condition: SQL): Promise<UserWithPermissions | undefined> {
  const [row] = await db
    .select({ user: getTableColumns(users), permissions: grantedPermissions })
    .from(users)
    .where(condition)
    .limit(1)
  return row
}

export async function insert(db: Db, user: NewUser): Promise<UserRow> {
  const [row] = await db
    .insert(users)
    .values({ ...user, email: user.email.toLowerCase() })
    .returning()
  if (!row) throw new Error('The database did not return the new user.')
  return row
}

export async function insertGroup(db: Db, group: typeof groups.$inferInsert): Promise<GroupRow> {
  const [row] = await db.insert(groups).values(group).returning()
  if (!row) throw new Error('The database did not return the new group.')
  return row
}

/** Notes that a user is active, unless that was noted after `before`. */
export async function touch(db: Db, id: number, now: Date, before: Date): Promise<void> {
  await db
    .update(users)
    .set({ active_at: now })
    .where(and(eq(users.id, id), or(isNull(users.active_at), lt(users.active_at, before))))
}

/** The id of a group that every installation has. */
export async function builtinGroupId(db: Db, name: 'admin' | 'default'): Promise<number> {
  const [row] = await db
    .select({ id: groups.id })
    .from(groups)
    .where(and(eq(groups.name, name), eq(groups.type, 'builtin')))
  if (!row) throw new Error(`The built-in group "${name}" is missing.`)
  return row.id
}
