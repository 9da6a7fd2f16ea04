import { isNull, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { snapshotCached } from '../../platform/db/snapshot-cache.ts'
import { organizations } from '../users/tables.ts'

/** The organization's own settings and name; undefined before set-up. */
export const findOrganization = snapshotCached(async (db: Db) => {
  const [row] = await db
    .select({ name: organizations.name, slug: organizations.slug, settings: organizations.settings })
    .from(organizations)
    .orderBy(organizations.id)
    .limit(1)
  return row
})

/** The stored settings, which nobody else changes until the transaction ends. */
export async function lockSettings(db: Db): Promise<Record<string, unknown>> {
  const [row] = await db
    .select({ settings: organizations.settings })
    .from(organizations)
    .orderBy(organizations.id)
    .limit(1)
    .for('update')
  if (!row) throw new Error('This installation is not set up.')
  return row.settings
}

export async function storeSettings(db: Db, settings: Record<string, unknown>): Promise<void> {
  await db.update(organizations).set({ settings, updated_at: sql`now()` })
}

/** Whether all stored options have been bound to their rows; also before set-up, when there are none. */
export async function areOptionsBound(db: Db): Promise<boolean> {
  return (await db.$count(organizations, isNull(organizations.options_bound_at))) === 0
}

/** Has other processes wait until the transaction ends. @returns false when one of them was first */
export async function lockUnboundOptions(db: Db): Promise<boolean> {
  const { id, options_bound_at } = organizations
  const rows = await db.select({ id }).from(organizations).where(isNull(options_bound_at)).for('update')
  return rows.length > 0
}

export async function markOptionsBound(db: Db): Promise<void> {
  await db.update(organizations).set({ options_bound_at: sql`now()` })
}
