import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { CANCELLED, NO_DATA, QueryError, type RunContext, type RunnerResult, StopUnconfirmed } from '../runner.ts'
import { identifierQuoter, tablesOfColumns } from '../sql/schema-tables.ts'
import { CancellableCalls, STOP_TIMEOUT_MS, startTimeLimit } from '../stopping.ts'
import { type Row, rowsResult } from '../values/rows.ts'
import { type ColumnReading, readingOf } from './columns.ts'
import { type Connection, connect, EXECUTION, type OracleOptions, type ResultSet } from './connection.ts'
import { connectError, isCancelled, statementError } from './errors.ts'

const GROUP_ROWS = 1000
/** Blocks end with a semicolon, which statements must not have, and which texts lose on their way here. */
const BLOCK = /^\s*(?:(?:--.*\n|\/\*[\s\S]*?\*\/)\s*)*(BEGIN|DECLARE)\b/i

/** Opens a connection; throws a `QueryError` that says why there is none. */
export async function open(options: OracleOptions, signal: AbortSignal): Promise<Connection> {
  if (signal.aborted) throw new QueryError(CANCELLED)
  try {
    const connection = await connect(options, signal)
    if (!signal.aborted) return connection
    await connection.close({ drop: true })
  } catch (error) {
    if (!signal.aborted) throw connectError(error, options)
  }
  throw new QueryError(CANCELLED)
}

/** Runs one statement, or one block. */
export async function run(
  text: string,
  options: OracleOptions,
  { signal }: Pick<RunContext<unknown>, 'signal'>,
): Promise<RunnerResult> {
  const statementRun = new StatementRun(await open(options, signal), signal)
  try {
    const result = await statementRun.execute(BLOCK.test(text) ? text.replace(/;?\s*$/, ';') : text)
    if (!result) throw new QueryError(NO_DATA)
    const readings = result.metaData.map(readingOf)
    return await rowsResult(
      readings.map(({ column }) => column),
      statementRun.rows(result, readings),
    )
  } catch (error) {
    await statementRun.end()
    throw error
  }
}

/** All rows of a statement of ours. */
export async function rowsOfStatement(statement: string, options: OracleOptions, signal: AbortSignal): Promise<unknown[][]> {
  const statementRun = new StatementRun(await open(options, signal), signal)
  try {
    const rows: unknown[][] = []
    const result = await statementRun.execute(statement)
    if (result)
      for await (const group of statementRun.rows(result, result.metaData.map(readingOf)))
        rows.push(...group.map((row) => [...row]))
    return rows
  } finally {
    await statementRun.end()
  }
}

/** A run of one statement on a connection of its own. */
class StatementRun {
  readonly #connection: Connection
  readonly #calls: CancellableCalls
  #isOver = false

  constructor(connection: Connection, signal: AbortSignal) {
    this.#connection = connection
    this.#calls = new CancellableCalls(signal, { stop: (calls) => this.#stop(calls), errorOf: statementError })
  }

  /** @returns null when the statement has no answer */
  async execute(text: string): Promise<ResultSet | null> {
    const { resultSet } = await this.#calls.make(() => this.#connection.execute(text, [], EXECUTION))
    return resultSet ?? null
  }

  async *rows(result: ResultSet, readings: readonly ColumnReading[]): AsyncGenerator<Row[]> {
    try {
      for (;;) {
        const rows = await this.#calls.make(() => result.getRows(GROUP_ROWS))
        yield rows.map((row) => readings.map(({ read }, index) => readCell(row[index], read)))
        if (rows.length < GROUP_ROWS) return
      }
    } finally {
      await this.end()
    }
  }

  /** Takes leave; what the server has not sent yet is of no interest. */
  async end(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    this.#calls.end()
    // A connection that is lost can not be closed.
    await this.#connection.close({ drop: true }).catch(() => undefined)
  }

  /** Asks the server to stop what it does. @returns what is said of the run */
  async #stop(calls: Promise<unknown>): Promise<QueryError> {
    const outcome = calls.then(
      () => true,
      (error: unknown) => isCancelled(error),
    )
    const limit = startTimeLimit(STOP_TIMEOUT_MS, false)
    try {
      await this.#connection.break()
      if (await Promise.race([outcome, limit.expired])) return new QueryError(CANCELLED)
      return new StopUnconfirmed(new Error('The server did not say that it has stopped.'))
    } catch (error) {
      return new StopUnconfirmed(error)
    } finally {
      limit.clear()
      // Whoever still waits for an answer hears that there will be none.
      await this.end()
    }
  }
}

const readCell = (value: unknown, read: ColumnReading['read']) => (value === null || value === undefined ? null : read(value))

/** Users of Oracle's own are marked since version 12. */
const COLUMNS = `
  SELECT CASE WHEN c.owner = USER THEN '' ELSE c.owner END, c.table_name, c.column_name, c.data_type
  FROM all_tab_columns c JOIN all_users u ON u.username = c.owner
  WHERE u.oracle_maintained = 'N'`

const quoted = identifierQuoter(/^[A-Z][A-Z0-9_$#]*$/, '"')

/** Every table and view that the user may see, those of others with their name in front. */
export async function readSchema(options: OracleOptions, signal: AbortSignal): Promise<SchemaTable[]> {
  const rows = await rowsOfStatement(COLUMNS, options, signal)
  return tablesOfColumns(
    rows.map((row) => {
      // An empty text is null there.
      const [owner = '', table = '', column = '', type = ''] = row.map((value) => String(value ?? ''))
      return { table: owner ? `${quoted(owner)}.${quoted(table)}` : quoted(table), column: quoted(column), type }
    }),
  )
}

export async function testConnection(options: OracleOptions, signal: AbortSignal): Promise<void> {
  await rowsOfStatement('SELECT 1 FROM dual', options, signal)
}
