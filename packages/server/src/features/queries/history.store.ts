import { and, desc, eq, getTableColumns, lte, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { executionJoins, executions, queryResults } from '../executions/tables.ts'
import { users } from '../users/tables.ts'
import { queries, queryVersions } from './tables.ts'

/** Older states of a query are forgotten. */
const MOST_VERSIONS = 200

/**
 * Keeps the present state of a query, before it is changed in the same transaction; one that is kept already stays as it is, with
 * whoever saved it. The row stays locked until that is over, so no state is left out when two save at once.
 */
export async function keepVersion(db: Db, id: number): Promise<void> {
  // By itself: what was kept by those who held the lock before is seen by the next statement only.
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
    // The present state is one of them.
    .offset(MOST_VERSIONS - 1)
    .limit(1)
  await db.delete(queryVersions).where(and(eq(queryVersions.query_id, id), lte(queryVersions.version, sql`(${oldest})`)))
}

/** What tells two states apart, without their texts, which may be long. */
const marks = {
  name: queryVersions.name,
  description: queryVersions.description,
  query: sql<string>`md5(${queryVersions.query})`,
  options: queryVersions.options,
  data_source_id: queryVersions.data_source_id,
  schedule: queryVersions.schedule,
  tags: queryVersions.tags,
}

/** The states before the present one, newest first. */
export function versions(db: Db, queryId: number) {
  return db
    .select({ version: queryVersions.version, saved_at: queryVersions.saved_at, saver: getTableColumns(users), marks })
    .from(queryVersions)
    .innerJoin(users, eq(users.id, queryVersions.user_id))
    .where(eq(queryVersions.query_id, queryId))
    .orderBy(desc(queryVersions.version))
}

/** One state before the present one. */
export async function version(db: Db, queryId: number, number: number) {
  const [row] = await db
    .select({ content: getTableColumns(queryVersions), saver: getTableColumns(users) })
    .from(queryVersions)
    .innerJoin(users, eq(users.id, queryVersions.user_id))
    .where(and(eq(queryVersions.query_id, queryId), eq(queryVersions.version, number)))
  return row
}

/** An execution, who asked for it, and what came of it. */
const pastRun = {
  execution: getTableColumns(executions),
  asker: users,
  runtime: queryResults.runtime,
  rows: queryResults.row_count,
}

/** The last runs of a query that are remembered, newest first: those started for it, and those that joined an execution of another. */
export async function pastExecutions(db: Db, queryId: number, limit: number) {
  const started = db
    .select({ ...pastRun, scheduled: executions.scheduled, asked_at: executions.created_at })
    .from(executions)
    .leftJoin(users, eq(users.id, executions.user_id))
    .leftJoin(queryResults, eq(queryResults.id, executions.query_result_id))
    .where(eq(executions.query_id, queryId))
    .orderBy(desc(executions.created_at))
    .limit(limit)
  const joined = db
    .select({ ...pastRun, scheduled: executionJoins.scheduled, asked_at: executionJoins.created_at })
    .from(executionJoins)
    .innerJoin(executions, eq(executions.id, executionJoins.execution_id))
    .leftJoin(users, eq(users.id, executionJoins.user_id))
    .leftJoin(queryResults, eq(queryResults.id, executions.query_result_id))
    .where(eq(executionJoins.query_id, queryId))
    .orderBy(desc(executionJoins.created_at))
    .limit(limit)
  const both = [...(await started), ...(await joined)]
  return both.sort((one, other) => other.asked_at.getTime() - one.asked_at.getTime()).slice(0, limit)
}
