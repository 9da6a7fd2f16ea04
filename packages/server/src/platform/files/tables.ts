import { bigint, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { bytea } from '../db/columns.ts'

/** Files kept in the metadata database, so that several machines share them without another service. */
export const storedFiles = pgTable('stored_files', {
  name: text().primaryKey(),
  /** Bytes. */
  size: bigint({ mode: 'number' }).notNull(),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
})

/** The bytes of a file in pieces of 1 MB, numbered from 0. */
export const storedFileChunks = pgTable(
  'stored_file_chunks',
  {
    file: text()
      .notNull()
      .references(() => storedFiles.name, { onDelete: 'cascade' }),
    position: integer().notNull(),
    bytes: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.file, table.position] })],
)
