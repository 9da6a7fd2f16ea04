import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type DuckDBConnection, type DuckDBValue, quotedIdentifier } from '@duckdb/node-api'
import { statementsOf } from '@sightline/domain/auto-limit.ts'
import { tableColumns } from '@sightline/domain/sql-text/table-columns.ts'
import type { Column } from '../../platform/results/batch.ts'
import { textSql } from '../../platform/results/column-sql.ts'
import { openSandbox } from '../embedded-duckdb/engine.ts'
import { READING_OPTIONS, type ReadOnlyDatabase, restrictToReading } from '../embedded-sqlite/database.ts'
import { runSqlite } from '../embedded-sqlite/run.ts'
import { CANCELLED, type InputTable, QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { createViews, tableError } from './in-duckdb.ts'

type RunEnvironment = Pick<RunContext<unknown>, 'signal' | 'tempDir'> & { inputs: readonly InputTable[] }

/** An input as a table, and the indexes of the columns that the query reads. */
interface Table {
  input: InputTable
  /** Column names in SQL. */
  names: string[]
  read: Set<number>
}

/**
 * Runs a query in SQLite's dialect, with the values that clients of the Redash API expect: those of the wire format, in tables
 * without column types. The columns that the query reads are copied into a temporary database.
 * @throws QueryError
 */
export async function runInSqlite(text: string, { inputs, signal, tempDir }: RunEnvironment): Promise<RunnerResult> {
  const path = join(tempDir, 'query-results.sqlite')
  const database = new DatabaseSync(path, { ...READING_OPTIONS, enableDoubleQuotedStringLiterals: true })
  const tables = inputs.map(
    (input): Table => ({ input, names: tableColumns(input.columns.map(({ name }) => name)), read: new Set() }),
  )
  try {
    // The database lives as long as the run, so it need not survive a crash.
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE')
    for (const table of tables) createTable(database, table)
    findColumnsRead(database, path, text, tables)
    database.setAuthorizer(null)
    await copyTables(database, tables, { inputs, signal, tempDir })
  } catch (error) {
    database.close()
    throw error
  }
  return runSqlite(restrictToReading(database, path), text, signal)
}

function createTable(database: DatabaseSync, { input, names }: Table): void {
  try {
    if (names.length === 0) throw new QueryError('The result has no columns.')
    database.exec(`CREATE TABLE ${quotedIdentifier(input.name)} (${names.map(quotedIdentifier).join(', ')})`)
  } catch (error) {
    throw tableError(input, error)
  }
}

/**
 * Finds the columns that a query reads. SQLite reports them, except columns that only join tables: those must be named in the
 * text, or the join is NATURAL.
 */
function findColumnsRead(database: DatabaseSync, path: string, text: string, tables: readonly Table[]): void {
  const byName = new Map(tables.map((table) => [table.input.name, table]))
  const reading = restrictToReading(database, path, (name, column) => {
    const table = byName.get(name.toLowerCase())
    const at = table?.names.findIndex((each) => each.toLowerCase() === column.toLowerCase()) ?? -1
    if (at >= 0) table?.read.add(at)
  })
  prepareAll(reading, text)
  const searched = text.toLowerCase()
  const isNatural = /\bnatural\b/.test(searched)
  for (const { names, read } of tables) {
    names.forEach((name, index) => {
      // Quoted names write these characters differently.
      if (isNatural || /[`\]]/.test(name) || searched.includes(name.toLowerCase())) read.add(index)
    })
    // If only rows are counted, any column will do.
    if (read.size === 0) read.add(0)
  }
}

/** Detects errors of the query before anything is copied. */
function prepareAll({ database, toQueryError }: ReadOnlyDatabase, text: string): void {
  try {
    for (const statement of statementsOf(text, 'sqlite')) database.prepare(statement)
  } catch (error) {
    throw toQueryError(error, text)
  }
}

async function copyTables(
  database: DatabaseSync,
  tables: readonly Table[],
  { inputs, signal, tempDir }: RunEnvironment,
): Promise<void> {
  if (tables.length === 0) return
  const engine = await openSandbox([], tempDir, {
    prepare: (connection) => createViews(connection, inputs),
    readable: inputs.map(({ path }) => path),
  })
  try {
    for (const table of tables) {
      try {
        await copyRows(engine.connection, database, table, signal)
      } catch (error) {
        throw tableError(table.input, error)
      }
    }
  } finally {
    engine.close()
  }
}

async function copyRows(
  connection: DuckDBConnection,
  database: DatabaseSync,
  { input, names, read }: Table,
  signal: AbortSignal,
): Promise<void> {
  const indexes = [...read].sort((one, other) => one - other)
  const columns = indexes.map((index) => quotedIdentifier(names[index] ?? ''))
  const values = indexes.map((index) => valueSql(quotedIdentifier(names[index] ?? ''), input.columns[index]))
  const table = quotedIdentifier(input.name)
  const insert = database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
  const rows = await connection.stream(`SELECT ${values.join(', ')} FROM memory.main.${table}`)
  const row = new Array<Bindable>(columns.length)
  database.exec('BEGIN')
  for (let chunk = await rows.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await rows.fetchChunk()) {
    if (signal.aborted) throw new QueryError(CANCELLED)
    const vectors = chunk.getColumns()
    for (let index = 0; index < chunk.rowCount; index++) {
      for (let column = 0; column < vectors.length; column++) row[column] = bindable(vectors[column]?.[index] ?? null)
      insert.run(...row)
    }
  }
  database.exec('COMMIT')
}

type Bindable = null | bigint | number | string

/** A SQL expression for a value in wire format: booleans as 1 and 0, decimals as floating-point numbers, times as text. */
function valueSql(ref: string, column: Column | undefined): string {
  switch (column?.storage.kind) {
    case 'boolean':
    case 'int32':
    case 'int64':
      // The driver stores JavaScript numbers as floating-point numbers, and only bigints as integers.
      return `${ref}::BIGINT`
    case 'double':
      return `CASE WHEN isfinite(${ref}) THEN ${ref} END`
    case 'decimal':
    case 'number_text':
      return column.type === 'integer' ? `${ref}` : `${ref}::DOUBLE`
    case 'date':
    case 'timestamp':
    case 'instant':
      return textSql({ ref, storage: column.storage })
    default:
      return ref
  }
}

const LARGEST = 2n ** 63n - 1n

/** Integers beyond 64 bits become floating-point numbers, as when SQLite parses their digits. */
function bindable(value: DuckDBValue): Bindable {
  if (typeof value === 'bigint') return value > LARGEST || value < -LARGEST ? Number(value) : value
  return value as Bindable
}
