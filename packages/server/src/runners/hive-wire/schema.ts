import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { type ColumnRow, detailsOf, identifierQuoter, tablesOfColumns } from '../sql/schema-tables.ts'
import type { Row } from '../values/rows.ts'
import { rowReader } from './columns.ts'
import type { HiveOptions } from './define-runner.ts'
import { HiveSession } from './session.ts'

/** Databases of the server itself. */
const OWN = new Set(['information_schema', 'sys'])
const DEFAULT_DATABASE = 'default'
/** Hive writes names in lower case; Spark keeps the case of columns and ignores it in queries. */
const nameOf = identifierQuoter(/^[a-z_][a-z0-9_]*$/i, '`')

/** The columns of a listing, in the order of JDBC's DatabaseMetaData.getColumns. */
const [DATABASE, TABLE, COLUMN, TYPE, SIZE, DIGITS, REMARKS] = [1, 2, 3, 5, 6, 8, 11]

/** Tables of all databases. Those of the chosen one have no database in their names, as queries need none. */
export async function readSchema(options: HiveOptions, signal: AbortSignal): Promise<SchemaTable[]> {
  const session = await HiveSession.open(options, {}, signal)
  try {
    const listing = await session.listColumns()
    const read = rowReader(await session.columnsOf(listing))
    const columns: ColumnRow[] = []
    for await (const values of session.rowsOf(listing))
      for (const row of read(values)) {
        const database = String(row[DATABASE])
        if (OWN.has(database)) continue
        const table = nameOf(String(row[TABLE]))
        columns.push({
          table: database === (options.database || DEFAULT_DATABASE) ? table : `${nameOf(database)}.${table}`,
          column: nameOf(String(row[COLUMN])),
          type: typeOf(row),
          details: detailsOf({ comment: row[REMARKS] }),
        })
      }
    return tablesOfColumns(columns)
  } finally {
    await session.close()
  }
}

/** The type of a column; the listing has the numbers that belong to it apart. */
function typeOf(row: Row): string {
  const name = String(row[TYPE]).toLowerCase()
  if (name === 'decimal') return `decimal(${row[SIZE]},${row[DIGITS]})`
  return name === 'varchar' || name === 'char' ? `${name}(${row[SIZE]})` : name
}
