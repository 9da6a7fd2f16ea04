import { and, eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { externalIdentities, type Provider } from './identity-tables.ts'

export interface IdentityKey {
  provider: Provider
  issuer: string
  subject: string
}

const isIdentity = ({ provider, issuer, subject }: IdentityKey) =>
  and(eq(externalIdentities.provider, provider), eq(externalIdentities.issuer, issuer), eq(externalIdentities.subject, subject))

export async function findIdentityUser(db: Db, key: IdentityKey): Promise<number | undefined> {
  const [row] = await db.select({ id: externalIdentities.user_id }).from(externalIdentities).where(isIdentity(key))
  return row?.id
}

/** Whether a user is known to an issuer already. */
export async function hasIdentityAt(db: Db, userId: number, { provider, issuer }: Omit<IdentityKey, 'subject'>): Promise<boolean> {
  const rows = await db
    .select({ subject: externalIdentities.subject })
    .from(externalIdentities)
    .where(
      and(
        eq(externalIdentities.user_id, userId),
        eq(externalIdentities.provider, provider),
        eq(externalIdentities.issuer, issuer),
      ),
    )
    .limit(1)
  return rows.length > 0
}

export async function insertIdentity(db: Db, identity: typeof externalIdentities.$inferInsert): Promise<void> {
  await db.insert(externalIdentities).values(identity)
}
