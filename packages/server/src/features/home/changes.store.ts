import type { versionedFields } from '@sightline/contract/query-history.ts'
import { type AnyColumn, and, desc, eq, gt, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { dashboards } from '../dashboards/tables.ts'
import { isSharedWith } from '../data-sources/tables.ts'
import { favorites } from '../favorites/tables.ts'
import { queries, queryVersions } from '../queries/tables.ts'
import { users } from '../users/tables.ts'
import { type Reader, viewsOf } from './work.store.ts'

/** Older changes are no news. */
const NEWS_DAYS = 30
const isNews = (changedAt: AnyColumn) => gt(changedAt, sql`now() - make_interval(days => ${NEWS_DAYS}::integer)`)

/** Whether the user has an object as a favorite, owns it or has opened it of late. */
function concerns(db: Db, userId: number, type: 'query' | 'dashboard', id: AnyColumn, ownerId: AnyColumn): SQL | undefined {
  const liked = db
    .select({ id: favorites.object_id })
    .from(favorites)
    .where(and(eq(favorites.user_id, userId), eq(favorites.object_type, type)))
  const viewed = viewsOf(db, userId, type)
  return or(
    eq(ownerId, userId),
    sql`${id} in (${liked})`,
    sql`${id}::text in (${db.select({ id: viewed.object_id }).from(viewed)})`,
  )
}

/** The fields in which a query differs from the version before. */
const changedFields = sql<(typeof versionedFields)[number][]>`array_remove(array[${sql.join(
  (['name', 'description', 'query', 'options', 'data_source_id', 'schedule', 'tags'] as const).map(
    (field) => sql`case when before.${sql.identifier(field)} is distinct from ${queries[field]} then ${field}::text end`,
  ),
  sql`, `,
)}], null)`

const before = sql`lateral (select * from ${queryVersions} version where version.query_id = ${queries.id}
  order by version.version desc limit 1) before`

/** The queries of a user's favorites, recent views and own ones that another user changed last, newest first. */
export function changedQueries(db: Db, { userId, groupIds }: Reader, limit: number) {
  const { id, name, updated_at } = queries
  return db
    .select({ id, name, user_name: users.name, changed_at: updated_at, fields: changedFields })
    .from(queries)
    .innerJoin(users, eq(users.id, queries.last_modified_by_id))
    .innerJoin(before, sql`true`)
    .where(
      and(
        ne(users.id, userId),
        isNews(updated_at),
        not(queries.is_archived),
        isSharedWith(sql`"queries"."data_source_id"`, groupIds),
        concerns(db, userId, 'query', id, queries.user_id),
      ),
    )
    .orderBy(desc(updated_at), desc(id))
    .limit(limit)
}

/** The same for dashboards, whose layout and widgets count as part of them. */
export function changedDashboards(db: Db, { userId }: Reader, limit: number) {
  const { id, slug, name, modified_at, is_draft, is_archived, user_id } = dashboards
  return db
    .select({ id, slug, name, user_name: users.name, changed_at: sql<Date>`${modified_at}`.mapWith(modified_at) })
    .from(dashboards)
    .innerJoin(users, eq(users.id, dashboards.modified_by_id))
    .where(
      and(
        ne(users.id, userId),
        isNews(modified_at),
        not(is_archived),
        or(not(is_draft), eq(user_id, userId)),
        concerns(db, userId, 'dashboard', id, user_id),
      ),
    )
    .orderBy(desc(modified_at), desc(id))
    .limit(limit)
}
