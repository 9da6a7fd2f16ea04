import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { z } from 'zod'
import type { CopySession } from './copy-session.ts'
import { APPLIED, MIGRATIONS } from './migrations.ts'

const Snapshot = z.object({ tables: z.record(z.string(), z.unknown()) })

/** The migrations that this version has, oldest first. */
const known = () => readMigrationFiles({ migrationsFolder: MIGRATIONS })

/** The time at which the newest migration of this version was generated, in milliseconds. */
export const newestSchema = (): number => known().at(-1)?.folderMillis ?? 0

/** Whether this version has a migration of exactly this time. */
export const isKnownSchema = (schema: number): boolean => known().some(({ folderMillis }) => folderMillis === schema)

/** The tables after a migration, by name and in alphabetical order. @param schema the time of the migration */
export function tablesOf(schema: number): string[] {
  const index = known().findIndex(({ folderMillis }) => folderMillis === schema)
  const file = join(MIGRATIONS, 'meta', `${String(index).padStart(4, '0')}_snapshot.json`)
  const { tables } = Snapshot.parse(JSON.parse(readFileSync(file, 'utf8')))
  return Object.keys(tables)
    .map((name) => name.replace(/^public\./, ''))
    .sort()
}

/** The tables that this version or one before it has made. */
export const tablesEver = (): string[] => [...new Set(known().flatMap(({ folderMillis }) => tablesOf(folderMillis)))].sort()

/** @returns the time of the last migration of a database; null if none was applied */
export async function appliedSchema(session: CopySession): Promise<number | null> {
  const [table] = await session.rows('select to_regclass($1)::text as name', [APPLIED])
  if (!table?.name) return null
  const [newest] = await session.rows(`select max(created_at)::float8 as time from ${APPLIED}`)
  return typeof newest?.time === 'number' ? newest.time : null
}

/**
 * Applies migrations within the transaction of a session and records them as the query builder does.
 * @param after applies only migrations later than this one
 * @param until applies no migration later than this one
 */
export async function applyMigrations(session: CopySession, { after, until }: { after: number; until: number }): Promise<void> {
  await session.run(`create schema if not exists drizzle;
    create table if not exists ${APPLIED} (id serial primary key, hash text not null, created_at bigint)`)
  for (const { sql, hash, folderMillis } of known()) {
    if (folderMillis <= after || folderMillis > until) continue
    for (const statement of sql) await session.run(statement)
    await session.rows(`insert into ${APPLIED} (hash, created_at) values ($1, $2)`, [hash, folderMillis])
  }
}
