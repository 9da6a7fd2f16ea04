import type { Client, Field, Submittable, WireConnection } from 'vertica-nodejs'
import { ConnectionLost, QueryError } from '../runner.ts'
import { BatchQueue } from '../sql/batch-queue.ts'
import type { Row } from '../values/rows.ts'

const GROUP_ROWS = 1000
const NO_FILES = 'Files of this server are not read or written.'
/** The driver's error for columns of complex types. */
const COMPLEX = /Non native types/

/**
 * Receives the messages of the server for one query. It replaces the driver's own query class, which would keep all rows, and
 * would read and write local files for `COPY … FROM LOCAL`.
 */
export class Query implements Submittable {
  /** Resolves with the columns of the first result, or null if there is none; rejects if the server reports an error. */
  readonly columns: Promise<Field[] | null>
  /** The rows of the first result. */
  readonly rows: BatchQueue<Row[]>
  /** Resolves when the server is idle, with the error that it reported, if any. */
  readonly end: Promise<Error | null>
  readonly #text: string
  readonly #columns = Promise.withResolvers<Field[] | null>()
  readonly #end = Promise.withResolvers<Error | null>()
  #answers = 0
  #group: Row[] = []
  #error: Error | null = null
  #isDiscarded = false
  #isOver = false

  /** @param abandon stops the server when the reader leaves early */
  constructor(text: string, client: Client, abandon: () => Promise<void>) {
    this.#text = text
    this.columns = this.#columns.promise
    this.columns.catch(() => undefined)
    this.end = this.#end.promise
    const { stream } = client.connection
    this.rows = new BatchQueue({ pause: () => stream.pause(), resume: () => stream.resume(), abandon })
    this.#watchConnection(client)
  }

  /** Number of results. */
  get answers(): number {
    return this.#answers
  }

  /** Whether the server is idle, or the connection lost. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Ignores all further rows. */
  discard(): void {
    this.#isDiscarded = true
    this.#group = []
  }

  submit(connection: WireConnection): null {
    connection.query(this.#text)
    return null
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#answers++
    this.#columns.resolve(fields)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#answers > 1 || this.#isDiscarded) return
    this.#group.push(fields)
    if (this.#group.length >= GROUP_ROWS) this.#flush()
  }

  handleError(error: Error): void {
    this.#error ??= error
    // The server will also report that it is idle, but by then the client no longer forwards messages to this query.
    this.#finish()
  }

  handleReadyForQuery(): void {
    this.#finish()
  }

  handleCopyInResponse(connection: WireConnection): void {
    connection.sendCopyFail(NO_FILES)
  }

  handleVerifyFiles(_message: unknown, connection: WireConnection): void {
    connection.sendCopyError('', 0, '', NO_FILES)
  }

  handleLoadFile(_message: unknown, connection: WireConnection): void {
    connection.sendCopyError('', 0, '', NO_FILES)
  }

  handleWriteFile(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleEndOfBatchResponse(): void {}

  /** Handles a lost connection, and messages at which the driver throws, which would otherwise end this process. */
  #watchConnection(client: Client): void {
    const { stream } = client.connection
    for (const listener of stream.listeners('data')) {
      stream.off('data', listener as (chunk: Buffer) => void)
      stream.on('data', (chunk: Buffer) => {
        try {
          listener(chunk)
        } catch (error) {
          this.handleError(complexColumns(error))
          stream.destroy()
        }
      })
    }
    stream.once('close', () => this.handleError(new ConnectionLost()))
  }

  #flush(): void {
    if (this.#group.length > 0) this.rows.push(this.#group)
    this.#group = []
  }

  #finish(): void {
    if (this.#isOver) return
    this.#isOver = true
    if (this.#error) {
      this.#columns.reject(this.#error)
      this.rows.fail(this.#error)
    } else {
      this.#flush()
      this.#columns.resolve(null)
      this.rows.finish()
    }
    this.#end.resolve(this.#error)
  }
}

function complexColumns(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error)
  return COMPLEX.test(message)
    ? new QueryError('The answer has arrays or rows as values. Cast them to VARCHAR, or select what is in them.', {
        cause: error,
      })
    : new QueryError(message, { cause: error })
}
