import { and, arrayContains, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import type { UserRow } from './store.ts'
import { groups, users } from './tables.ts'

/** What may be changed of a user; what is left out stays. */
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
  >
>

/** @returns the user as it is now; undefined when there is none */
export async function change(db: Db, id: number, fields: UserFields): Promise<UserRow | undefined> {
  const [row] = await db
    .update(users)
    .set({ ...fields, updated_at: sql`now()` })
    .where(eq(users.id, id))
    .returning()
  return row
}

/** Deletes a user who has not accepted the invitation. @returns false when there is no such user */
export async function removePending(db: Db, id: number): Promise<boolean> {
  const removed = await db
    .delete(users)
    .where(and(eq(users.id, id), eq(users.is_invitation_pending, true)))
    .returning({ id: users.id })
  return removed.length > 0
}

/** Puts a user into a group, once. @returns undefined when there is no such user */
export async function addToGroup(db: Db, id: number, groupId: number): Promise<UserRow | undefined> {
  const withGroup = sql`array_append(array_remove(${users.group_ids}, ${groupId}::integer), ${groupId}::integer)`
  const [row] = await db.update(users).set({ group_ids: withGroup }).where(eq(users.id, id)).returning()
  return row
}

/** Takes a user out of a group. @returns undefined when there is no such user */
export async function removeFromGroup(db: Db, id: number, groupId: number): Promise<UserRow | undefined> {
  const [row] = await db
    .update(users)
    .set({ group_ids: without(groupId) })
    .where(eq(users.id, id))
    .returning()
  return row
}

/** Takes everybody out of a group. */
export async function emptyGroup(db: Db, groupId: number): Promise<void> {
  await db
    .update(users)
    .set({ group_ids: without(groupId) })
    .where(arrayContains(users.group_ids, [groupId]))
}

const without = (groupId: number) => sql`array_remove(${users.group_ids}, ${groupId}::integer)`

const isAdminGroup = and(eq(groups.type, 'builtin'), eq(groups.name, 'admin'))

/** Lets nobody else change who the admins are until the transaction ends. */
export async function lockAdmins(db: Db): Promise<void> {
  await db.select({ id: groups.id }).from(groups).where(isAdminGroup).for('update')
}

/** Whether somebody is an admin who can sign in. */
export async function hasActiveAdmin(db: Db): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(groups, and(isAdminGroup, sql`${users.group_ids} @> array[${groups.id}]`))
    .where(and(isNull(users.disabled_at), eq(users.is_invitation_pending, false)))
    .limit(1)
  return rows.length > 0
}
