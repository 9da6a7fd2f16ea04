import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import type { Share } from '@sightline/domain/permissions/can.ts'
import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { queryResults, sourcesOfResult } from '../executions/tables.ts'
import { queries } from '../queries/tables.ts'
import { dataSources } from './tables.ts'

/** The stored schema as JSON text, because it may be large and is sent unchanged. */
export async function findSchema(db: Db, id: number) {
  const [row] = await db
    .select({ schema: sql<string | null>`${dataSources.schema}::text`, fetched_at: dataSources.schema_fetched_at })
    .from(dataSources)
    .where(eq(dataSources.id, id))
  return row
}

export async function saveSchema(db: Db, id: number, schema: SchemaTable[], fetchedAt: Date) {
  const read = { schema, schema_fetched_at: fetchedAt, schema_tried_at: fetchedAt, schema_error: null }
  await db.update(dataSources).set(read).where(eq(dataSources.id, id))
}

/** Records a failed attempt; the schema that was read before stays. */
export async function saveSchemaFailure(db: Db, id: number, error: string, triedAt: Date) {
  await db.update(dataSources).set({ schema_tried_at: triedAt, schema_error: error }).where(eq(dataSources.id, id))
}

/**
 * The unarchived queries of sources that are shared with these groups, with the columns of their latest results and the data
 * sources that these were read from.
 */
export function queriesOf(db: Db, groupIds: readonly number[]) {
  const isShared = sql`exists (select 1 from data_source_groups share
    where share.data_source_id = "queries"."data_source_id" and ${inArray(sql`share.group_id`, [...groupIds])})`
  return db
    .select({
      id: queries.id,
      name: queries.name,
      columns: queryResults.columns,
      row_count: queryResults.row_count,
      sources: sql<Share[][]>`case when ${queryResults.id} is null then '[]'::json else ${sourcesOfResult} end`,
    })
    .from(queries)
    .leftJoin(queryResults, eq(queryResults.id, queries.latest_query_data_id))
    .where(and(eq(queries.is_archived, false), isShared))
    .orderBy(queries.id)
}

/** Key of the advisory lock under which all processes claim. */
const CLAIM_LOCK = 7_331_001

/** A source whose schema is due to be read. */
export type DueSource = Pick<typeof dataSources.$inferSelect, 'id' | 'type' | 'encrypted_options' | 'is_sample'>

/**
 * Claims a source whose schema is due; none while another one is being read.
 * @param types the types that have a schema
 * @param before sources that were read or tried after this time are not due
 * @param lostBefore attempts that began before this time count as lost
 */
export async function claimDue(
  db: Db,
  { types, before, lostBefore, now }: { types: readonly string[]; before: Date; lostBefore: Date; now: Date },
): Promise<DueSource | null> {
  const { id, type, encrypted_options, is_sample, schema_tried_at, schema_fetched_at, schema_error } = dataSources
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`)
    const isBeingRead = and(
      sql`${schema_tried_at} > ${lostBefore}`,
      isNull(schema_error),
      or(isNull(schema_fetched_at), lt(schema_fetched_at, schema_tried_at)),
    )
    const [busy] = await tx.select({ id }).from(dataSources).where(isBeingRead).limit(1)
    if (busy) return null
    const [due] = await tx
      .select({ id, type, encrypted_options, is_sample })
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
