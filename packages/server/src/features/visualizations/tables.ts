import { index, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { entityTimes } from '../../platform/db/columns.ts'
import { queries } from '../queries/tables.ts'

export const visualizations = pgTable(
  'visualizations',
  {
    id: serial().primaryKey(),
    query_id: integer()
      .notNull()
      .references(() => queries.id, { onDelete: 'cascade' }),
    type: text().notNull(),
    name: text().notNull(),
    description: text(),
    options: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    ...entityTimes,
  },
  (table) => [index('visualizations_query').on(table.query_id)],
)
