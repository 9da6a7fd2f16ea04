import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { CANCELLED, NO_DATA, QueryError, type RunContext, type RunnerResult, StopUnconfirmed } from '../runner.ts'
import { runBound } from '../sql/bound-select.ts'
import type { BoundText } from '../sql/bound-text.ts'
import { detailsOf, identifierQuoter, tablesOfColumns } from '../sql/schema-tables.ts'
import { CancellableCalls, STOP_TIMEOUT_MS, startTimeLimit } from '../stopping.ts'
import { type Row, rowsResult } from '../values/rows.ts'
import { type ColumnMapping, columnMapping } from './columns.ts'
import {
  type Connection,
  connect,
  connectError,
  EXECUTION,
  isCancelled,
  type OracleOptions,
  type ResultSet,
  statementError,
} from './connection.ts'
import { bindOf, parameters } from './parameters.ts'

const GROUP_ROWS = 1000
/**
 * PL/SQL blocks must end with a semicolon and statements must not. Query texts have lost theirs by the time they arrive here.
 */
const BLOCK = /^\s*(?:(?:--.*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)\s*)*(BEGIN|DECLARE)\b/i

/** Opens a connection. @throws QueryError saying why there is no connection */
export async function open(options: OracleOptions, signal: AbortSignal): Promise<Connection> {
  if (signal.aborted) throw new QueryError(CANCELLED)
  const connecting = connect(options, signal)
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(new QueryError(CANCELLED))
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([connecting, aborted])
  } catch (error) {
    if (!signal.aborted) throw connectError(error, options)
    // The driver cannot be stopped while it connects.
    void connecting.then((connection) => connection.close({ drop: true })).catch(() => undefined)
    throw new QueryError(CANCELLED, { cause: error })
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Runs one statement, or one PL/SQL block. */
export async function run(
  text: string,
  options: OracleOptions,
  { signal, timeZone, bindsTexts }: Pick<RunContext<unknown>, 'signal' | 'timeZone' | 'bindsTexts'>,
): Promise<RunnerResult> {
  let connection: Connection | null = await open(options, signal)
  return runBound(text, bindsTexts ? parameters : null, signal, async (query) => {
    const statementRun = new StatementRun(connection ?? (await open(options, signal)), signal)
    connection = null
    return resultOf(statementRun, query, timeZone)
  })
}

async function resultOf(
  statementRun: StatementRun,
  { text, values }: BoundText,
  timeZone: RunContext<unknown>['timeZone'],
): Promise<RunnerResult> {
  try {
    if (timeZone) await statementRun.execute(`ALTER SESSION SET TIME_ZONE = '${timeZone}'`)
    const result = await statementRun.execute(BLOCK.test(text) ? text.replace(/;?\s*$/, ';') : text, values)
    if (!result) throw new QueryError(NO_DATA)
    const mappings = result.metaData.map(columnMapping)
    return await rowsResult(
      mappings.map(({ column }) => column),
      statementRun.rows(result, mappings),
    )
  } catch (error) {
    await statementRun.end()
    throw error
  }
}

/** Runs a statement of Sightline's own and returns all rows. */
export async function rowsOfStatement(statement: string, options: OracleOptions, signal: AbortSignal): Promise<unknown[][]> {
  const statementRun = new StatementRun(await open(options, signal), signal)
  try {
    const rows: unknown[][] = []
    const result = await statementRun.execute(statement)
    if (result)
      for await (const group of statementRun.rows(result, result.metaData.map(columnMapping)))
        rows.push(...group.map((row) => [...row]))
    return rows
  } finally {
    await statementRun.end()
  }
}

/** One statement on a connection of its own. */
class StatementRun {
  readonly #connection: Connection
  readonly #calls: CancellableCalls
  #isOver = false

  constructor(connection: Connection, signal: AbortSignal) {
    this.#connection = connection
    this.#calls = new CancellableCalls(signal, { stop: (calls) => this.#stop(calls), errorOf: statementError })
  }

  /** @returns null if the statement returns no rows */
  async execute(text: string, values: readonly string[] = []): Promise<ResultSet | null> {
    const { resultSet } = await this.#calls.make(() => this.#connection.execute(text, values.map(bindOf), EXECUTION))
    return resultSet ?? null
  }

  async *rows(result: ResultSet, mappings: readonly ColumnMapping[]): AsyncGenerator<Row[]> {
    try {
      for (;;) {
        const rows = await this.#calls.make(() => result.getRows(GROUP_ROWS))
        yield rows.map((row) => mappings.map(({ read }, index) => readCell(row[index], read)))
        if (rows.length < GROUP_ROWS) return
      }
    } finally {
      await this.end()
    }
  }

  /** Closes the connection; rows that have not been sent are dropped. */
  async end(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    this.#calls.end()
    // Closing a lost connection fails.
    await this.#connection.close({ drop: true }).catch(() => undefined)
  }

  /** Breaks the pending call. @returns the error of the run */
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
      // Rejects calls that are still waiting for an answer.
      await this.end()
    }
  }
}

const readCell = (value: unknown, read: ColumnMapping['read']) => (value === null || value === undefined ? null : read(value))

/** Only users that are not maintained by Oracle; the flag exists since version 12. */
const COLUMNS = `
  SELECT CASE WHEN c.owner = USER THEN '' ELSE c.owner END, c.table_name, c.column_name, c.data_type, m.comments
  FROM all_tab_columns c JOIN all_users u ON u.username = c.owner
  LEFT JOIN all_col_comments m ON m.owner = c.owner AND m.table_name = c.table_name AND m.column_name = c.column_name
  WHERE u.oracle_maintained = 'N' ORDER BY c.column_id`

const quoted = identifierQuoter(/^[A-Z][A-Z0-9_$#]*$/, '"')

/** Lists every table and view that the user may see; names of other owners are qualified. */
export async function readSchema(options: OracleOptions, signal: AbortSignal): Promise<SchemaTable[]> {
  const rows = await rowsOfStatement(COLUMNS, options, signal)
  return tablesOfColumns(
    rows.map((row) => {
      // Oracle stores empty strings as NULL.
      const [owner = '', table = '', column = '', type = '', comment] = row.map((value) => String(value ?? ''))
      const name = owner ? `${quoted(owner)}.${quoted(table)}` : quoted(table)
      return { table: name, column: quoted(column), type, details: detailsOf({ comment }) }
    }),
  )
}

export async function testConnection(options: OracleOptions, signal: AbortSignal): Promise<void> {
  await rowsOfStatement('SELECT 1 FROM dual', options, signal)
}
