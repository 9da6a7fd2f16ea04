import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'

/**
 * Does for a database what PostgreSQL's own helper does by itself, and the embedded one has nobody for: room of rows that are gone
 * is used again, and plans rest on how many rows there are. Table after table, as others have to wait for each.
 */
export async function removeLeftovers(db: Db): Promise<void> {
  const tables = await db
    .select({ name: sql<string>`format('%I.%I', nspname, relname)` })
    .from(sql`pg_class join pg_namespace on pg_namespace.oid = relnamespace`)
    .where(sql`relkind = 'r' and nspname not in ('pg_catalog', 'information_schema')`)
    .orderBy(sql`1`)
  for (const { name } of tables) await db.execute(sql`vacuum analyze ${sql.raw(name)}`)
}
