import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { snapshotCached } from '../../platform/db/snapshot-cache.ts'
import { organizationLogos, organizations } from './tables.ts'

type StoredOrganization = Pick<typeof organizations.$inferSelect, 'name' | 'settings'>

/** The tables that `findOrganization` reads. */
export const organizationTables = [organizations, organizationLogos]

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
}, organizationTables)

/** The stored name and settings, locked until the end of the transaction. */
export async function lockOrganization(db: Db): Promise<StoredOrganization> {
  const [row] = await db
    .select({ name: organizations.name, settings: organizations.settings })
    .from(organizations)
    .orderBy(organizations.id)
    .limit(1)
    .for('update')
  if (!row) throw new Error('This installation is not set up.')
  return row
}

export async function storeOrganization(db: Db, { name, settings }: StoredOrganization): Promise<void> {
  await db.update(organizations).set({ name, settings, updated_at: sql`now()` })
}
