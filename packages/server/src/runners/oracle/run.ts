import { CANCELLED, NO_DATA, QueryError, type RunContext, type RunnerResult, StopUnconfirmed } from '../runner.ts'
import { StoppableAsking } from '../sql/stoppable-asking.ts'
import { type Row, rowsResult } from '../values/rows.ts'
import { type ColumnReading, readingOf } from './columns.ts'
import { type Connection, connect, EXECUTION, type ResultSet } from './driver.ts'
import { connectError, isCancelled, statementError } from './errors.ts'
import type { Target } from './target.ts'

const GROUP_ROWS = 1000
/** How long the server may take to stop before the connection is dropped. */
const STOP_MILLISECONDS = 5000
/** Blocks end with a semicolon, which statements must not have, and which texts lose on their way here. */
const BLOCK = /^\s*(?:(?:--.*\n|\/\*[\s\S]*?\*\/)\s*)*(BEGIN|DECLARE)\b/i

/** Opens a connection; throws a `QueryError` that says why there is none. */
export async function open(target: Target, signal: AbortSignal): Promise<Connection> {
  if (signal.aborted) throw new QueryError(CANCELLED)
  try {
    const connection = await connect(target, signal)
    if (!signal.aborted) return connection
    await connection.close({ drop: true })
  } catch (error) {
    if (!signal.aborted) throw connectError(error, target)
  }
  throw new QueryError(CANCELLED)
}

/** Runs one statement, or one block. */
export async function run(
  text: string,
  target: Target,
  { signal }: Pick<RunContext<unknown>, 'signal'>,
): Promise<RunnerResult> {
  const course = new Course(await open(target, signal), signal)
  try {
    const result = await course.execute(BLOCK.test(text) ? text.replace(/;?\s*$/, ';') : text)
    if (!result) throw new QueryError(NO_DATA)
    const readings = result.metaData.map(readingOf)
    return await rowsResult(
      readings.map(({ column }) => column),
      course.rows(result, readings),
    )
  } catch (error) {
    await course.end()
    throw error
  }
}

/** All rows of a statement of ours. */
export async function rowsOfStatement(statement: string, target: Target, signal: AbortSignal): Promise<unknown[][]> {
  const course = new Course(await open(target, signal), signal)
  try {
    const rows: unknown[][] = []
    const result = await course.execute(statement)
    if (result)
      for await (const group of course.rows(result, result.metaData.map(readingOf))) rows.push(...group.map((row) => [...row]))
    return rows
  } finally {
    await course.end()
  }
}

/** The course of one statement on a connection of its own. */
class Course {
  readonly #connection: Connection
  readonly #asking: StoppableAsking
  #isOver = false

  constructor(connection: Connection, signal: AbortSignal) {
    this.#connection = connection
    this.#asking = new StoppableAsking(signal, { stop: (asking) => this.#stop(asking), errorOf: statementError })
  }

  /** @returns null when the statement has no answer */
  async execute(text: string): Promise<ResultSet | null> {
    const { resultSet } = await this.#asking.ask(() => this.#connection.execute(text, [], EXECUTION))
    return resultSet ?? null
  }

  async *rows(result: ResultSet, readings: readonly ColumnReading[]): AsyncGenerator<Row[]> {
    try {
      for (;;) {
        const rows = await this.#asking.ask(() => result.getRows(GROUP_ROWS))
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
    this.#asking.end()
    // A connection that is lost can not be closed.
    await this.#connection.close({ drop: true }).catch(() => undefined)
  }

  /** Asks the server to stop what it does. @returns what is said of the run */
  async #stop(asking: Promise<unknown>): Promise<QueryError> {
    const outcome = asking.then(
      () => true,
      (error: unknown) => isCancelled(error),
    )
    const { promise: tooLong, resolve } = Promise.withResolvers<boolean>()
    const limit = setTimeout(() => resolve(false), STOP_MILLISECONDS)
    try {
      await this.#connection.break()
      if (await Promise.race([outcome, tooLong])) return new QueryError(CANCELLED)
      return new StopUnconfirmed(new Error('The server did not say that it has stopped.'))
    } catch (error) {
      return new StopUnconfirmed(error)
    } finally {
      clearTimeout(limit)
      // Whoever still waits for an answer hears that there will be none.
      await this.end()
    }
  }
}

const readCell = (value: unknown, read: ColumnReading['read']) => (value === null || value === undefined ? null : read(value))
