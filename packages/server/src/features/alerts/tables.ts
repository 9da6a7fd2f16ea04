import type { AlertOptions, AlertState, DeliveryState } from '@sightline/contract/alerts.ts'
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
    last_triggered_at: timestamp({ withTimezone: true }),
    /** Seconds. */
    rearm: integer(),
    /** The newest result that was looked at: an older one is never looked at after it. No foreign key, as results go. */
    evaluated_result_id: integer(),
    evaluated_at: timestamp({ withTimezone: true }),
    ...entityTimes,
  },
  (table) => [index('alerts_query').on(table.query_id)],
)

/** Who is told: a destination, or else the user by email. */
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
 * Results that an alert has still to look at. A row comes in the statement that points the query to the result and goes in the
 * transaction that stores what the look led to: so each result is looked at once, whichever process does it.
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

/** What happened to alerts. */
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
    /** What the column held, in a list: a bare text would be read as the JSON that it may look like. */
    value: jsonb().$type<[Cell]>().notNull(),
    query_result_id: integer(),
    /**
     * The data sources that the value was read from, for which no result has to be there any more. Null where they are not known:
     * then it counts as read from all data sources.
     */
    source_ids: integer().array(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('alert_events_alert').on(table.alert_id, table.id)],
)

/** For each data source that the value of the selected event was read from, the groups that share it. */
export const sourcesOfEvent = sharesOfEach(sql`"alert_events"."source_ids"`)

/** Messages about what happened: one for each subscription. */
export const alertDeliveries = pgTable(
  'alert_deliveries',
  {
    id: serial().primaryKey(),
    event_id: integer()
      .notNull()
      .references(() => alertEvents.id, { onDelete: 'cascade' }),
    /** Null once it has ended: then nothing is sent any more. */
    subscription_id: integer().references(() => alertSubscriptions.id, { onDelete: 'set null' }),
    /** The name of whom it is for. */
    recipient: text().notNull(),
    /** The same with each try, so that a service that knows such keys takes it once. */
    deduplication_key: text().notNull().unique(),
    state: text().$type<DeliveryState>().notNull().default('waiting'),
    tries: integer().notNull().default(0),
    last_error: text(),
    /** While it waits: when it may be tried. A process that tries it puts this off, so that no other one does. */
    next_try_at: timestamp({ withTimezone: true }).notNull(),
    sent_at: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('alert_deliveries_event').on(table.event_id),
    index('alert_deliveries_waiting').on(table.next_try_at).where(sql`state = 'waiting'`),
  ],
)
