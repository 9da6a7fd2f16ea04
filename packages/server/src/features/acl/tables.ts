import { type AnyColumn, and, eq, sql } from 'drizzle-orm'
import { integer, pgTable, serial, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { users } from '../users/tables.ts'

/** Access to single queries and dashboards beyond what the user's groups grant. */
export const accessPermissions = pgTable(
  'access_permissions',
  {
    id: serial().primaryKey(),
    object_type: text({ enum: ['query', 'dashboard'] }).notNull(),
    object_id: integer().notNull(),
    access_type: text({ enum: ['view', 'modify', 'delete'] }).notNull(),
    grantor_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    grantee_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('access_permissions_grant').on(
      table.object_type,
      table.object_id,
      table.access_type,
      table.grantor_id,
      table.grantee_id,
    ),
  ],
)

/** Selects the ids of the users who were granted `modify` on an object. */
export const editorsOf = (type: (typeof accessPermissions.$inferSelect)['object_type'], id: AnyColumn) => {
  const isGrant = and(
    eq(accessPermissions.object_type, type),
    eq(accessPermissions.object_id, id),
    eq(accessPermissions.access_type, 'modify'),
  )
  return sql<number[]>`array(select ${accessPermissions.grantee_id} from ${accessPermissions} where ${isGrant})`
}
