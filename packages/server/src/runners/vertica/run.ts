import type { Client } from 'vertica-nodejs'
import { CANCELLED, NO_DATA, QueryError, type RunContext, type RunnerResult, StopUnconfirmed } from '../runner.ts'
import { type Row, rowsResult } from '../values/rows.ts'
import { columnOf } from './columns.ts'
import { askToStop, hangUp, open } from './connection.ts'
import { isCancelled, statementError } from './errors.ts'
import type { VerticaOptions } from './index.ts'
import { Query } from './query.ts'

/** How long the server may take to say that it has stopped. */
const STOP_MILLISECONDS = 5000

/** Runs a text. Of several results the first is the answer: only then rows can be handed on as they come. */
export async function run(
  text: string,
  options: VerticaOptions,
  { signal }: Pick<RunContext<unknown>, 'signal'>,
): Promise<RunnerResult> {
  const course = new Course(await open(options, signal), text, options, signal)
  const { query } = course
  try {
    const fields = await course.begun(query.columns)
    if (fields === null) throw new QueryError(NO_DATA)
    const log = () => (query.answers > 1 ? [`The text has ${query.answers} results, of which the first is shown.`] : [])
    return await rowsResult(fields.map(columnOf), course.rows(), { log })
  } catch (error) {
    await course.end()
    throw error
  }
}

/** The course of one text on a connection of its own. */
class Course {
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

  /** Waits for what the server says first, for as long as the options let it take. */
  async begun<Said>(said: Promise<Said>): Promise<Said> {
    const { read_timeout } = this.#options
    const { promise: tooLate, reject } = Promise.withResolvers<never>()
    const late = new QueryError(
      `The server did not answer within ${read_timeout} seconds, the Read Timeout of the data source.`,
    )
    const timer = read_timeout === undefined ? undefined : setTimeout(() => reject(late), read_timeout * 1000)
    try {
      return await Promise.race([said, tooLate])
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

  /** Takes leave; what the server still works on is stopped. */
  async end(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    this.#signal.removeEventListener('abort', this.#abort)
    if (!this.query.isOver) this.#abort()
    await this.#stopping
    hangUp(this.#client)
  }

  readonly #abort = () => {
    this.#stopping ??= this.#stop()
  }

  /** Asks the server to stop. @returns what is said of the run when it has, or has not said so */
  async #stop(): Promise<QueryError> {
    const { promise: tooLong, resolve } = Promise.withResolvers<Error>()
    const limit = setTimeout(() => resolve(new Error('No answer.')), STOP_MILLISECONDS)
    try {
      await askToStop(this.#client, this.#options)
      // What is on its way to us has to be taken in before the server can say anything else.
      this.query.discard()
      this.#client.connection.stream.resume()
      const outcome = await Promise.race([this.query.end, tooLong])
      return outcome === null || isCancelled(outcome) ? new QueryError(CANCELLED) : new StopUnconfirmed(outcome)
    } catch (error) {
      return new StopUnconfirmed(error)
    } finally {
      clearTimeout(limit)
    }
  }
}
