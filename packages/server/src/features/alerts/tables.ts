import type { AlertHealth, AlertOptions, AlertState, DeliveryState } from '@sightline/contract/alerts.ts'
import type { Cell } from '@sightline/contract/results.ts'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, serial, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { entityTimes } from '../../platform/db/columns.ts'
import { sharesOfEach } from '../data-sources/tables.ts'
import { destinations } from '../destinations/tables.ts'
import { queries } from '../queries/tables.ts'
import { users } from '../users/tables.ts'

export const alerts = pgTable(
  'alerts',
  {
    id: serial().primaryKey(),
    name: text().notNull(),
    query_id: integer()
      .notNull()
      .references(() => queries.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    options: jsonb().$type<AlertOptions>().notNull(),
    state: text().$type<AlertState>().notNull().default('unknown'),
    health: text().$type<AlertHealth>().notNull().default('ok'),
    last_triggered_at: timestamp({ withTimezone: true }),
    /** Seconds. */
    rearm: integer(),
    /**
     * The newest result that was checked; older ones are never checked after it. Not a foreign key, since results get deleted.
     */
    evaluated_result_id: integer(),
    evaluated_at: timestamp({ withTimezone: true }),
    /** The value of that result, wrapped in a list as in `alert_events`; null before the first check. */
    evaluated_value: jsonb().$type<[Cell]>(),
    ...entityTimes,
  },
  (table) => [index('alerts_query').on(table.query_id)],
)

/** The recipients of an alert: a destination, or the user by email if there is none. */
export const alertSubscriptions = pgTable(
  'alert_subscriptions',
  {
    id: serial().primaryKey(),
    alert_id: integer()
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    destination_id: integer().references(() => destinations.id, { onDelete: 'cascade' }),
    ...entityTimes,
  },
  (table) => [
    uniqueIndex('alert_subscriptions_destination')
      .on(table.alert_id, table.destination_id)
      .where(sql`destination_id is not null`),
    uniqueIndex('alert_subscriptions_user').on(table.alert_id, table.user_id).where(sql`destination_id is null`),
  ],
)

/**
 * Pending checks of results. A row is inserted by the statement that makes the result the query's latest, and deleted by the
 * transaction that stores the outcome of the check, so that each result is checked exactly once.
 */
export const alertChecks = pgTable(
  'alert_checks',
  {
    alert_id: integer()
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    query_result_id: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.alert_id, table.query_result_id] }),
    index('alert_checks_result').on(table.query_result_id),
  ],
)

/** State changes, reminders and tests of alerts. */
export const alertEvents = pgTable(
  'alert_events',
  {
    id: serial().primaryKey(),
    alert_id: integer()
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    kind: text().$type<'change' | 'reminder' | 'test'>().notNull(),
    state_before: text().$type<AlertState>().notNull(),
    state: text().$type<AlertState>().notNull(),
    health_before: text().$type<AlertHealth>().notNull().default('ok'),
    health: text().$type<AlertHealth>().notNull().default('ok'),
    /** The compared value, wrapped in a list: a bare string that looks like JSON would be parsed as such. */
    value: jsonb().$type<[Cell]>().notNull(),
    query_result_id: integer(),
    /**
     * The data sources that the value was read from, kept here because the result may be deleted. Null if unknown; the value
     * then counts as read from all data sources.
     */
    source_ids: integer().array(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('alert_events_alert').on(table.alert_id, table.id)],
)

/** For each data source of the selected event's value, the groups that share it. */
export const sourcesOfEvent = sharesOfEach(sql`"alert_events"."source_ids"`)

/** Messages about events, one for each subscription. */
export const alertDeliveries = pgTable(
  'alert_deliveries',
  {
    id: serial().primaryKey(),
    event_id: integer()
      .notNull()
      .references(() => alertEvents.id, { onDelete: 'cascade' }),
    /** Null once the subscription has ended; the message is then dropped. */
    subscription_id: integer().references(() => alertSubscriptions.id, { onDelete: 'set null' }),
    /** Name of the user or destination. */
    recipient: text().notNull(),
    /** The same for every attempt, so that services that support such keys accept the message only once. */
    deduplication_key: text().notNull().unique(),
    state: text().$type<DeliveryState>().notNull().default('waiting'),
    tries: integer().notNull().default(0),
    last_error: text(),
    /** When a waiting message may be attempted. A process that attempts it moves this forward as a lease. */
    next_try_at: timestamp({ withTimezone: true }).notNull(),
    sent_at: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('alert_deliveries_event').on(table.event_id),
    index('alert_deliveries_waiting').on(table.next_try_at).where(sql`state = 'waiting'`),
  ],
)
