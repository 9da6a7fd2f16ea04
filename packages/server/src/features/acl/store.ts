import { and, eq, getTableColumns } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { users } from '../users/tables.ts'
import { accessPermissions } from './tables.ts'

export type GrantRow = typeof accessPermissions.$inferSelect

/** A kind of access to one query or dashboard. */
export type Access = Pick<GrantRow, 'object_type' | 'object_id' | 'access_type'>

/** The access list of an object: one entry per user and kind of access, however many users granted it. */
export function list(db: Db, { object_type, object_id }: Omit<Access, 'access_type'>) {
  const { access_type, grantee_id } = accessPermissions
  return db
    .selectDistinctOn([access_type, grantee_id], { access_type, grantee: getTableColumns(users) })
    .from(accessPermissions)
    .innerJoin(users, eq(users.id, grantee_id))
    .where(and(eq(accessPermissions.object_type, object_type), eq(accessPermissions.object_id, object_id)))
    .orderBy(access_type, grantee_id)
}

/** Whether a user was granted this access. */
export async function has(db: Db, access: Access, granteeId: number): Promise<boolean> {
  const rows = await db.select({ id: accessPermissions.id }).from(accessPermissions).where(isOf(access, granteeId)).limit(1)
  return rows.length > 0
}

/** @returns the entry, also if the same user had granted it before */
export async function grant(db: Db, entry: Access & { grantor_id: number; grantee_id: number }): Promise<GrantRow> {
  const { object_type, object_id, access_type, grantor_id, grantee_id } = accessPermissions
  const [row] = await db
    .insert(accessPermissions)
    .values(entry)
    .onConflictDoUpdate({
      target: [object_type, object_id, access_type, grantor_id, grantee_id],
      // A no-op update, since a conflict without update would return no row.
      set: { access_type: entry.access_type },
    })
    .returning()
  if (!row) throw new Error('The database did not return the grant.')
  return row
}

/** Revokes a user's access, no matter which user granted it. @returns whether there was any */
export async function revoke(db: Db, access: Access, granteeId: number): Promise<boolean> {
  const revoked = await db.delete(accessPermissions).where(isOf(access, granteeId)).returning({ id: accessPermissions.id })
  return revoked.length > 0
}

const isOf = (access: Access, granteeId: number) =>
  and(
    eq(accessPermissions.object_type, access.object_type),
    eq(accessPermissions.object_id, access.object_id),
    eq(accessPermissions.access_type, access.access_type),
    eq(accessPermissions.grantee_id, granteeId),
  )
