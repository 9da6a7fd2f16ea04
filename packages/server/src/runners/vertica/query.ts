import type { Client, Field, Submittable, WireConnection } from 'vertica-nodejs'
import { ConnectionLost, QueryError } from '../runner.ts'
import { BatchQueue } from '../sql/batch-queue.ts'
import type { Row } from '../values/rows.ts'

const GROUP_ROWS = 1000
const NO_FILES = 'Files of this server are not read or written.'
/** What the driver says when an answer has columns that it has no words for. */
const COMPLEX = /Non native types/

/**
 * A text on its way through a client, which hands on what the server says. It stands in the place of the driver's own query, which
 * would keep all rows, and would read and write local files where a text asks for that (`COPY … FROM LOCAL`).
 */
export class Query implements Submittable {
  /** Resolves with the columns of the first answer, or with null when there is none; rejects with what the server says. */
  readonly columns: Promise<Field[] | null>
  /** The rows of the first answer. */
  readonly rows: BatchQueue<Row[]>
  /** Resolves when the server is at rest, with the error that it told, if any. */
  readonly end: Promise<Error | null>
  readonly #text: string
  readonly #columns = Promise.withResolvers<Field[] | null>()
  readonly #end = Promise.withResolvers<Error | null>()
  #answers = 0
  #group: Row[] = []
  #error: Error | null = null
  #isDiscarded = false
  #isOver = false

  /** @param abandon asks the server to stop, when nobody reads any more */
  constructor(text: string, client: Client, abandon: () => Promise<void>) {
    this.#text = text
    this.columns = this.#columns.promise
    this.columns.catch(() => undefined)
    this.end = this.#end.promise
    const { stream } = client.connection
    this.rows = new BatchQueue({ pause: () => stream.pause(), resume: () => stream.resume(), abandon })
    this.#hearFailures(client)
  }

  /** How many answers there were. */
  get answers(): number {
    return this.#answers
  }

  /** Whether the server is at rest, or gone. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Nobody wants what is still on its way. */
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
    // The server goes on to say that it is at rest, but the client has left this query by then.
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

  /** A lost connection, and answers that the driver throws at, which would else end this process. */
  #hearFailures(client: Client): void {
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
