import type { Db } from '../../platform/db/db.ts'
import { events } from './tables.ts'

export async function insert(db: Db, rows: (typeof events.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(events).values(rows)
}
