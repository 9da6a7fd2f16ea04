import type { SnippetChanges, SnippetFields } from '@sightline/contract/snippets.ts'
import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { users } from '../users/tables.ts'
import { querySnippets } from './tables.ts'

const withOwner = (db: Db) =>
  db
    .select({ snippet: querySnippets, owner: users })
    .from(querySnippets)
    .innerJoin(users, eq(querySnippets.user_id, users.id))
    .$dynamic()
export type SnippetRow = Awaited<ReturnType<typeof withOwner>>[number]

/** All snippets, by trigger. */
export function list(db: Db): Promise<SnippetRow[]> {
  return withOwner(db).orderBy(asc(sql`lower(${querySnippets.trigger})`), querySnippets.id)
}

export async function find(db: Db, id: number): Promise<SnippetRow | undefined> {
  const [row] = await withOwner(db).where(eq(querySnippets.id, id))
  return row
}

/** @returns the new id @throws a constraint error if the trigger is taken */
export async function insert(db: Db, fields: SnippetFields, userId: number): Promise<number> {
  const [row] = await db
    .insert(querySnippets)
    .values({ ...fields, user_id: userId })
    .returning({ id: querySnippets.id })
  if (!row) throw new Error('The database did not return the new snippet.')
  return row.id
}

/** @throws a constraint error if the trigger is taken */
export async function change(db: Db, id: number, changes: SnippetChanges): Promise<void> {
  await db
    .update(querySnippets)
    .set({ ...changes, updated_at: sql`now()` })
    .where(eq(querySnippets.id, id))
}

export async function remove(db: Db, id: number): Promise<void> {
  await db.delete(querySnippets).where(eq(querySnippets.id, id))
}
