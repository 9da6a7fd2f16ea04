import type { CopySession } from '../db/copy-session.ts'
import { appliedSchema, newestSchema, tablesEver } from '../db/schema-history.ts'
import { tableName } from './table-rows.ts'

/** Contents of an installation, which a restore would destroy. */
export interface Inhabitants {
  users: number
  queries: number
  dashboards: number
}

/** @returns null if nothing was set up in the database @throws Error with one sentence if other programs use it */
export async function inhabitants(session: CopySession): Promise<Inhabitants | null> {
  const there = await ourTables(session)
  if ((await appliedSchema(session)) === null) {
    const [other] = there
    if (other === undefined) return null
    throw new Error(`The database has a table ${other} that is not of Sightline: choose a database without tables.`)
  }
  const count = async (table: string) =>
    Number((await session.rows(`select count(*)::float8 as n from ${tableName(table)}`))[0]?.n)
  if ((await count('organizations')) === 0) return null
  return { users: await count('users'), queries: await count('queries'), dashboards: await count('dashboards') }
}

/** Whether processes of Sightline are connected to a PostgreSQL database. */
export async function isInUse(session: CopySession): Promise<boolean> {
  const [found] = await session.rows(
    `select count(*)::float8 as n from pg_stat_activity
      where datname = current_database() and application_name in ('sightline', 'sightline events')`,
  )
  return Number(found?.n) > 0
}

/**
 * Removes all tables of Sightline, and what belongs to them.
 * @param isOurs no other program uses the database
 * @throws Error with one sentence if a newer version has made tables that are not known here, in a database that others may use
 */
export async function emptySchema(session: CopySession, isOurs: boolean): Promise<void> {
  if (isOurs) {
    await session.run('drop schema public cascade; create schema public; drop table if exists drizzle.__drizzle_migrations')
    return
  }
  if (((await appliedSchema(session)) ?? 0) > newestSchema()) {
    throw new Error(
      'The database is that of a newer version of Sightline, with tables that this one does not know: choose an empty database.',
    )
  }
  const tables = (await ourTables(session)).map(tableName)
  if (tables.length > 0) {
    const functions = await session.rows(
      `select distinct tgfoid::regprocedure::text as name from pg_trigger
        where not tgisinternal and tgrelid = any($1::text[]::regclass[])`,
      [tables],
    )
    await session.run(`drop table ${tables.join(', ')} cascade`)
    for (const { name } of functions) await session.run(`drop function ${name}`)
  }
  await session.run('drop table if exists drizzle.__drizzle_migrations')
}

async function ourTables(session: CopySession): Promise<string[]> {
  const rows = await session.rows(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname = any($1::text[]) order by 1`,
    [tablesEver()],
  )
  return rows.map(({ name }) => String(name))
}
