import type { ForeignKey, SchemaTable } from '@sightline/contract/data-sources.ts'

/** A column of a primary or foreign key. The columns of a key follow each other in its order. */
export interface KeyColumn {
  table: string
  /** Distinguishes the keys of a table. */
  key: string
  column: string
  /** The column that it refers to; null in a primary key. */
  target: { table: string; column: string } | null
}

/** The comment of a column, or of a table if `column` is null. */
export interface Comment {
  table: string
  column: string | null
  comment: string
}

/**
 * Adds primary and foreign keys to their tables, those of a table in the order of their names. Keys that refer to tables which the
 * schema does not list are left out.
 */
export function addKeys(tables: readonly SchemaTable[], keys: Iterable<KeyColumn>): void {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const foreignKeys = new Map<SchemaTable, Map<string, ForeignKey>>()
  for (const { table: name, key, column, target } of keys) {
    const table = byName.get(name)
    if (table === undefined) continue
    if (target === null) {
      const found = table.columns.find((each) => each.name === column)
      if (found !== undefined) found.primary = true
      continue
    }
    if (!byName.has(target.table)) continue
    const ofTable = foreignKeys.get(table) ?? new Map<string, ForeignKey>()
    const known = ofTable.get(key) ?? { columns: [], table: target.table, references: [] }
    known.columns.push(column)
    known.references.push(target.column)
    foreignKeys.set(table, ofTable.set(key, known))
  }
  for (const [table, ofTable] of foreignKeys)
    table.foreign_keys = [...ofTable].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, key]) => key)
}

/** Adds comments to their tables and columns. */
export function addComments(tables: readonly SchemaTable[], comments: Iterable<Comment>): void {
  const byName = new Map(tables.map((table) => [table.name, table]))
  for (const { table: name, column, comment } of comments) {
    const table = byName.get(name)
    // Many catalogs write an empty text for a missing comment.
    if (table === undefined || comment === '') continue
    if (column === null) table.description = comment
    else {
      const found = table.columns.find((each) => each.name === column)
      if (found !== undefined) found.comment = comment
    }
  }
}

/** Statements that read what a catalog knows about all of its tables beyond their columns. */
export interface DetailStatements {
  /**
   * Returns schema, table, key and column, and of a foreign key also the schema, table and column that it refers to; in the order of
   * the columns in their key.
   */
  keys: string
  /** Returns schema, table, column (null for the table itself) and comment. */
  comments: string
}

/** How the details of a catalog are read. */
export interface DetailReader {
  /** Runs a statement and returns its rows as arrays. */
  rowsOf(statement: string): Promise<readonly (readonly unknown[])[]>
  /** The name of a table in the schema. */
  tableName(schema: string, table: string): string
  /** The name of a column in the schema. */
  columnName(column: string): string
  signal: AbortSignal
}

/** Reads keys and comments, and adds them to their tables. What the account may not read is left out. */
export async function addDetails(
  tables: readonly SchemaTable[],
  { keys, comments }: DetailStatements,
  { rowsOf, tableName, columnName, signal }: DetailReader,
): Promise<void> {
  const nameOf = (schema: unknown, table: unknown) => tableName(String(schema ?? ''), String(table))
  addKeys(
    tables,
    (await unlessRefused(rowsOf(keys), signal)).map(([schema, table, key, column, otherSchema, other, otherColumn]) => ({
      table: nameOf(schema, table),
      key: String(key),
      column: columnName(String(column)),
      target:
        other === null || other === undefined
          ? null
          : { table: nameOf(otherSchema, other), column: columnName(String(otherColumn)) },
    })),
  )
  addComments(
    tables,
    (await unlessRefused(rowsOf(comments), signal)).map(([schema, table, column, comment]) => ({
      table: nameOf(schema, table),
      column: column === null || column === undefined ? null : columnName(String(column)),
      comment: String(comment ?? ''),
    })),
  )
}

/** The rows of a statement; none if it fails, as the tables and columns are worth showing without it. @throws if it was cancelled */
export async function unlessRefused<Rows>(rows: Promise<Rows>, signal: AbortSignal): Promise<Rows | []> {
  try {
    return await rows
  } catch (error) {
    if (signal.aborted) throw error
    return []
  }
}
