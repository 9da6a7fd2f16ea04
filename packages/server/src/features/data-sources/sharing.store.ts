import { and, eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { dataSourceGroups } from './tables.ts'

/** Shares a data source with a group, with full access; one that is shared already stays as it is. */
export async function share(db: Db, id: number, groupId: number): Promise<void> {
  await db.insert(dataSourceGroups).values({ data_source_id: id, group_id: groupId }).onConflictDoNothing()
}

/** @returns false when the group does not share the data source */
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
