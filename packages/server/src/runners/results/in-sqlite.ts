import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type DuckDBConnection, DuckDBTypeId, type DuckDBValue, quotedIdentifier } from '@duckdb/node-api'
import { tableColumns } from '@sightline/domain/names.ts'
import { statementsOf } from '@sightline/domain/sql-text/statements.ts'
import type { Column } from '../../platform/results/batch.ts'
import { textSql } from '../../platform/results/column-sql.ts'
import { openSandbox } from '../embedded-duckdb/engine.ts'
import { stringsOf } from '../embedded-duckdb/vectors.ts'
import { READING_OPTIONS, type ReadOnlyDatabase, restrictToReading } from '../embedded-sqlite/database.ts'
import { type Kind, kindOf } from '../embedded-sqlite/kinds.ts'
import { runSqlite, type StoredKinds } from '../embedded-sqlite/run.ts'
import { CANCELLED, type InputTable, QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { createViews, tableError } from './in-duckdb.ts'

type RunEnvironment = Pick<RunContext<unknown>, 'signal' | 'tempDir' | 'bindsTexts'> & { inputs: readonly InputTable[] }

/** An input as a table, and the indexes of the columns that the query reads. */
interface Table {
  input: InputTable
  /** Column names in SQL. */
  names: string[]
  read: Set<number>
  /** Kinds of the values copied, per column. */
  kinds: Set<Kind>[]
}

/**
 * Runs a query in SQLite's dialect, with the values that clients of the Redash API expect: those of the wire format, in tables
 * without column types. The columns that the query reads are copied into a temporary database.
 * @throws QueryError
 */
export async function runInSqlite(
  text: string,
  { inputs, signal, tempDir, bindsTexts }: RunEnvironment,
): Promise<RunnerResult> {
  const path = join(tempDir, 'query-results.sqlite')
  const database = new DatabaseSync(path, { ...READING_OPTIONS, enableDoubleQuotedStringLiterals: true })
  const tables = inputs.map(
    (input): Table => ({
      input,
      names: tableColumns(input.columns.map(({ name }) => name)),
      read: new Set(),
      kinds: input.columns.map(() => new Set()),
    }),
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
  const storedKinds: StoredKinds = (name, column) => {
    const table = tables.find(({ input }) => input.name === name)
    return table?.kinds[table.names.indexOf(column)] ?? null
  }
  return runSqlite(restrictToReading(database, path), text, { signal, bindsTexts, storedKinds })
}

/** Rows per INSERT: a call of the driver costs as much as inserting a row. */
const ROWS_PER_INSERT = 8

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
  { input, names, read, kinds }: Table,
  signal: AbortSignal,
): Promise<void> {
  const indexes = [...read].sort((one, other) => one - other)
  const columns = indexes.map((index) => quotedIdentifier(names[index] ?? ''))
  const values = indexes.map((index) => valueSql(quotedIdentifier(names[index] ?? ''), input.columns[index]))
  const table = quotedIdentifier(input.name)
  const placeholders = `(${columns.map(() => '?').join(', ')})`
  const insert = (rowCount: number) =>
    database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${new Array(rowCount).fill(placeholders).join(', ')}`)
  const [insertRow, insertRows] = [insert(1), insert(ROWS_PER_INSERT)]
  const rows = await connection.stream(`SELECT ${values.join(', ')} FROM memory.main.${table}`)
  database.exec('BEGIN')
  for (let chunk = await rows.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await rows.fetchChunk()) {
    if (signal.aborted) throw new QueryError(CANCELLED)
    const vectors = indexes.map((index, column) => {
      const isText = rows.columnTypeId(column) === DuckDBTypeId.VARCHAR
      return bindables(isText ? stringsOf(chunk, column) : chunk.getColumnValues(column), kinds[index])
    })
    const valuesOf = (start: number, rowCount: number) => {
      const bound = new Array<Bindable>(rowCount * vectors.length)
      for (const [column, vector] of vectors.entries()) {
        for (let row = 0; row < rowCount; row++) bound[row * vectors.length + column] = vector[start + row] ?? null
      }
      return bound
    }
    let row = 0
    for (; row + ROWS_PER_INSERT <= chunk.rowCount; row += ROWS_PER_INSERT) insertRows.run(...valuesOf(row, ROWS_PER_INSERT))
    for (; row < chunk.rowCount; row++) insertRow.run(...valuesOf(row, 1))
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

/**
 * Values for SQLite; their kinds are added to `kinds`. Integers beyond 64 bits become floating-point numbers, as when SQLite
 * parses their digits.
 */
function bindables(values: readonly DuckDBValue[], kinds: Set<Kind> | undefined): Bindable[] {
  let last: Kind | null = null
  return values.map((value) => {
    const bound =
      typeof value === 'bigint' && (value > LARGEST || value < -LARGEST) ? Number(value) : ((value ?? null) as Bindable)
    const kind = kindOf(bound)
    if (kind !== last) kinds?.add(kind)
    last = kind
    return bound
  })
}
