import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { dataSources } from './tables.ts'

/** Claims of all processes wait for each other by this number. */
const CLAIMS = 7_331_001

/** A source whose tables are to be read. */
export type DueSource = Pick<typeof dataSources.$inferSelect, 'id' | 'type' | 'encrypted_options'>

/**
 * Takes a source whose tables are due to be read, so that nobody else does: none while one is being read.
 * @param types those that have tables
 * @param before sources that were read or tried since then are not due
 * @param begun a try that began before this has been given up
 */
export async function claimDue(
  db: Db,
  { types, before, begun, now }: { types: readonly string[]; before: Date; begun: Date; now: Date },
): Promise<DueSource | null> {
  const { id, type, encrypted_options, schema_tried_at, schema_fetched_at, schema_error } = dataSources
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CLAIMS})`)
    const isBeingRead = and(
      sql`${schema_tried_at} > ${begun}`,
      isNull(schema_error),
      or(isNull(schema_fetched_at), lt(schema_fetched_at, schema_tried_at)),
    )
    const [busy] = await tx.select({ id }).from(dataSources).where(isBeingRead).limit(1)
    if (busy) return null
    const [due] = await tx
      .select({ id, type, encrypted_options })
      .from(dataSources)
      .where(
        and(
          eq(dataSources.refreshes_schema, true),
          eq(dataSources.paused, false),
          inArray(type, [...types]),
          or(isNull(schema_tried_at), lt(schema_tried_at, before)),
          or(isNull(schema_fetched_at), lt(schema_fetched_at, before)),
        ),
      )
      .orderBy(sql`${schema_tried_at} nulls first`, asc(id))
      .limit(1)
    if (!due) return null
    await tx.update(dataSources).set({ schema_tried_at: now, schema_error: null }).where(eq(id, due.id))
    return due
  })
}
