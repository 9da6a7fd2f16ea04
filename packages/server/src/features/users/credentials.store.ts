import { and, eq, getTableColumns, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { preparedOnce } from '../../platform/db/prepared-once.ts'
import {
  externalIdentities,
  grantedPermissions,
  groups,
  type LinkKind,
  type Provider,
  sessions,
  userLinks,
  users,
} from './tables.ts'

/** The tables that `findSession` reads. */
export const sessionTables = [sessions, users, groups]

/** A session, possibly expired, with its user and the permission lists of the user's groups. */
export async function findSession(db: Db, id: string) {
  const [row] = await sessionStatement(db).execute({ id })
  return row
}

const sessionStatement = preparedOnce((db) =>
  db
    .select({ session: getTableColumns(sessions), user: getTableColumns(users), permissions: grantedPermissions })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare('find_session'),
)

export async function insertSession(db: Db, session: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(session)
}

export async function extendSession(db: Db, id: string, expiresAt: Date): Promise<void> {
  await db.update(sessions).set({ expires_at: expiresAt }).where(eq(sessions.id, id))
}

export async function removeSession(db: Db, id: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, id))
}

/** Replaces the secrets of a session. @returns its lifetime in seconds; null if there is no such session */
export async function rekeySession(db: Db, id: string, secrets: { id: string; csrf_token: string }): Promise<number | null> {
  const [row] = await db.update(sessions).set(secrets).where(eq(sessions.id, id)).returning({ lifetime: sessions.lifetime })
  return row?.lifetime ?? null
}

/** Removes the sessions of a user. @param exceptId of one to keep; null for none @returns how many were removed */
export async function removeSessionsOf(db: Db, userId: number, exceptId: string | null): Promise<number> {
  const others = exceptId === null ? undefined : ne(sessions.id, exceptId)
  const gone = await db
    .delete(sessions)
    .where(and(eq(sessions.user_id, userId), others))
    .returning({ id: sessions.id })
  return gone.length
}

export async function removeExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expires_at, now))
}

export type LinkRow = typeof userLinks.$inferSelect

export async function insertLink(db: Db, link: typeof userLinks.$inferInsert): Promise<void> {
  await db.insert(userLinks).values(link)
}

export async function findLink(db: Db, id: string, kind: LinkKind): Promise<LinkRow | undefined> {
  const [row] = await db
    .select()
    .from(userLinks)
    .where(and(eq(userLinks.id, id), eq(userLinks.kind, kind)))
  return row
}

/** Ends a link. @returns false if it had ended, so that only one of two concurrent requests succeeds */
export async function endLink(db: Db, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(userLinks)
    .set({ ended_at: now })
    .where(and(eq(userLinks.id, id), isNull(userLinks.ended_at)))
    .returning({ id: userLinks.id })
  return rows.length > 0
}

export async function endLinks(db: Db, userId: number, kinds: LinkKind[], now: Date): Promise<void> {
  await db
    .update(userLinks)
    .set({ ended_at: now })
    .where(and(eq(userLinks.user_id, userId), inArray(userLinks.kind, kinds), isNull(userLinks.ended_at)))
}

/** Removes links that expired before a time. */
export async function removeOldLinks(db: Db, before: Date): Promise<void> {
  await db.delete(userLinks).where(lt(userLinks.expires_at, before))
}

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

/** Whether a user is linked to an identity of this issuer. */
export async function hasIdentityAt(
  db: Db,
  userId: number,
  { provider, issuer }: Omit<IdentityKey, 'subject'>,
): Promise<boolean> {
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

export async function removeIdentities(db: Db, userId: number): Promise<void> {
  await db.delete(externalIdentities).where(eq(externalIdentities.user_id, userId))
}
