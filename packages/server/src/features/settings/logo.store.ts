import { eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { organizationLogos, organizations } from './tables.ts'

/** The picture of a logo. */
type Logo = Pick<typeof organizationLogos.$inferSelect, 'hash' | 'type' | 'bytes'>

/** The logo with the name of its organization; undefined without one. */
export async function findLogo(db: Db): Promise<(Logo & { organization: string }) | undefined> {
  const [row] = await db
    .select({
      hash: organizationLogos.hash,
      type: organizationLogos.type,
      bytes: organizationLogos.bytes,
      organization: organizations.name,
    })
    .from(organizationLogos)
    .innerJoin(organizations, eq(organizations.id, organizationLogos.organization_id))
  return row
}

/** Locks the organization until the end of the transaction. @returns the hash of its logo; null without one */
export async function lockLogo(db: Db): Promise<string | null> {
  await db.select({ id: organizations.id }).from(organizations).for('update')
  const [row] = await db.select({ hash: organizationLogos.hash }).from(organizationLogos)
  return row?.hash ?? null
}

/** Stores a logo in place of the previous one. */
export async function storeLogo(db: Db, logo: Logo): Promise<void> {
  const { hash, type, bytes } = logo
  const [organization] = await db.select({ id: organizations.id }).from(organizations).orderBy(organizations.id).limit(1)
  if (!organization) throw new Error('This installation is not set up.')
  await db
    .insert(organizationLogos)
    .values({ organization_id: organization.id, hash, type, bytes })
    .onConflictDoUpdate({ target: organizationLogos.organization_id, set: { hash, type, bytes } })
}

export async function removeLogo(db: Db): Promise<void> {
  await db.delete(organizationLogos)
}
