import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { snapshotCached } from '../../platform/db/snapshot-cache.ts'
import { organizationLogos, organizations } from './tables.ts'

/** The organization with its stored settings, without defaults; undefined before set-up. */
export const findOrganization = snapshotCached(async (db: Db) => {
  const [row] = await db
    .select({
      name: organizations.name,
      slug: organizations.slug,
      settings: organizations.settings,
      /** null without a logo. */
      logo_hash: organizationLogos.hash,
    })
    .from(organizations)
    .leftJoin(organizationLogos, eq(organizationLogos.organization_id, organizations.id))
    .orderBy(organizations.id)
    .limit(1)
  return row
})

/** The stored settings, locked until the end of the transaction. */
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
