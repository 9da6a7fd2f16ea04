import type { AuditAction } from '@sightline/contract/audit.ts'
import { bigserial, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Security-relevant actions. There are no foreign keys, because an entry outlives its actor and object. Entries are never
 * changed.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    created_at: timestamp({ withTimezone: true }).notNull(),
    action: text().$type<AuditAction>().notNull(),
    /** Null for anonymous callers and commands of the operator. */
    actor_id: integer(),
    /** The name at the time of the action; null if unknown. */
    actor_name: text(),
    object_type: text().notNull(),
    object_id: text(),
    object_name: text(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    ip: text(),
    user_agent: text(),
  },
  (table) => [
    index('audit_entries_created').on(table.created_at),
    index('audit_entries_actor').on(table.actor_id, table.id),
    index('audit_entries_action').on(table.action, table.id),
    index('audit_entries_object').on(table.object_type, table.object_id, table.id),
  ],
)
