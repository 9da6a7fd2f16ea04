import type { CommentedValue } from '@sightline/contract/comments.ts'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core'
import { widgets } from '../dashboards/tables.ts'
import { users } from '../users/tables.ts'

const created_at = () => timestamp({ withTimezone: true }).notNull().default(sql`now()`)

/** A conversation about a widget. A thread without comments is deleted. */
export const commentThreads = pgTable(
  'comment_threads',
  {
    id: serial().primaryKey(),
    widget_id: integer()
      .notNull()
      .references(() => widgets.id, { onDelete: 'cascade' }),
    created_at: created_at(),
    /** Both null while it is open. */
    resolved_at: timestamp({ withTimezone: true }),
    resolved_by_id: integer().references(() => users.id),
  },
  (table) => [index('comment_threads_widget').on(table.widget_id)],
)

export const comments = pgTable(
  'comments',
  {
    id: serial().primaryKey(),
    thread_id: integer()
      .notNull()
      .references(() => commentThreads.id, { onDelete: 'cascade' }),
    // Users who have written something are never deleted, only disabled.
    user_id: integer()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    /** The values of the dashboard's parameters for which it was written. */
    parameters: jsonb().$type<CommentedValue[]>().notNull().default([]),
    /** Everyone who has ever been mentioned in it, so that a later change notifies nobody twice. */
    mentioned_ids: integer().array().notNull().default(sql`'{}'::integer[]`),
    created_at: created_at(),
    edited_at: timestamp({ withTimezone: true }),
  },
  (table) => [index('comments_thread').on(table.thread_id)],
)
