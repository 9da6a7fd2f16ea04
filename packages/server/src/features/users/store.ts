import { and, arrayContains, eq, getTableColumns, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { snapshotCached } from '../../platform/db/snapshot-cache.ts'
import { avatars, grantedPermissions, groups, users } from './tables.ts'

export type UserRow = typeof users.$inferSelect
export type NewUser = typeof users.$inferInsert
export type GroupRow = typeof groups.$inferSelect

/** A user with the merged permission lists of their groups. */
export interface UserWithPermissions {
  user: UserRow
  permissions: string[]
}

export const findById = (db: Db, id: number) => findOne(db, eq(users.id, id))
export const findByEmail = (db: Db, email: string) => findOne(db, eq(users.email, email.toLowerCase()))
export const findByKey = snapshotCached((db: Db, apiKey: string) => findOne(db, eq(users.api_key, apiKey)), [users, groups])

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

/** Records that a user is active, unless that was recorded after `before`. */
export async function recordActivity(db: Db, id: number, now: Date, before: Date): Promise<void> {
  await db
    .update(users)
    .set({ active_at: now })
    .where(and(eq(users.id, id), or(isNull(users.active_at), lt(users.active_at, before))))
}

/** The id of a built-in group. */
export async function builtinGroupId(db: Db, name: 'admin' | 'default'): Promise<number> {
  const [row] = await db
    .select({ id: groups.id })
    .from(groups)
    .where(and(eq(groups.name, name), eq(groups.type, 'builtin')))
  if (!row) throw new Error(`The built-in group "${name}" is missing.`)
  return row.id
}

/** People who are neither disabled nor invited only, and whose names contain a text, by name. */
export const activeByName = (db: Db, text: string, limit: number): Promise<UserRow[]> =>
  db
    .select()
    .from(users)
    .where(
      and(
        isNull(users.disabled_at),
        eq(users.is_invitation_pending, false),
        eq(users.is_service_account, false),
        sql`position(lower(${text}::text) in lower(${users.name})) > 0`,
      ),
    )
    .orderBy(sql`lower(${users.name})`, users.id)
    .limit(limit)

/** The fields of a user that can be changed. */
export type UserFields = Partial<
  Pick<
    typeof users.$inferInsert,
    | 'name'
    | 'email'
    | 'password_hash'
    | 'api_key'
    | 'group_ids'
    | 'disabled_at'
    | 'is_email_verified'
    | 'is_invitation_pending'
    | 'profile_image_url'
    | 'time_zone'
    | 'week_start'
    | 'language'
    | 'mails_mentions'
  >
>

/** @returns the changed user; undefined if there is none */
export async function change(db: Db, id: number, fields: UserFields): Promise<UserRow | undefined> {
  const [row] = await db
    .update(users)
    .set({ ...fields, updated_at: sql`now()` })
    .where(eq(users.id, id))
    .returning()
  return row
}

/** Deletes a pending user. @returns false if there is none */
export async function removePending(db: Db, id: number): Promise<boolean> {
  const removed = await db
    .delete(users)
    .where(and(eq(users.id, id), eq(users.is_invitation_pending, true)))
    .returning({ id: users.id })
  return removed.length > 0
}

/** Adds a user to a group; idempotent. @returns undefined if there is no such user */
export async function addToGroup(db: Db, id: number, groupId: number): Promise<UserRow | undefined> {
  const withGroup = sql`array_append(array_remove(${users.group_ids}, ${groupId}::integer), ${groupId}::integer)`
  const [row] = await db.update(users).set({ group_ids: withGroup }).where(eq(users.id, id)).returning()
  return row
}

/** Removes a user from a group. @returns undefined if there is no such user */
export async function removeFromGroup(db: Db, id: number, groupId: number): Promise<UserRow | undefined> {
  const [row] = await db
    .update(users)
    .set({ group_ids: without(groupId) })
    .where(eq(users.id, id))
    .returning()
  return row
}

/** Removes all users from a group. */
export async function emptyGroup(db: Db, groupId: number): Promise<void> {
  await db
    .update(users)
    .set({ group_ids: without(groupId) })
    .where(arrayContains(users.group_ids, [groupId]))
}

const without = (groupId: number) => sql`array_remove(${users.group_ids}, ${groupId}::integer)`

const isAdminGroup = and(eq(groups.type, 'builtin'), eq(groups.name, 'admin'))

/** Locks the membership of the admin group until the end of the transaction. */
export async function lockAdmins(db: Db): Promise<void> {
  await db.select({ id: groups.id }).from(groups).where(isAdminGroup).for('update')
}

/** Whether there is an admin who can sign in. */
export async function hasActiveAdmin(db: Db): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(groups, and(isAdminGroup, sql`${users.group_ids} @> array[${groups.id}]`))
    .where(and(isNull(users.disabled_at), eq(users.is_invitation_pending, false), eq(users.is_service_account, false)))
    .limit(1)
  return rows.length > 0
}

/** The changes that a link or a login brings: a new password or key, a verified address, an accepted invitation. */
export type LinkAcceptance = Partial<
  Pick<typeof users.$inferInsert, 'password_hash' | 'api_key' | 'is_email_verified' | 'is_invitation_pending'>
>

/** @returns the changed user */
export async function acceptLink(db: Db, userId: number, arrival: LinkAcceptance): Promise<UserRow> {
  const [row] = await db
    .update(users)
    .set({ ...arrival, updated_at: sql`now()` })
    .where(eq(users.id, userId))
    .returning()
  if (!row) throw new Error('The user is gone.')
  return row
}

export type AvatarRow = typeof avatars.$inferSelect

export async function findAvatar(db: Db, userId: number, hash: string): Promise<AvatarRow | undefined> {
  const [row] = await db
    .select()
    .from(avatars)
    .where(and(eq(avatars.user_id, userId), eq(avatars.hash, hash)))
  return row
}

/** Stores an avatar in place of the previous one. */
export async function storeAvatar(db: Db, { user_id, ...picture }: AvatarRow): Promise<void> {
  await db
    .insert(avatars)
    .values({ user_id, ...picture })
    .onConflictDoUpdate({ target: avatars.user_id, set: picture })
}

export async function removeAvatar(db: Db, userId: number): Promise<void> {
  await db.delete(avatars).where(eq(avatars.user_id, userId))
}
