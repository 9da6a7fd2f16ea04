import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../platform/db/db.ts'
import { dashboards } from '../dashboards/tables.ts'
import { dataSourceGroups, dataSources } from '../data-sources/tables.ts'
import { queries } from '../queries/tables.ts'
import { users } from '../users/tables.ts'

/**
 * How many of each thing there are.
 * @param groupIds groups whose data sources, and queries on them, are counted; null counts all
 */
export async function countObjects(db: Db, groupIds: number[] | null) {
  const visibleSources = groupIds === null ? undefined : inArray(dataSources.id, sharedWith(db, groupIds))
  const visibleQueries = groupIds === null ? undefined : inArray(queries.data_source_id, sharedWith(db, groupIds))
  const [row] = await db
    .select({
      users: counted(db, users, isNull(users.disabled_at)),
      data_sources: counted(db, dataSources, visibleSources),
      queries: counted(db, queries, and(eq(queries.is_archived, false), visibleQueries)),
      dashboards: counted(db, dashboards, eq(dashboards.is_archived, false)),
    })
    .from(sql`(select 1) as one_row`)
  if (!row) throw new Error('The database did not count.')
  return row
}

const sharedWith = (db: Db, groupIds: number[]) =>
  db.select({ id: dataSourceGroups.data_source_id }).from(dataSourceGroups).where(inArray(dataSourceGroups.group_id, groupIds))

const counted = (db: Db, table: PgTable, condition: SQL | undefined) =>
  sql<number>`(${db.select({ count: sql`count(*)::int` }).from(table).where(condition)})`
