import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { groups } from '../users/tables.ts'
import { dataSourceGroups } from './tables.ts'

/** Shares a data source with a group, with full access. An existing share stays unchanged. */
export async function share(db: Db, id: number, groupId: number): Promise<void> {
  await db.insert(dataSourceGroups).values({ data_source_id: id, group_id: groupId }).onConflictDoNothing()
}

/** Shares a new data source with the default group, with full access. */
export async function shareWithDefault(db: Db, id: number): Promise<void> {
  const isDefault = and(eq(groups.type, 'builtin'), eq(groups.name, 'default'))
  const [group] = await db.select({ id: groups.id }).from(groups).where(isDefault)
  if (group) await share(db, id, group.id)
}

/**
 * Shares a new data source with groups (id → view only).
 * @returns the id of a group that does not exist; null if all of them do
 */
export async function shareNew(db: Db, id: number, sharing: Record<string, boolean>): Promise<number | null> {
  const shares = Object.entries(sharing).map(([group, view_only]) => ({ group_id: Number(group), view_only }))
  if (shares.length === 0) return null
  const ids = shares.map(({ group_id }) => group_id)
  const known = await db.select({ id: groups.id }).from(groups).where(inArray(groups.id, ids)).for('key share')
  const unknown = ids.find((one) => !known.some((group) => group.id === one))
  if (unknown !== undefined) return unknown
  await db.insert(dataSourceGroups).values(shares.map((one) => ({ data_source_id: id, ...one })))
  return null
}

/** @returns false if the data source is not shared with the group */
export async function setViewOnly(db: Db, id: number, groupId: number, viewOnly: boolean): Promise<boolean> {
  const changed = await db
    .update(dataSourceGroups)
    .set({ view_only: viewOnly })
    .where(isShare(id, groupId))
    .returning({ id: dataSourceGroups.data_source_id })
  return changed.length > 0
}

export async function unshare(db: Db, id: number, groupId: number): Promise<void> {
  await db.delete(dataSourceGroups).where(isShare(id, groupId))
}

const isShare = (id: number, groupId: number) =>
  and(eq(dataSourceGroups.data_source_id, id), eq(dataSourceGroups.group_id, groupId))
