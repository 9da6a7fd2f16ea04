import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { QueryError } from '../runner.ts'
import { type ColumnRow, detailsOf, identifierQuoter, tablesOfColumns } from '../sql/schema-tables.ts'
import type { Row } from '../values/rows.ts'
import { rowReader } from './columns.ts'
import type { HiveOptions } from './define-runner.ts'
import { HiveSession, type Operation } from './session.ts'

/** Databases of the server itself. */
const OWN = new Set(['information_schema', 'sys'])
const DEFAULT_DATABASE = 'default'
/** Hive writes names in lower case; Spark keeps the case of columns and ignores it in queries. */
const nameOf = identifierQuoter(/^[a-z_][a-z0-9_]*$/i, '`')

/** The columns of a listing, in the order of JDBC's DatabaseMetaData.getColumns. */
const [DATABASE, TABLE, COLUMN, TYPE, SIZE, DIGITS, REMARKS] = [1, 2, 3, 5, 6, 8, 11]

/** Tables of all databases that the login may read. Those of the chosen one have no database in their names, as queries need none. */
export async function readSchema(options: HiveOptions, signal: AbortSignal): Promise<SchemaTable[]> {
  const session = await HiveSession.open(options, {}, signal)
  try {
    const columns: ColumnRow[] = []
    for await (const row of readableColumns(session)) {
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

/** Hive refuses the list of all columns if the login may not read one of the tables, so each table is then asked for alone. */
async function* readableColumns(session: HiveSession): AsyncGenerator<Row, void, undefined> {
  const all = await refusable(session.listColumns())
  if (!(all instanceof QueryError)) return yield* rowsOf(session, all)
  let isRefused = true
  let refusal = all
  for await (const row of rowsOf(session, await session.listTables())) {
    const names = { database: String(row[DATABASE]), table: String(row[TABLE]) }
    const listing = await refusable(session.listColumns({ database: literal(names.database), table: literal(names.table) }))
    if (listing instanceof QueryError) refusal = listing
    else {
      isRefused = false
      yield* rowsOf(session, listing)
    }
  }
  if (isRefused) throw refusal
}

async function* rowsOf(session: HiveSession, listing: Operation): AsyncGenerator<Row, void, undefined> {
  const read = rowReader(await session.columnsOf(listing))
  for await (const values of session.rowsOf(listing)) yield* read(values)
  await session.forget(listing)
}

const REFUSED = /^Permission denied\b/

/** @returns the error if the login may not do that @throws any other one */
const refusable = (outcome: Promise<Operation>): Promise<Operation | QueryError> =>
  outcome.catch((error: unknown) => {
    if (error instanceof QueryError && REFUSED.test(error.message)) return error
    throw error
  })

/** A name as a pattern that only this name meets. */
const literal = (name: string): string => name.replaceAll(/[\\%_]/g, '\\$&')

/** The type of a column; the listing has the numbers that belong to it apart. */
function typeOf(row: Row): string {
  const name = String(row[TYPE]).toLowerCase()
  if (name === 'decimal') return `decimal(${row[SIZE]},${row[DIGITS]})`
  return name === 'varchar' || name === 'char' ? `${name}(${row[SIZE]})` : name
}
