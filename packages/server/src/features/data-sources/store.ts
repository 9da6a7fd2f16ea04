import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import type { Share } from '@sightline/domain/permissions/can.ts'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { nextId } from '../../platform/db/next-id.ts'
import { snapshotCached } from '../../platform/db/snapshot-cache.ts'
import { queryResults, sourcesOfResult } from '../executions/tables.ts'
import { queries } from '../queries/tables.ts'
import { dataSources } from './tables.ts'

const shares = sql<Share[]>`(
  select coalesce(json_agg(json_build_object('group_id', share.group_id, 'view_only', share.view_only)), '[]'::json)
  from data_source_groups share where share.data_source_id = data_sources.id)`

// Without the cached schema: it may be large, and few readers want it.
const facts = {
  id: dataSources.id,
  name: dataSources.name,
  type: dataSources.type,
  encrypted_options: dataSources.encrypted_options,
  paused: dataSources.paused,
  pause_reason: dataSources.pause_reason,
  concurrency: dataSources.concurrency,
  time_limit: dataSources.time_limit,
  is_sample: dataSources.is_sample,
  refreshes_schema: dataSources.refreshes_schema,
  schema_fetched_at: dataSources.schema_fetched_at,
  schema_tried_at: dataSources.schema_tried_at,
  schema_error: dataSources.schema_error,
  shares,
}

/** Every data source with the groups it is shared with, by lower-case name. */
export function all(db: Db) {
  return db
    .select(facts)
    .from(dataSources)
    .orderBy(asc(sql`lower(${dataSources.name})`))
}
export type SourceRow = Awaited<ReturnType<typeof all>>[number]

export const find = snapshotCached(async (db: Db, id: number): Promise<SourceRow | undefined> => {
  const [row] = await db.select(facts).from(dataSources).where(eq(dataSources.id, id))
  return row
})

/** The kept schema, as the text of a JSON list: it goes out as it is, and may be large. */
export async function findSchema(db: Db, id: number) {
  const [row] = await db
    .select({ schema: sql<string | null>`${dataSources.schema}::text`, fetched_at: dataSources.schema_fetched_at })
    .from(dataSources)
    .where(eq(dataSources.id, id))
  return row
}

/** The queries of sources that these groups share, but for archived ones, with the columns of their latest results and what these were read from. */
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

interface Fields {
  name: string
  type: string
  encrypted_options: string
  /** Left out, it stays as it is. */
  concurrency?: number | null
  /** Seconds. Left out, it stays as it is. */
  time_limit?: number | null
  /** Left out, it stays as it is. */
  refreshes_schema?: boolean
}

/** The id that a new data source is to be stored with. */
export const nextSourceId = (db: Db): Promise<number> => nextId(db, dataSources)

/** @returns false when the name is taken */
export async function insert(db: Db, id: number, fields: Fields): Promise<boolean> {
  const insertion = db.insert(dataSources).values({ id, ...fields })
  const rows = await insertion.onConflictDoNothing({ target: dataSources.name }).returning({ id: dataSources.id })
  return rows.length > 0
}

/** A source that was never asked for its tables. */
const noSchema = { schema: null, schema_fetched_at: null, schema_tried_at: null, schema_error: null }

/** Saves a data source and forgets its cached schema. @returns false when the name belongs to another one */
export async function change(db: Db, id: number, fields: Fields): Promise<boolean> {
  const changed = await db
    .update(dataSources)
    .set({ ...fields, ...noSchema, updated_at: sql`now()` })
    .where(
      and(
        eq(dataSources.id, id),
        sql`not exists (select 1 from data_sources other where other.name = ${fields.name} and other.id <> ${id})`,
      ),
    )
    .returning({ id: dataSources.id })
  return changed.length > 0
}

export async function setPaused(db: Db, id: number, paused: boolean, reason: string | null) {
  await db.update(dataSources).set({ paused, pause_reason: reason }).where(eq(dataSources.id, id))
}

const { id, name, type, encrypted_options } = dataSources
const encryptedFacts = { id, name, type, encrypted_options }

/** The options of all data sources, which nobody else changes until the transaction ends. */
export function lockOptions(db: Db) {
  return db.select(encryptedFacts).from(dataSources).orderBy(dataSources.id).for('update')
}

export async function setOptions(db: Db, id: number, encryptedOptions: string): Promise<void> {
  await db.update(dataSources).set({ encrypted_options: encryptedOptions }).where(eq(dataSources.id, id))
}

export async function saveSchema(db: Db, id: number, schema: SchemaTable[], fetchedAt: Date) {
  const read = { schema, schema_fetched_at: fetchedAt, schema_tried_at: fetchedAt, schema_error: null }
  await db.update(dataSources).set(read).where(eq(dataSources.id, id))
}

/** The tables that were read before stay. */
export async function saveSchemaFailure(db: Db, id: number, error: string, triedAt: Date) {
  await db.update(dataSources).set({ schema_tried_at: triedAt, schema_error: error }).where(eq(dataSources.id, id))
}

/** Deletes a data source, and its results with it. @returns the names of the result files, which now belong to nobody */
export async function remove(db: Db, id: number): Promise<string[]> {
  return db.transaction(async (tx) => {
    const files = await tx.select({ file: queryResults.file }).from(queryResults).where(eq(queryResults.data_source_id, id))
    await tx.update(queries).set({ latest_query_data_id: null }).where(eq(queries.data_source_id, id))
    await tx.delete(dataSources).where(eq(dataSources.id, id))
    return files.map(({ file }) => file)
  })
}
