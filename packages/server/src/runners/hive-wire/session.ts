import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { CANCELLED, QueryError } from '../runner.ts'
import { stopTimeout } from '../stopping.ts'
import { sizeOf } from '../values/read-ahead.ts'
import { HiveConnection, text } from './connection.ts'
import type { HiveOptions } from './define-runner.ts'
import { withoutFraming } from './errors.ts'
import { bool, type Encoded, i16, i32, i64, map, string, struct } from './thrift.ts'

/** Ids of what the server keeps for a client: public and secret. */
const Handle = z.object({ 1: z.instanceof(Buffer), 2: z.instanceof(Buffer) })
type Handle = z.output<typeof Handle>

const OpenedSession = z.object({ 3: z.object({ 1: Handle }) })
const StartedOperation = z.object({ 2: z.object({ 1: Handle, 2: z.number(), 3: z.boolean() }) })
const Polled = z.object({ 2: z.number(), 5: text.optional(), 9: z.boolean().optional() })

const Qualifier = z.object({ 1: z.number().optional() })
const Primitive = z.object({ 1: z.number(), 2: z.object({ 1: z.array(z.tuple([text, Qualifier])) }).optional() })
const Metadata = z.object({
  2: z.object({ 1: z.array(z.object({ 1: text, 2: z.object({ 1: z.array(z.object({ 1: Primitive.optional() })) }) })) }),
})
const Fetched = z.object({
  3: z.object({ 3: z.array(z.record(z.string(), z.object({ 1: z.array(z.unknown()), 2: z.instanceof(Buffer) }))).optional() }),
})

/** A statement, or a listing of tables, at the server. */
export interface Operation {
  handle: Handle
  kind: number
  hasRows: boolean
}

/** Patterns of names, in which `%` and `_` stand for other characters. */
export interface TablePattern {
  database: string
  table: string
}

/** A column of a result, with the number of its type in the protocol. */
export interface ResultColumn {
  name: string
  type: number
  /** Precision and scale of a decimal, for example. */
  qualifiers: Record<string, number | undefined>
}

/** The values of one column of some rows. The bits of `nulls`, the lowest first, say which of them are null. */
export interface ColumnValues {
  values: readonly unknown[]
  nulls: Buffer
}

const STATE = { finished: 2, cancelled: 3, closed: 4, error: 5, timedOut: 8 }
const STILL_RUNNING = [0, 1, 7]
/** The version from which results arrive as columns. Servers and clients speak the older version of both. */
const COLUMNAR_PROTOCOL = 5
const FETCH_NEXT = 0
/** Rows of the first group. Later ones have as many as make up so many bytes, since a group is held in memory as a whole. */
const FIRST_ROWS = 1000
const MAX_ROWS = 10_000
const GROUP_BYTES = 4 * 1024 * 1024
/** Milliseconds between two polls. Most servers hold the call until there is news, or for half a second. */
const FIRST_POLL_DELAY_MS = 5
const MAX_POLL_DELAY_MS = 250

const handleOf = ({ 1: id, 2: secret }: Handle): Encoded => struct({ 1: string(id), 2: string(secret) })
const encoded = ({ handle, kind, hasRows }: Operation): Encoded =>
  struct({ 1: handleOf(handle), 2: i32(kind), 3: bool(hasRows) })

/** A session at the server. */
export class HiveSession {
  readonly #options: HiveOptions
  readonly #signal: AbortSignal
  readonly #connection: HiveConnection
  readonly #handle: Handle

  private constructor(
    options: HiveOptions,
    signal: AbortSignal,
    { connection, handle }: { connection: HiveConnection; handle: Handle },
  ) {
    this.#options = options
    this.#signal = signal
    this.#connection = connection
    this.#handle = handle
  }

  /** @param settings of the session, in addition to the database @param signal aborts all calls except the last one */
  static async open(options: HiveOptions, settings: Record<string, string>, signal: AbortSignal): Promise<HiveSession> {
    const connection = await HiveConnection.open(options, signal)
    try {
      const configuration = map({ ...(options.database ? { 'use:database': options.database } : {}), ...settings })
      const opened = await connection.call('OpenSession', { 1: i32(COLUMNAR_PROTOCOL), 4: configuration }, OpenedSession)
      return new HiveSession(options, signal, { connection, handle: opened[3][1] })
    } catch (error) {
      connection.close()
      throw error
    }
  }

  /** Ends the session and all that it has at the server. If the server does not answer, it ends the session by itself later. */
  async close(): Promise<void> {
    const isUsable = !this.#signal.aborted
    const closing = isUsable ? Promise.resolve(this.#connection) : HiveConnection.open(this.#options, stopTimeout())
    await closing
      .then(async (connection) => {
        await connection.call('CloseSession', { 1: struct({ 1: handleOf(this.#handle) }) }, z.unknown())
        connection.close()
      })
      .catch(() => {})
    this.#connection.close()
  }

  /** Starts a statement: the call returns when it is compiled. */
  execute = (statement: string): Promise<Operation> => this.#start('ExecuteStatement', { 2: string(statement), 4: bool(true) })

  /** Lists the tables and views of all databases, as JDBC has them. */
  listTables = (): Promise<Operation> => this.#start('GetTables', { 3: string('%'), 4: string('%') })

  /** Lists the columns of all tables, or of one, as JDBC has them. */
  listColumns = ({ database, table }: TablePattern = { database: '%', table: '%' }): Promise<Operation> =>
    this.#start('GetColumns', { 3: string(database), 4: string(table), 5: string('%') })

  async #start(method: string, request: Record<number, Encoded>): Promise<Operation> {
    const session = struct({ 1: handleOf(this.#handle) })
    const { 2: started } = await this.#connection.call(method, { 1: session, ...request }, StartedOperation)
    return { handle: started[1], kind: started[2], hasRows: started[3] }
  }

  /** Waits until an operation has ended. @returns whether it has rows @throws QueryError if it has failed */
  async finish(operation: Operation): Promise<boolean> {
    for (let wait = FIRST_POLL_DELAY_MS; ; wait = Math.min(2 * wait, MAX_POLL_DELAY_MS)) {
      const { 2: state, 5: message, 9: hasRows = operation.hasRows } = await poll(this.#connection, operation)
      if (state === STATE.finished) return hasRows
      if (state === STATE.cancelled || state === STATE.closed) throw new QueryError(CANCELLED)
      if (state === STATE.timedOut) throw new QueryError('The query has reached the time limit of the server.')
      if (state === STATE.error) throw new QueryError(withoutFraming(message ?? 'The query has failed.'))
      await sleep(wait)
    }
  }

  async columnsOf(operation: Operation): Promise<ResultColumn[]> {
    const { 2: schema } = await this.#connection.call('GetResultSetMetadata', { 1: encoded(operation) }, Metadata)
    return schema[1].map(({ 1: name, 2: type }) => {
      const entry = type[1][0]?.[1]
      const qualifiers = Object.fromEntries((entry?.[2]?.[1] ?? []).map(([key, value]) => [key, value[1]]))
      return { name, type: entry?.[1] ?? -1, qualifiers }
    })
  }

  /** The rows of an operation that has ended, in groups of columns. */
  async *rowsOf(operation: Operation): AsyncGenerator<ColumnValues[], void, undefined> {
    for (let wanted = FIRST_ROWS; ; ) {
      const request = { 1: encoded(operation), 2: i32(FETCH_NEXT), 3: i64(wanted), 4: i16(0) }
      const { 3: rows } = await this.#connection.call('FetchResults', request, Fetched)
      const columns = (rows[3] ?? []).map((column) => {
        // A column has one field, whose number says the type of its values.
        const [{ 1: values, 2: nulls } = { 1: [], 2: Buffer.alloc(0) }] = Object.values(column)
        return { values, nulls }
      })
      // Servers never say that there are no more rows, so an empty group is the end.
      const count = columns[0]?.values.length ?? 0
      if (count === 0) return
      yield columns
      const bytesOfRow = columns.reduce((sum, { values }) => sum + sizeOf(values), 0) / count
      wanted = Math.max(1, Math.min(MAX_ROWS, Math.floor(GROUP_BYTES / bytesOfRow)))
    }
  }

  /** Forgets an operation that has ended. */
  async forget(operation: Operation): Promise<void> {
    await this.#connection.call('CloseOperation', { 1: encoded(operation) }, z.unknown())
  }
}

const poll = (connection: HiveConnection, operation: Operation) =>
  connection.call('GetOperationStatus', { 1: encoded(operation) }, Polled)

/** The message for an operation that has ended together with its session. */
const FORGOTTEN = /Invalid OperationHandle|Invalid query handle|Operation does not exist/

/**
 * Cancels an operation over a connection of its own: the one that started it may be waiting for a reply. Resolves when the server
 * no longer works on it.
 */
export async function cancel(options: HiveOptions, operation: Operation, signal: AbortSignal): Promise<void> {
  const connection = await HiveConnection.open(options, signal)
  try {
    await connection.call('CancelOperation', { 1: encoded(operation) }, z.unknown())
    while (STILL_RUNNING.includes((await poll(connection, operation))[2])) await sleep(FIRST_POLL_DELAY_MS)
    // Only this ends an operation whose rows are being fetched.
    await connection.call('CloseOperation', { 1: encoded(operation) }, z.unknown())
  } catch (error) {
    if (!(error instanceof QueryError && FORGOTTEN.test(error.message))) throw error
  } finally {
    connection.close()
  }
}
