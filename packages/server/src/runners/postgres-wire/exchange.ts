import type { Duplex } from 'node:stream'
import { CANCELLED, ConnectionLost, QueryError, StopUnconfirmed } from '../runner.ts'
import { BatchQueue } from '../sql/batch-queue.ts'
import type { BoundText } from '../sql/bound-text.ts'
import { borrowSocket, type Connection, cancel, close, release } from './connection.ts'
import { refusesSeveralStatements, statementError } from './errors.ts'
import { RowDecoder } from './rows.ts'
import { type Statement, splitStatements } from './statements.ts'
import type { ColumnPlan, FieldDescription } from './types.ts'
import * as wire from './wire.ts'

const HEADER = 5
const INPUT_BYTES = 128 * 1024
const IDLE = 0x49

/** The connection was lost. `isUntouched`: the server had not answered anything yet, so nothing has been run. */
export class ExchangeLost extends ConnectionLost {
  readonly isUntouched: boolean
  constructor(isUntouched: boolean, cause?: unknown) {
    super({ cause })
    this.isUntouched = isUntouched
  }
}

/**
 * Runs one query text on a connection, in the extended query protocol
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY). The statement is prepared and
 * described; once its columns are known, it is executed with the fastest format for each column. Rows are parsed from the
 * socket without an object per row or value. Several statements run as one transaction, as in the simple protocol; the result
 * is that of the last statement that may return rows. If the server refuses parameters, the text is sent with its literals.
 */
export class Exchange {
  readonly #connection: Connection
  readonly #text: string
  readonly #signal: AbortSignal
  readonly #socket: Duplex
  readonly #returnSocket: () => void
  readonly #description = Promise.withResolvers<FieldDescription[] | null>()
  readonly #end = Promise.withResolvers<void>()
  readonly #queue: BatchQueue

  #input = Buffer.allocUnsafeSlow(INPUT_BYTES)
  #view = viewOf(this.#input)
  #filled = 0

  #statements: Statement[]
  /** The statements to send instead, if the server refused what was sent first. */
  #instead: Statement[] | null = null
  /** The text with parameters; null if the text is sent with its literals. */
  #bound: BoundText | null
  /** Whether the server has taken the parameters, so that the statement runs. */
  #isRunning = false
  /** Set once the statement is to be executed. */
  #plans: readonly ColumnPlan[] | null = null
  /** Index of the statement whose rows are the result. */
  #resultIndex = 0
  #completed = 0
  #parameters = 0
  #rows: RowDecoder | null = null
  #error: QueryError | null = null
  #hasAnswered = false
  #isSynced = false
  #isStopping = false
  #isOver = false

  /** @param bound the text with parameters, or null to send it as it is */
  constructor(connection: Connection, text: string, signal: AbortSignal, bound: BoundText | null) {
    this.#connection = connection
    this.#text = text
    this.#signal = signal
    this.#bound = bound
    this.#statements = [wholeStatement(bound?.text ?? text)]
    const { socket, returnSocket } = borrowSocket(connection)
    this.#socket = socket
    this.#returnSocket = returnSocket
    this.#queue = new BatchQueue({
      pause: () => socket.pause(),
      resume: () => socket.resume(),
      abandon: () => this.#stop(),
    })
    socket.on('data', this.#receive)
    socket.on('close', this.#onConnectionLost)
    signal.addEventListener('abort', this.#abort)
    // These promises may be awaited late or never; the error also reaches the reader of the batches.
    this.#description.promise.catch(() => undefined)
    if (signal.aborted) this.#abort()
    else this.#prepare()
  }

  /** The columns of the result; null if there are none. Rejects if the server refuses the statement. */
  get description(): Promise<FieldDescription[] | null> {
    return this.#description.promise
  }

  /** Executes the described statement, and returns its rows as decoded by the plans. */
  run(plans: readonly ColumnPlan[]): BatchQueue {
    if (this.#isOver) return this.#queue
    if (this.#isStopping) {
      // A cancel request has no effect while the server waits for the client, so nothing may be started after it.
      this.#send(wire.sync())
      return this.#queue
    }
    this.#plans = plans
    this.#execute(plans)
    return this.#queue
  }

  /** Executes the described statement, which returns no rows, to its end. */
  async runWithoutRows(): Promise<void> {
    for await (const _ of this.run([])) {
      // A statement without columns yields no batches.
    }
  }

  #execute(plans: readonly ColumnPlan[]): void {
    this.#rows = plans.length > 0 ? new RowDecoder(plans, (batch) => this.#queue.push(batch)) : null
    const formats = plans.map(({ binary }) => (binary ? 1 : 0))
    const later = this.#statements.slice(this.#resultIndex + 1).map(({ text }) => runIgnoringRows(text))
    this.#send(wire.bind(formats, this.#bound?.values), wire.execute(), ...later, wire.sync())
  }

  #prepare(): void {
    this.#resultIndex = Math.max(
      this.#statements.findLastIndex(({ mayReturnRows }) => mayReturnRows),
      0,
    )
    const earlier = this.#statements.slice(0, this.#resultIndex).map(({ text }) => runIgnoringRows(text))
    const text = this.#statements[this.#resultIndex]?.text ?? ''
    this.#send(...earlier, wire.parse(text), wire.describe(), wire.flush())
  }

  #send(...messages: Buffer[]): void {
    this.#isSynced = messages.at(-1)?.equals(wire.sync()) ?? false
    this.#socket.write(Buffer.concat(messages))
  }

  readonly #receive = (chunk: Buffer) => {
    this.#append(chunk)
    let at = 0
    while (this.#filled - at >= HEADER && !this.#isOver) {
      const end = at + 1 + this.#view.getInt32(at + 1)
      if (end > this.#filled) break
      if (this.#input[at] === wire.Reply.dataRow) {
        if (this.#rows?.add(this.#view, at + HEADER, end) === false) this.#refuseRow()
        if (this.#rows?.isFull) this.#rows.decode(this.#input, this.#view)
      } else {
        this.#rows?.decode(this.#input, this.#view)
        this.#handleMessage(this.#input[at] ?? 0, this.#input.subarray(at + HEADER, end))
      }
      at = end
    }
    this.#rows?.decode(this.#input, this.#view)
    this.#rows?.flushWhenStale()
    this.#input.copyWithin(0, at, this.#filled)
    this.#filled -= at
  }

  #append(chunk: Buffer): void {
    const needed = this.#filled + chunk.length
    if (needed > this.#input.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#input.length * 2))
      this.#input.copy(larger, 0, 0, this.#filled)
      this.#input = larger
      this.#view = viewOf(larger)
    }
    chunk.copy(this.#input, this.#filled)
    this.#filled = needed
  }

  #handleMessage(letter: number, content: Buffer): void {
    this.#hasAnswered = true
    switch (letter) {
      case wire.Reply.parameters:
        this.#parameters = content.readUInt16BE(0)
        return
      case wire.Reply.bound:
        this.#isRunning = true
        return
      case wire.Reply.rowDescription:
        this.#describe(wire.readRowDescription(content))
        return
      case wire.Reply.noData:
        this.#describe(null)
        return
      case wire.Reply.commandComplete:
      case wire.Reply.emptyQuery:
        this.#complete()
        return
      case wire.Reply.copyIn:
        // The server ignores the Sync it was sent before, since it waits for COPY data, so another one must follow the refusal.
        this.#send(wire.copyFail('COPY FROM STDIN has nothing to read from here.'), wire.sync())
        return
      case wire.Reply.error:
        this.#fail(wire.readError(content))
        return
      case wire.Reply.ready:
        this.#onReady(content[0] ?? 0)
        return
      default:
      // Acknowledgements, notices, parameter changes, and the data of COPY TO STDOUT.
    }
  }

  #describe(fields: FieldDescription[] | null): void {
    if (this.#parameters === (this.#bound?.values.length ?? 0)) {
      this.#description.resolve(fields)
      if (this.#isStopping) this.#send(wire.sync())
      else if (this.#plans !== null) this.#execute(this.#plans)
      return
    }
    if (this.#bound !== null) {
      // The statement takes no parameters, such as CREATE VIEW.
      this.#instead = this.#asLiterals()
      this.#send(wire.sync())
      return
    }
    this.#error = new QueryError('there is no parameter $1')
    this.#send(wire.sync())
  }

  /** A row that breaks the protocol may be followed by anything. */
  #refuseRow(): void {
    this.#error ??= new QueryError('The server has sent a row whose values do not fit its length.')
    void this.#stop()
  }

  #complete(): void {
    if (this.#completed === this.#resultIndex) {
      this.#rows?.flush()
      this.#rows = null
    }
    this.#completed++
  }

  #fail(error: wire.ServerError): void {
    this.#instead = this.#alternative(error)
    if (this.#instead === null) {
      const { start = 0 } = this.#statements[this.#completed] ?? {}
      // A position in the text with parameters would be wrong in the text that the analyst sees.
      this.#error ??= statementError(this.#bound === null ? error : { ...error, position: null }, this.#text, start)
    }
    if (!this.#isSynced) this.#send(wire.sync())
  }

  /** The statements to send instead of the refused ones; null if the error stands. */
  #alternative(error: wire.ServerError): Statement[] | null {
    // The server may infer a type for a literal but not for a parameter, and its errors then have positions in this text.
    if (this.#bound !== null && !this.#isRunning && OF_THE_TEXT.test(error.code)) return this.#asLiterals()
    if (this.#statements.length > 1) return null
    const statements = splitStatements(this.#text)
    const starts = statements.map(({ start }) => start)
    return statements.length > 1 && refusesSeveralStatements(error, this.#text, starts) ? statements : null
  }

  #asLiterals(): Statement[] {
    this.#bound = null
    return [wholeStatement(this.#text)]
  }

  /** The server is ready for the next query. */
  #onReady(transaction: number): void {
    if (this.#instead && !this.#isStopping) {
      this.#statements = this.#instead
      this.#instead = null
      this.#prepare()
      return
    }
    if (this.#isStopping) {
      this.#end.resolve()
      return
    }
    this.#finish(this.#error)
    this.#returnSocket()
    // Closing the connection ends a transaction that the query left open.
    if (transaction !== IDLE) this.#connection.client.connection.stream.destroy()
    else release(this.#connection)
  }

  readonly #onConnectionLost = () => {
    // A cancelled query is over only when the server is known to have stopped, which `#stop` takes care of.
    if (this.#isStopping) this.#end.resolve()
    else this.#finish(this.#error ?? new ExchangeLost(!this.#hasAnswered))
  }

  readonly #abort = () => {
    this.#error ??= new QueryError(CANCELLED)
    void this.#stop()
  }

  /** Stops the statement and ignores further rows. Resolves when the connection is closed. */
  async #stop(): Promise<void> {
    if (this.#isOver || this.#isStopping) return
    this.#isStopping = true
    this.#rows = null
    this.#socket.resume()
    try {
      await cancel(this.#connection, this.#end.promise)
    } catch (error) {
      this.#error = new StopUnconfirmed(error)
    }
    close(this.#connection)
    this.#finish(this.#error)
  }

  #finish(error: QueryError | null): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#rows = null
    this.#socket.off('data', this.#receive)
    this.#socket.off('close', this.#onConnectionLost)
    this.#signal.removeEventListener('abort', this.#abort)
    if (error) {
      this.#description.reject(error)
      this.#queue.fail(error)
    } else {
      this.#queue.finish()
    }
    this.#end.resolve()
  }
}

/** SQLSTATE classes of values, of the text and of unsupported features; literals would not avoid other errors. */
const OF_THE_TEXT = /^(?:22|42|0A)/

const wholeStatement = (text: string): Statement => ({ text, start: 0, mayReturnRows: true })

const runIgnoringRows = (text: string) => Buffer.concat([wire.parse(text), wire.bind([]), wire.execute()])

const viewOf = (bytes: Buffer) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
