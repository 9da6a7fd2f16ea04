import { type Connection, Request, TYPES } from 'tedious'
import { CANCELLED, ConnectionLost, QueryError, type RunContext, type RunnerResult, StopUnconfirmed } from '../runner.ts'
import { BatchQueue } from '../sql/batch-queue.ts'
import { runBound } from '../sql/bound-select.ts'
import type { BoundText } from '../sql/bound-text.ts'
import { type Row, rowsResult } from '../values/rows.ts'
import { type ColumnMapping, columnMapping, type FieldDescription } from './columns.ts'
import { connectError, open, statementError } from './connection.ts'
import type { TdsOptions } from './define-runner.ts'
import { parameterName, parameters } from './parameters.ts'

const NO_DATA = 'No data was returned.'
/** Rows to pass on at a time. */
const GROUP_ROWS = 1000
/** The driver's code of a request whose end the server has confirmed. */
const CONFIRMED = 'ECANCEL'

/** Runs a query. Of several result sets the first is the result, so that its rows can be streamed. */
export async function run(
  text: string,
  options: TdsOptions,
  { signal, bindsTexts }: Pick<RunContext<unknown>, 'signal' | 'bindsTexts'>,
): Promise<RunnerResult> {
  let connection: Connection | null = await open(options, signal)
  return runBound(text, bindsTexts ? parameters : null, signal, async (query) => {
    const statementRun = new StatementRun(connection ?? (await open(options, signal)), query, text, signal)
    connection = null
    const mappings = await statementRun.columns
    if (mappings === null) throw new QueryError(NO_DATA)
    return rowsResult(
      mappings.map(({ column }) => column),
      statementRun.rows,
      { log: () => statementRun.log() },
    )
  })
}

/** One query on a connection of its own. */
class StatementRun {
  readonly rows: BatchQueue<Row[]>
  readonly #connection: Connection
  readonly #text: string
  readonly #signal: AbortSignal
  readonly #request: Request
  readonly #columns = Promise.withResolvers<ColumnMapping[] | null>()
  readonly #end = Promise.withResolvers<void>()
  #mappings: ColumnMapping[] | null = null
  #group: Row[] = []
  #results = 0
  #stopped: QueryError | null = null
  #isOver = false

  /** @param text the query as it is written, for the lines of errors */
  constructor(connection: Connection, query: BoundText, text: string, signal: AbortSignal) {
    this.#connection = connection
    this.#text = text
    this.#signal = signal
    this.#request = new Request(query.text, (error) => this.#finish(error ?? null))
    for (const [index, value] of query.values.entries())
      this.#request.addParameter(parameterName(index + 1), TYPES.NVarChar, value)
    this.rows = new BatchQueue({
      pause: () => this.#request.pause(),
      resume: () => this.#request.resume(),
      abandon: () => this.#stop(),
    })
    this.#columns.promise.catch(() => undefined)
    this.#request.on('columnMetadata', (fields) => this.#onColumns(Object.values(fields)))
    this.#request.on('row', (cells: { value: unknown }[]) => this.#addRow(cells))
    connection.on('end', this.#onConnectionLost)
    signal.addEventListener('abort', this.#abort)
    if (signal.aborted) this.#finish(new QueryError(CANCELLED))
    else if (query.values.length > 0) connection.execSql(this.#request)
    else connection.execSqlBatch(this.#request)
  }

  /** How to read the columns of the result; null if there are none. Rejects if the server reports an error. */
  get columns(): Promise<ColumnMapping[] | null> {
    return this.#columns.promise
  }

  /** Log lines about the result. */
  log(): string[] {
    return this.#results > 1 ? [`The text has ${this.#results} results, of which the first is shown.`] : []
  }

  #onColumns(fields: FieldDescription[]): void {
    this.#results++
    if (this.#results > 1) this.#flush()
    else {
      this.#mappings = fields.map(columnMapping)
      this.#columns.resolve(this.#mappings)
    }
  }

  #addRow(cells: { value: unknown }[]): void {
    if (this.#results > 1 || this.#stopped || !this.#mappings) return
    this.#group.push(
      this.#mappings.map(({ read }, index) => {
        const value = cells[index]?.value ?? null
        return value === null ? null : read(value)
      }),
    )
    if (this.#group.length >= GROUP_ROWS) this.#flush()
  }

  #flush(): void {
    if (this.#group.length === 0) return
    this.rows.push(this.#group)
    this.#group = []
  }

  readonly #onConnectionLost = () => this.#finish(new ConnectionLost())

  readonly #abort = () => {
    this.#stopped ??= new QueryError(CANCELLED)
    void this.#stop()
  }

  /** Cancels the request, and resolves when the server has confirmed that. */
  async #stop(): Promise<void> {
    if (this.#isOver) return
    this.#stopped ??= new QueryError(CANCELLED)
    this.#group = []
    this.#request.resume()
    this.#request.cancel()
    await this.#end.promise
  }

  #finish(error: Error | null): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#signal.removeEventListener('abort', this.#abort)
    this.#connection.off('end', this.#onConnectionLost)
    this.#connection.close()
    const failure = this.#outcome(error)
    if (failure) {
      this.#columns.reject(failure)
      this.rows.fail(failure)
    } else {
      this.#flush()
      this.#columns.resolve(null)
      this.rows.finish()
    }
    this.#end.resolve()
  }

  #outcome(error: Error | null): QueryError | null {
    if (this.#stopped === null) return error && statementError(error, this.#text)
    // The request may have ended just before it was cancelled.
    const isConfirmed = error === null || ('code' in error && [CONFIRMED, 'EREQUEST'].includes(String(error.code)))
    return isConfirmed ? this.#stopped : new StopUnconfirmed(error)
  }
}

export async function testConnection(options: TdsOptions, signal: AbortSignal): Promise<void> {
  await rowsOfStatement('SELECT 1', options, signal)
}

/** Runs a statement of Sightline's own and returns all rows. */
export async function rowsOfStatement(statement: string, options: TdsOptions, signal: AbortSignal): Promise<unknown[][]> {
  const connection = await open(options, signal)
  const abort = () => connection.close()
  signal.addEventListener('abort', abort)
  try {
    return await new Promise((resolve, reject) => {
      const rows: unknown[][] = []
      const request = new Request(statement, (error) => (error ? reject(error) : resolve(rows)))
      request.on('row', (cells: { value: unknown }[]) => rows.push(cells.map(({ value }) => value)))
      connection.execSqlBatch(request)
    })
  } catch (error) {
    throw signal.aborted ? new QueryError(CANCELLED, { cause: error }) : connectError(error, options)
  } finally {
    signal.removeEventListener('abort', abort)
    connection.close()
  }
}
