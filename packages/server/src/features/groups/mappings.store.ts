import type { GroupMapping, GroupSource } from '@sightline/contract/groups.ts'
import { and, eq, exists, inArray } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { groups } from '../users/tables.ts'
import { groupMappings, mappedMemberships } from './tables.ts'

/** All mappings with the names of their groups, by value. */
export const allMappings = (db: Db) =>
  db
    .select({ value: groupMappings.value, group_id: groupMappings.group_id, name: groups.name })
    .from(groupMappings)
    .innerJoin(groups, eq(groups.id, groupMappings.group_id))
    .orderBy(groupMappings.value, groupMappings.group_id)

/** The ids of these groups that exist. */
export async function existing(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: groups.id })
    .from(groups)
    .where(inArray(groups.id, [...ids]))
  return new Set(rows.map(({ id }) => id))
}

export async function replaceMappings(db: Db, mappings: readonly GroupMapping[]): Promise<void> {
  await db.delete(groupMappings)
  if (mappings.length > 0)
    await db
      .insert(groupMappings)
      .values([...mappings])
      .onConflictDoNothing()
}

/** Replaces which memberships of a user come from their sign-in. */
export async function replaceMapped(db: Db, userId: number, groupIds: readonly number[], source: GroupSource): Promise<void> {
  await db.delete(mappedMemberships).where(eq(mappedMemberships.user_id, userId))
  if (groupIds.length > 0)
    await db.insert(mappedMemberships).values(groupIds.map((group_id) => ({ user_id: userId, group_id, source })))
}

/** The members whose sign-in put them into a group, with the method; none once the group has no mapping. */
export async function mappedMembers(db: Db, groupId: number): Promise<Map<number, GroupSource>> {
  const isMapped = exists(db.select().from(groupMappings).where(eq(groupMappings.group_id, groupId)))
  const rows = await db
    .select()
    .from(mappedMemberships)
    .where(and(eq(mappedMemberships.group_id, groupId), isMapped))
  return new Map(rows.map(({ user_id, source }) => [user_id, source]))
}
