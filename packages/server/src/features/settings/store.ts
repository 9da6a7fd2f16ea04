import type { Db } from '../../platform/db/db.ts'
import { keptRead } from '../../platform/db/kept-reads.ts'
import { organizations } from '../users/tables.ts'

/** The organization's own settings and name; undefined before set-up. */
export const findOrganization = keptRead(async (db: Db) => {
  const [row] = await db
    .select({ name: organizations.name, slug: organizations.slug, settings: organizations.settings })
    .from(organizations)
    .orderBy(organizations.id)
    .limit(1)
  return row
})
