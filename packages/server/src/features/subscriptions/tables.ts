import type { Schedule } from '@sightline/contract/queries.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, serial, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { entityTimes } from '../../platform/db/columns.ts'
import { dashboards } from '../dashboards/tables.ts'
import { destinations } from '../destinations/tables.ts'
import { queries } from '../queries/tables.ts'
import { users } from '../users/tables.ts'

/** Scheduled reports of a dashboard or query to a destination, or to the user by mail if there is none. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: serial().primaryKey(),
    dashboard_id: integer().references(() => dashboards.id, { onDelete: 'cascade' }),
    query_id: integer().references(() => queries.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    destination_id: integer().references(() => destinations.id, { onDelete: 'cascade' }),
    schedule: jsonb().$type<Schedule>().notNull(),
    /** Whether mails have the dashboard as PDF. */
    attach_pdf: boolean().notNull().default(false),
    /** The time of the next report, or of the one that is being sent. It moves on when that report is finished. */
    due_at: timestamp({ withTimezone: true }).notNull(),
    /** When that report may be attempted. A process that attempts it moves this forward as a lease. */
    next_try_at: timestamp({ withTimezone: true }).notNull(),
    /** Attempts of that report. */
    tries: integer().notNull().default(0),
    last_sent_at: timestamp({ withTimezone: true }),
    last_error: text(),
    ...entityTimes,
  },
  (table) => [
    check('subscriptions_object', sql`num_nonnulls(dashboard_id, query_id) = 1`),
    uniqueIndex('subscriptions_dashboard_user')
      .on(table.dashboard_id, table.user_id)
      .where(sql`dashboard_id is not null and destination_id is null`),
    uniqueIndex('subscriptions_dashboard_destination')
      .on(table.dashboard_id, table.destination_id)
      .where(sql`dashboard_id is not null and destination_id is not null`),
    uniqueIndex('subscriptions_query_user')
      .on(table.query_id, table.user_id)
      .where(sql`query_id is not null and destination_id is null`),
    uniqueIndex('subscriptions_query_destination')
      .on(table.query_id, table.destination_id)
      .where(sql`query_id is not null and destination_id is not null`),
    index('subscriptions_next_try').on(table.next_try_at),
  ],
)
