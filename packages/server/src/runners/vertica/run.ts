import type { Client, Field } from 'vertica-nodejs'
import { CANCELLED, NO_DATA, QueryError, type RunContext, type RunnerResult, StopUnconfirmed } from '../runner.ts'
import { STOP_TIMEOUT_MS, startTimeLimit } from '../stopping.ts'
import type { ValueKind } from '../values/plans.ts'
import { type DeclaredColumn, type Row, rowsResult } from '../values/rows.ts'
import { disconnect, open, requestCancel } from './connection.ts'
import { isCancelled, statementError } from './errors.ts'
import type { VerticaOptions } from './index.ts'
import { Query } from './query.ts'

/** Runs a query. Of several results the first one is used, so that its rows can be streamed. */
export async function run(
  text: string,
  options: VerticaOptions,
  { signal }: Pick<RunContext<unknown>, 'signal'>,
): Promise<RunnerResult> {
  const statementRun = new StatementRun(await open(options, signal), text, options, signal)
  const { query } = statementRun
  try {
    const fields = await statementRun.firstAnswer(query.columns)
    if (fields === null) throw new QueryError(NO_DATA)
    const log = () => (query.answers > 1 ? [`The text has ${query.answers} results, of which the first is shown.`] : [])
    return await rowsResult(fields.map(columnOf), statementRun.rows(), { log })
  } catch (error) {
    await statementRun.end()
    throw error
  }
}

/** One query on a connection of its own. */
class StatementRun {
  readonly query: Query
  readonly #client: Client
  readonly #options: VerticaOptions
  readonly #signal: AbortSignal
  #stopping: Promise<QueryError> | null = null
  #isOver = false

  constructor(client: Client, text: string, options: VerticaOptions, signal: AbortSignal) {
    this.#client = client
    this.#options = options
    this.#signal = signal
    this.query = new Query(text, client, () => this.end())
    signal.addEventListener('abort', this.#abort)
    if (signal.aborted) this.#abort()
    client.query(this.query)
  }

  /** Waits for the server's first answer, up to the Read Timeout of the options. */
  async firstAnswer<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const { read_timeout } = this.#options
    const { promise: tooLate, reject } = Promise.withResolvers<never>()
    const late = new QueryError(
      `The server did not respond within ${read_timeout} seconds, the Read Timeout of the data source.`,
    )
    const timer = read_timeout === undefined ? undefined : setTimeout(() => reject(late), read_timeout * 1000)
    try {
      return await Promise.race([answer, tooLate])
    } catch (error) {
      throw this.#stopping ? await this.#stopping : statementError(error)
    } finally {
      clearTimeout(timer)
    }
  }

  async *rows(): AsyncGenerator<Row[]> {
    try {
      for await (const group of this.query.rows) {
        yield group
        if (this.#stopping) throw await this.#stopping
      }
      if (this.#stopping) throw await this.#stopping
    } catch (error) {
      throw this.#stopping ? await this.#stopping : statementError(error)
    } finally {
      await this.end()
    }
  }

  /** Closes the connection, after stopping what the server still works on. */
  async end(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    this.#signal.removeEventListener('abort', this.#abort)
    if (!this.query.isOver) this.#abort()
    await this.#stopping
    disconnect(this.#client)
  }

  readonly #abort = () => {
    this.#stopping ??= this.#stop()
  }

  /** Sends a cancel request and waits for its effect. @returns the error of the run */
  async #stop(): Promise<QueryError> {
    const limit = startTimeLimit(STOP_TIMEOUT_MS, new Error('No answer.'))
    try {
      await requestCancel(this.#client, this.#options)
      // Pending rows must be read before the server can send anything else.
      this.query.discard()
      this.#client.connection.stream.resume()
      const outcome = await Promise.race([this.query.end, limit.expired])
      return outcome === null || isCancelled(outcome) ? new QueryError(CANCELLED) : new StopUnconfirmed(outcome)
    } catch (error) {
      return new StopUnconfirmed(error)
    } finally {
      limit.clear()
    }
  }
}

const NUMERIC = 16
/** Types by their OIDs (v_catalog.types), and the kinds of their text values. */
const types: Record<number, { name: string; as: ValueKind }> = {
  5: { name: 'boolean', as: 'boolean' },
  6: { name: 'int', as: 'integer' },
  7: { name: 'float', as: 'float' },
  8: { name: 'char', as: 'text' },
  9: { name: 'varchar', as: 'text' },
  10: { name: 'date', as: 'date' },
  11: { name: 'time', as: 'text' },
  12: { name: 'timestamp', as: 'datetime' },
  13: { name: 'timestamptz', as: 'instant' },
  14: { name: 'interval day to second', as: 'text' },
  15: { name: 'timetz', as: 'text' },
  17: { name: 'varbinary', as: 'text' },
  20: { name: 'uuid', as: 'text' },
  114: { name: 'interval year to month', as: 'text' },
  115: { name: 'long varchar', as: 'text' },
  116: { name: 'long varbinary', as: 'text' },
  117: { name: 'binary', as: 'text' },
}

/** Describes a column. Unlisted types are shown in the server's text format. */
export function columnOf({ name, dataTypeID, dataTypeModifier }: Field): DeclaredColumn {
  if (dataTypeID === NUMERIC) {
    const [precision, scale] = [((dataTypeModifier - 4) >> 16) & 0xffff, (dataTypeModifier - 4) & 0xffff]
    return dataTypeModifier < 4
      ? { name, as: 'decimal', sourceType: 'numeric' }
      : { name, as: 'decimal', digits: { precision, scale }, sourceType: `numeric(${precision},${scale})` }
  }
  const { as, name: sourceType } = types[dataTypeID] ?? { name: `type ${dataTypeID}`, as: 'text' }
  return { name, as, sourceType }
}

export async function testConnection(options: VerticaOptions, signal: AbortSignal): Promise<void> {
  await rowsOf('SELECT 1', options, signal)
}

export async function rowsOf(statement: string, options: VerticaOptions, signal: AbortSignal): Promise<unknown[][]> {
  const client = await open(options, signal)
  const abort = () => disconnect(client)
  signal.addEventListener('abort', abort)
  try {
    const query = client.query(new Query(statement, client, async () => undefined))
    await query.columns
    const rows: unknown[][] = []
    for await (const group of query.rows) rows.push(...group.map((row) => [...row]))
    return rows
  } catch (error) {
    throw signal.aborted ? new QueryError(CANCELLED, { cause: error }) : statementError(error)
  } finally {
    signal.removeEventListener('abort', abort)
    disconnect(client)
  }
}
