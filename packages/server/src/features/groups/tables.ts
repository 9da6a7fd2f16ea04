import type { GroupSource } from '@sightline/contract/groups.ts'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { groups, users } from '../users/tables.ts'

/** Which groups of the identity provider become which groups here. */
export const groupMappings = pgTable(
  'group_mappings',
  {
    /** As the provider sends it. */
    value: text().notNull(),
    group_id: integer()
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.value, table.group_id] })],
)

/** Memberships that the last sign-in of a user brought, so that others see why they come back after a removal. */
export const mappedMemberships = pgTable(
  'mapped_memberships',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    group_id: integer()
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
    source: text().$type<GroupSource>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.group_id] }), index('mapped_memberships_group').on(table.group_id)],
)
