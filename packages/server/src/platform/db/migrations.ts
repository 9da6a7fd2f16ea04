import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { VERSION } from '../version.ts'
import type { Db } from './db.ts'

/** The folder of SQL files that `npm run migrations` generates. */
export const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))

/**
 * The table in which the query builder records applied migrations. `created_at` is the time at which a migration was generated,
 * in milliseconds.
 */
export const APPLIED = 'drizzle.__drizzle_migrations'

/**
 * Refuses a database that a newer version has migrated: this version would write rows that the newer one cannot read.
 * @throws Error with one sentence that names both
 */
export async function refuseNewerSchema(db: Db): Promise<void> {
  const [table] = await db.select({ name: sql<string | null>`to_regclass(${APPLIED})::text` }).from(sql`(select 1) as one`)
  if (!table?.name) return
  const [newest] = await db.select({ time: sql<string | null>`max(created_at)::text` }).from(sql.raw(APPLIED))
  const applied = Number(newest?.time ?? 0)
  const known = readMigrationFiles({ migrationsFolder: MIGRATIONS }).at(-1)?.folderMillis ?? 0
  if (applied <= known) return
  throw new Error(
    `The database was migrated by a newer version of Sightline (its schema is of ${dateOf(applied)}) than this one (${VERSION}, schema of ${dateOf(known)}): start the newer version, or restore a backup from before the update.`,
  )
}

const dateOf = (milliseconds: number) => `${new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`
