import { getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'

/** Reserves the next id of a table, for a row that contains its own id. */
export async function nextId(db: Db, table: PgTable): Promise<number> {
  const sequence = sql`pg_get_serial_sequence(${getTableName(table)}, 'id')`
  const [row] = await db.select({ id: sql<number>`next.id::integer` }).from(sql`nextval(${sequence}) as next(id)`)
  if (!row) throw new Error('The database gave no id.')
  return row.id
}
