import type { FieldPacket } from 'mysql2'
import type { Batch } from '../../platform/results/batch.ts'
import { CANCELLED, ConnectionLost, QueryError, type RunContext, type RunnerResult, StopUnconfirmed } from '../runner.ts'
import { BatchQueue } from '../sql/batch-queue.ts'
import { securityNote } from '../sql/connection-messages.ts'
import type { RunStatement } from '../sql/schema-tables.ts'
import {
  acquire,
  type Connection,
  cancel,
  close,
  open,
  release,
  runStatement,
  runStatementOn,
  type Server,
} from './connection.ts'
import { connectError, isFatal, isSyntaxError, statementError } from './errors.ts'
import { withDigits } from './hexadecimal-text.ts'
import { RowReader } from './reader.ts'
import { type RowPacket, takeRowPackets } from './row-packets.ts'
import { readTextSettings } from './text-settings.ts'

const NO_DATA = 'No data was returned.'
/** Bytes of a result that are buffered while a later result may replace it. */
const MAX_BUFFERED_BYTES = 64 << 20

export async function run(
  text: string,
  server: Server,
  {
    signal,
    onSession,
    timeZone,
    bindsTexts = false,
  }: Pick<RunContext<unknown>, 'signal' | 'onSession' | 'timeZone' | 'bindsTexts'>,
): Promise<RunnerResult> {
  if (signal.aborted) throw new QueryError(CANCELLED)
  const connection = await acquire(server, signal)
  if (timeZone) await setTimeZone(connection, timeZone)
  onSession?.({ thread: connection.session })
  const sent = bindsTexts ? await textWithDigits(connection, text, signal) : null
  return new QueryRun(connection, text, sent, signal).result
}

async function textWithDigits(connection: Connection, text: string, signal: AbortSignal): Promise<string | null> {
  try {
    connection.textSettings ??= await readTextSettings(runStatementOn(connection))
    return withDigits(text, connection.textSettings)
  } catch (error) {
    close(connection)
    if (signal.aborted) throw new QueryError(CANCELLED, { cause: error })
    throw connectError(error, connection.server.options)
  }
}

/** Sets the time zone until the session is reset. */
async function setTimeZone(connection: Connection, timeZone: string): Promise<void> {
  try {
    await runStatement(connection.driver, `SET time_zone = '${timeZone}'`)
  } catch (error) {
    close(connection)
    throw new QueryError(
      `The server does not know the session time zone "${timeZone}". Its time zone tables may be empty (mysql_tzinfo_to_sql fills them).`,
      { cause: error },
    )
  }
}

/** False only if the text is certainly a single statement with at most one result set. */
function mayHaveSeveralResults(text: string): boolean {
  return /;\s*\S/.test(text) || /^(\s|\/\*(?:[^*]|\*(?!\/))*\*\/)*call\b/i.test(text)
}

/**
 * One query on one connection. The last result set is its result; if there may be several, each is buffered until it is known
 * to be the last.
 */
class QueryRun {
  readonly #connection: Connection
  readonly #text: string
  readonly #signal: AbortSignal
  readonly #result = Promise.withResolvers<RunnerResult>()
  readonly #end = Promise.withResolvers<void>()
  readonly #queue: BatchQueue
  #buffered: Batch[] | null
  #bufferedBytes = 0
  #reader: RowReader | null = null
  #isStopping = false
  #isOver = false

  /** @param sent a text that means the same, to be sent first; null to send the text as it is */
  constructor(connection: Connection, text: string, sent: string | null, signal: AbortSignal) {
    this.#connection = connection
    this.#text = text
    this.#signal = signal
    this.#buffered = mayHaveSeveralResults(sent ?? text) ? [] : null
    const { driver } = connection
    this.#queue = new BatchQueue({
      pause: () => driver.pause(),
      resume: () => driver.resume(),
      abandon: () => this.#stop(null),
    })
    this.#result.promise.catch(() => undefined)
    signal.addEventListener('abort', this.#abort)
    driver.on('error', this.#onConnectionLost)
    driver.on('end', this.#onConnectionLost)
    if (signal.aborted) this.#abort()
    else this.#start(sent ?? text)
  }

  get result(): Promise<RunnerResult> {
    return this.#result.promise
  }

  #start(sent: string): void {
    let isRefused = false
    const query = this.#connection.driver.query({ sql: sent })
    takeRowPackets(query, (packet) => this.#addRow(packet))
    query.on('fields', (fields: FieldPacket[] | undefined) => {
      if (fields) this.#openResultSet(fields)
    })
    query.on('error', (error: unknown) => {
      // Nothing has run yet. The error of the text as it is written has the position that the analyst needs.
      isRefused = sent !== this.#text && isSyntaxError(error) && !this.#isStopping && !this.#isOver
      if (isRefused) {
        this.#start(this.#text)
        return
      }
      if (isFatal(error)) this.#connection.isBroken = true
      this.#onEnd(statementError(error, this.#text))
    })
    query.on('end', () => {
      if (!isRefused) this.#onEnd(null)
    })
  }

  #openResultSet(fields: FieldPacket[]): void {
    if (this.#isOver || this.#isStopping) return
    if (this.#reader && !this.#buffered) {
      void this.#stop(
        new QueryError('Of several results the last is shown, and one before it is too large to pass over. Run them apart.'),
      )
      return
    }
    if (this.#buffered) {
      this.#buffered = []
      this.#bufferedBytes = 0
    }
    this.#reader = new RowReader(fields, (batch) => this.#addBatch(batch))
    if (!this.#buffered) this.#resolveResult(this.#reader)
  }

  #addRow(packet: RowPacket): void {
    if (this.#isOver || this.#isStopping) return
    try {
      this.#reader?.add(packet)
    } catch (error) {
      void this.#stop(statementError(error, this.#text))
    }
  }

  #resolveResult(reader: RowReader): void {
    this.#result.resolve({ columns: reader.columns, batches: this.#queue, log: () => reader.log() })
  }

  #addBatch(batch: Batch): void {
    if (!this.#buffered) {
      this.#queue.push(batch)
      return
    }
    this.#buffered.push(batch)
    for (const { values } of batch.vectors) this.#bufferedBytes += values.length
    if (this.#bufferedBytes > MAX_BUFFERED_BYTES) this.#releaseBuffered()
  }

  /** Turns the buffered result set into the result. */
  #releaseBuffered(): void {
    const buffered = this.#buffered ?? []
    this.#buffered = null
    for (const batch of buffered) this.#queue.push(batch)
    if (this.#reader) this.#resolveResult(this.#reader)
  }

  readonly #onConnectionLost = () => this.#onEnd(new ConnectionLost())

  /**
   * The query has ended, or the connection is lost. If the query was cancelled, `#stop` finishes it once the server has
   * stopped.
   */
  #onEnd(error: QueryError | null): void {
    if (this.#isStopping) this.#end.resolve()
    else this.#finish(error)
  }

  readonly #abort = () => {
    void this.#stop(new QueryError(CANCELLED))
  }

  /** Stops the query and ignores further rows. Resolves when the connection is closed. */
  async #stop(reason: QueryError | null): Promise<void> {
    if (this.#isOver || this.#isStopping) return
    this.#isStopping = true
    this.#connection.driver.resume()
    let failure = reason
    try {
      await cancel(this.#connection, this.#end.promise)
    } catch (error) {
      failure = new StopUnconfirmed(error)
    }
    close(this.#connection)
    this.#finish(failure)
  }

  #finish(error: QueryError | null): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#signal.removeEventListener('abort', this.#abort)
    this.#connection.driver.off('error', this.#onConnectionLost)
    this.#connection.driver.off('end', this.#onConnectionLost)
    this.#end.resolve()
    if (error) this.#fail(error)
    else this.#succeed()
    if (this.#isStopping) return
    if (this.#connection.isBroken) close(this.#connection)
    else release(this.#connection)
  }

  #succeed(): void {
    this.#reader?.flush()
    if (this.#buffered && this.#reader) this.#releaseBuffered()
    this.#queue.finish()
    this.#result.reject(new QueryError(NO_DATA))
  }

  #fail(error: QueryError): void {
    this.#queue.fail(error)
    this.#result.reject(error)
  }
}

/** @returns a note on the security of the connection; null if there is nothing to note */
export async function testConnection(server: Server, signal: AbortSignal): Promise<string | null> {
  // A new one: the user of an idle connection may have lost the right to sign in since.
  const connection = await open(server, signal)
  return useConnection(connection, signal, async (runStatement, { encryption }) => {
    await runStatement('SELECT 1')
    return securityNote(encryption, server.options)
  })
}

type ConnectionTask<Result> = (runStatement: RunStatement, connection: Connection) => Promise<Result>

export const onConnection = async <Result>(server: Server, signal: AbortSignal, use: ConnectionTask<Result>): Promise<Result> =>
  useConnection(await acquire(server, signal), signal, use)

async function useConnection<Result>(
  connection: Connection,
  signal: AbortSignal,
  use: ConnectionTask<Result>,
): Promise<Result> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(new QueryError(CANCELLED))
  signal.addEventListener('abort', abort)
  try {
    const result = await Promise.race([use(runStatementOn(connection), connection), aborted.promise])
    release(connection)
    return result
  } catch (error) {
    close(connection)
    throw connectError(error, connection.server.options)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
