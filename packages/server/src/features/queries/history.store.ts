import { and, desc, eq, getTableColumns, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { executionJoins, executions, queryResults } from '../executions/tables.ts'
import { users } from '../users/tables.ts'
import { queries, queryVersions } from './tables.ts'

/** Versions of a query that are stored; older ones are deleted. */
const MAX_VERSIONS = 200

/**
 * Stores the current version of a query before it is changed in the same transaction. A version that is already stored keeps
 * the user who saved it. The row stays locked until the transaction ends, so no version is skipped when two users save at once.
 */
export async function saveVersion(db: Db, id: number): Promise<void> {
  // A statement of its own, because only the next statement sees the versions that earlier holders of the lock have stored.
  await db.execute(sql`select 1 from ${queries} where id = ${id} for update`)
  await db.execute(sql`
    insert into ${queryVersions}
      (query_id, version, user_id, saved_at, name, description, query, options, data_source_id, schedule, tags)
    select id, version, coalesce(last_modified_by_id, user_id), updated_at, name, description, query, options, data_source_id,
      schedule, tags
    from ${queries} present where id = ${id} and not exists (
      select 1 from (select * from ${queryVersions} where query_id = ${id} order by version desc limit 1) newest
      where (newest.name, newest.description, newest.query, newest.options, newest.data_source_id, newest.schedule, newest.tags)
        is not distinct from
        (present.name, present.description, present.query, present.options, present.data_source_id, present.schedule, present.tags)
    )
    on conflict do nothing`)
  const oldest = db
    .select({ version: queryVersions.version })
    .from(queryVersions)
    .where(eq(queryVersions.query_id, id))
    .orderBy(desc(queryVersions.version))
    // The current version is one of them.
    .offset(MAX_VERSIONS - 1)
    .limit(1)
  await db.delete(queryVersions).where(and(eq(queryVersions.query_id, id), lte(queryVersions.version, sql`(${oldest})`)))
}

/** The fields in which two versions are compared. The text, which may be long, is compared by its hash. */
const comparedFields = {
  name: queryVersions.name,
  description: queryVersions.description,
  query: sql<string>`md5(${queryVersions.query})`,
  options: queryVersions.options,
  data_source_id: queryVersions.data_source_id,
  schedule: queryVersions.schedule,
  tags: queryVersions.tags,
}

/** The versions before the current one, newest first. */
export function versions(db: Db, queryId: number) {
  return db
    .select({ version: queryVersions.version, saved_at: queryVersions.saved_at, saver: getTableColumns(users), comparedFields })
    .from(queryVersions)
    .innerJoin(users, eq(users.id, queryVersions.user_id))
    .where(eq(queryVersions.query_id, queryId))
    .orderBy(desc(queryVersions.version))
}

/** One version before the current one. */
export async function version(db: Db, queryId: number, number: number) {
  const [row] = await db
    .select({ content: getTableColumns(queryVersions), saver: getTableColumns(users) })
    .from(queryVersions)
    .innerJoin(users, eq(users.id, queryVersions.user_id))
    .where(and(eq(queryVersions.query_id, queryId), eq(queryVersions.version, number)))
  return row
}

/** An execution, the user who requested it, and its result. */
const pastRun = {
  execution: getTableColumns(executions),
  requester: users,
  runtime: queryResults.runtime,
  rows: queryResults.row_count,
}

/** The last runs of a query, newest first: executions that were started for it, and those of other queries that it joined. */
export async function pastExecutions(db: Db, queryId: number, limit: number) {
  const started = db
    .select({
      ...pastRun,
      parameters: executions.parameters,
      scheduled: executions.scheduled,
      requested_at: executions.created_at,
    })
    .from(executions)
    .leftJoin(users, eq(users.id, executions.user_id))
    .leftJoin(queryResults, eq(queryResults.id, executions.query_result_id))
    .where(eq(executions.query_id, queryId))
    .orderBy(desc(executions.created_at))
    .limit(limit)
  const joined = db
    .select({
      ...pastRun,
      parameters: executionJoins.parameters,
      scheduled: executionJoins.scheduled,
      requested_at: executionJoins.created_at,
    })
    .from(executionJoins)
    .innerJoin(executions, eq(executions.id, executionJoins.execution_id))
    .leftJoin(users, eq(users.id, executionJoins.user_id))
    .leftJoin(queryResults, eq(queryResults.id, executions.query_result_id))
    .where(eq(executionJoins.query_id, queryId))
    .orderBy(desc(executionJoins.created_at))
    .limit(limit)
  const both = [...(await started), ...(await joined)]
  return both.sort((one, other) => other.requested_at.getTime() - one.requested_at.getTime()).slice(0, limit)
}

/** Older runs are not searched for; by default they are no longer stored either. */
const ADOPTED_DAYS = 7
/** As many as a history shows. */
const MAX_ADOPTED = 100

/** Where runs of a text that was not saved come from. */
export interface RunOrigin {
  userId: number
  dataSourceId: number
  /** Of the text as run. */
  hash: string
  /** The result that the query shows, whatever values it was run with; null for none. */
  resultId: number | null
}

/** The last runs that a user made of a text while it belonged to no query; several texts may share the hash. */
export function unsavedRuns(db: Db, { userId, dataSourceId, hash, resultId }: RunOrigin) {
  const isOfText = eq(executions.query_hash, hash)
  return db
    .select({ id: executions.id, query: executions.query, query_result_id: executions.query_result_id })
    .from(executions)
    .where(
      and(
        isNull(executions.query_id),
        gt(executions.created_at, sql`now() - make_interval(days => ${ADOPTED_DAYS}::integer)`),
        eq(executions.user_id, userId),
        eq(executions.data_source_id, dataSourceId),
        resultId === null ? isOfText : or(isOfText, eq(executions.query_result_id, resultId)),
      ),
    )
    .orderBy(desc(executions.created_at))
    .limit(MAX_ADOPTED)
}

/** `query_ids` stays as it is: the key of the query opens only the runs that were made for the query. */
export async function attributeRuns(db: Db, queryId: number, ids: readonly string[]): Promise<void> {
  await db
    .update(executions)
    .set({ query_id: queryId })
    .where(and(inArray(executions.id, [...ids]), isNull(executions.query_id)))
}
