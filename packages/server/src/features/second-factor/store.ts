import { and, asc, count, eq, lt } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { users } from '../users/tables.ts'
import { authenticatorApps, passkeys, recoveryCodes } from './tables.ts'

export type AppRow = typeof authenticatorApps.$inferSelect
export type PasskeyRow = typeof passkeys.$inferSelect

export async function findApp(db: Db, userId: number): Promise<AppRow | undefined> {
  const [row] = await db.select().from(authenticatorApps).where(eq(authenticatorApps.user_id, userId))
  return row
}

/** Removes the earlier app of a user and stores an empty one, since the secret is encrypted for its id. @returns the id */
export async function replaceApp(db: Db, app: Omit<AppRow, 'id' | 'encrypted_options'>): Promise<number> {
  await removeApp(db, app.user_id)
  const [row] = await db
    .insert(authenticatorApps)
    .values({ ...app, encrypted_options: '' })
    .returning({ id: authenticatorApps.id })
  if (!row) throw new Error('The database did not return the new authenticator app.')
  return row.id
}

export async function setSecret(db: Db, id: number, encryptedOptions: string): Promise<void> {
  await db.update(authenticatorApps).set({ encrypted_options: encryptedOptions }).where(eq(authenticatorApps.id, id))
}

/** Records the step of an accepted code. @returns false if it, or a later one, has been used meanwhile */
export async function useStep(db: Db, id: number, step: number): Promise<boolean> {
  const rows = await db
    .update(authenticatorApps)
    .set({ last_step: step })
    .where(and(eq(authenticatorApps.id, id), lt(authenticatorApps.last_step, step)))
    .returning({ id: authenticatorApps.id })
  return rows.length > 0
}

/** @returns whether there was one */
export async function removeApp(db: Db, userId: number): Promise<boolean> {
  const rows = await db
    .delete(authenticatorApps)
    .where(eq(authenticatorApps.user_id, userId))
    .returning({ id: authenticatorApps.id })
  return rows.length > 0
}

/** All apps with their users, locked until the end of the transaction. */
export async function lockApps(db: Db) {
  const rows = await db
    .select({ app: authenticatorApps, name: users.name })
    .from(authenticatorApps)
    .innerJoin(users, eq(users.id, authenticatorApps.user_id))
    .orderBy(authenticatorApps.id)
    .for('update', { of: authenticatorApps })
  return rows.map(({ app, name }) => ({ ...app, name, type: 'totp' }))
}

export async function replaceRecoveryCodes(db: Db, userId: number, hashes: readonly string[]): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId))
  if (hashes.length > 0) await db.insert(recoveryCodes).values(hashes.map((hash) => ({ user_id: userId, hash })))
}

/** Uses up a recovery code. @returns false if there is no such code, or it has been used */
export async function useRecoveryCode(db: Db, userId: number, hash: string): Promise<boolean> {
  const rows = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.user_id, userId), eq(recoveryCodes.hash, hash)))
    .returning({ hash: recoveryCodes.hash })
  return rows.length > 0
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const [row] = await db.select({ count: count() }).from(recoveryCodes).where(eq(recoveryCodes.user_id, userId))
  return row?.count ?? 0
}

/** The passkeys of a user, oldest first. */
export const passkeysOf = (db: Db, userId: number): Promise<PasskeyRow[]> =>
  db.select().from(passkeys).where(eq(passkeys.user_id, userId)).orderBy(asc(passkeys.id))

export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credential_id, credentialId))
  return row
}

/** @throws a constraint error if the credential is known */
export async function insertPasskey(db: Db, passkey: typeof passkeys.$inferInsert): Promise<void> {
  await db.insert(passkeys).values(passkey)
}

/** @returns false if the user has no such passkey */
export async function renamePasskey(db: Db, userId: number, id: number, name: string): Promise<boolean> {
  const rows = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.user_id, userId), eq(passkeys.id, id)))
    .returning({ id: passkeys.id })
  return rows.length > 0
}

/** Records a use. @returns false if another use has raised the counter as far meanwhile */
export async function recordPasskeyUse(db: Db, { id, counter }: PasskeyRow, next: number, day: string): Promise<boolean> {
  const rows = await db
    .update(passkeys)
    .set({ counter: next, last_used_on: day })
    .where(and(eq(passkeys.id, id), eq(passkeys.counter, counter)))
    .returning({ id: passkeys.id })
  return rows.length > 0
}

/** @returns the name of the passkey; null if the user has no such one */
export async function removePasskey(db: Db, userId: number, id: number): Promise<string | null> {
  const [row] = await db
    .delete(passkeys)
    .where(and(eq(passkeys.user_id, userId), eq(passkeys.id, id)))
    .returning({ name: passkeys.name })
  return row?.name ?? null
}

/** Removes everything that proves a second factor of a user. */
export async function removeAll(db: Db, userId: number): Promise<void> {
  await removeApp(db, userId)
  await db.delete(passkeys).where(eq(passkeys.user_id, userId))
  await replaceRecoveryCodes(db, userId, [])
}

/** Locks a user until the end of the transaction, so that concurrent changes of the factors see each other. */
export async function lockUser(db: Db, userId: number): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
}
