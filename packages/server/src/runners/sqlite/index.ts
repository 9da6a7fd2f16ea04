import type { DatabaseSync } from 'node:sqlite'
import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { defineRunner } from '../runner.ts'
import { addKeys } from '../sql/schema-details.ts'
import { detailsOf, tablesOfColumns } from '../sql/schema-tables.ts'

/**
 * SQLite (https://sqlite.org): SQL over one database file, opened read-only. `embedded-sqlite/database.ts` restricts what
 * queries may do, `kinds.ts` determines column types.
 */
export default defineRunner({
  type: 'sqlite',
  name: 'Sqlite',
  gallery: { category: 'database' },
  syntax: 'sql',
  dialect: 'sqlite',
  language: 'sqlite',
  textPassing: 'parameters_outside_lists',
  exploreDialect: 'sqlite',
  guide: 'sqlite',
  moduleUrl: import.meta.url,
  config: z.object({ dbpath: z.string().trim().min(1).meta({ title: 'Database Path' }) }),
  embedded: true,
  localFiles: ['dbpath'],
  async run(text, { config, signal, bindsTexts }) {
    const { openReadOnly } = await import('../embedded-sqlite/database.ts')
    const { runSqlite } = await import('../embedded-sqlite/run.ts')
    return runSqlite(await openReadOnly(config.dbpath), text, { signal, bindsTexts })
  },
  async testConnection({ config }) {
    const { openReadOnly } = await import('../embedded-sqlite/database.ts')
    const { close } = await openReadOnly(config.dbpath)
    close()
  },
  async getSchema({ config }) {
    const { openReadOnly } = await import('../embedded-sqlite/database.ts')
    const { database, close } = await openReadOnly(config.dbpath)
    try {
      return readSchema(database)
    } finally {
      close()
    }
  },
})

/** A foreign key without columns refers to the primary key. */
const Target = z.tuple([z.number(), z.string(), z.string().nullable(), z.number()])
const Targets = z.string().transform((text) => z.array(Target).parse(JSON.parse(text)))
const ColumnRow = z.tuple([z.string(), z.string(), z.string(), z.coerce.number(), Targets])
const NameRow = z.tuple([z.string()])

/** A hidden column of a virtual table is one of its arguments. */
const COLUMNS = `SELECT t.name, c.name, c.type, c.pk,
    (SELECT json_group_array(json_array(f.id, f."table", f."to", f.seq)) FROM pragma_foreign_key_list(t.name) f WHERE f."from" = c.name)
  FROM sqlite_schema t JOIN pragma_table_xinfo(t.name) c
  WHERE t.type IN ('table', 'view') AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND c.hidden <> 1`

/** Lists tables and views with their columns, by name. */
export function readSchema(database: DatabaseSync): SchemaTable[] {
  return tablesOf(columnRows(database))
}

function columnRows(database: DatabaseSync): unknown[] {
  try {
    return database.prepare(`${COLUMNS} ORDER BY t.name, c.cid`).all()
  } catch {
    // A view of a missing table makes the whole query fail: then each table is queried separately.
    const names = database.prepare("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY name").all()
    const one = database.prepare(`${COLUMNS} AND t.name = ? ORDER BY c.cid`)
    return names.flatMap((row) => {
      try {
        return one.all(NameRow.parse(row)[0])
      } catch {
        return []
      }
    })
  }
}

function tablesOf(rows: readonly unknown[]): SchemaTable[] {
  const columns = rows.map((row) => ColumnRow.parse(row))
  const tables = tablesOfColumns(
    columns.map(([table, column, type, place]) => ({ table, column, type, details: detailsOf({ primary: place > 0 }) })),
  )
  /** Columns of primary keys by table and position in the key. */
  const primary = new Map(columns.map(([table, column, , place]) => [`${table} ${place}`, column]))
  const keys = columns.flatMap(([table, column, , , targets]) =>
    targets.flatMap(([key, other, to, seq]) => {
      const otherColumn = to ?? primary.get(`${other} ${seq + 1}`)
      const target = otherColumn === undefined ? null : { table: other, column: otherColumn }
      return target === null ? [] : [{ table, key: String(key), column, target, seq }]
    }),
  )
  addKeys(
    tables,
    keys.sort((one, next) => one.seq - next.seq),
  )
  return tables
}
