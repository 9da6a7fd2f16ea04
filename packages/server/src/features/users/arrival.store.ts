import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import type { UserRow } from './store.ts'
import { users } from './tables.ts'

/** What somebody's arrival changes: a password set, a key replaced, an address proved, an invitation accepted. */
export type LinkAcceptance = Partial<
  Pick<typeof users.$inferInsert, 'password_hash' | 'api_key' | 'is_email_verified' | 'is_invitation_pending'>
>

/** @returns the user as they are now */
export async function acceptLink(db: Db, userId: number, arrival: LinkAcceptance): Promise<UserRow> {
  const [row] = await db
    .update(users)
    .set({ ...arrival, updated_at: sql`now()` })
    .where(eq(users.id, userId))
    .returning()
  if (!row) throw new Error('The user is gone.')
  return row
}
