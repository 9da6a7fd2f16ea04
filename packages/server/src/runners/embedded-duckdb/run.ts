import type { DuckDBConnection, DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api'
import type { Batch } from '../../platform/results/batch.ts'
import { CANCELLED, NO_DATA, QueryError, type RunnerResult } from '../runner.ts'
import { columnsOf } from './columns.ts'
import { type Attachment, openSandbox, type SandboxExtras, type SandboxedEngine } from './engine.ts'
import { engineError } from './errors.ts'
import { startStatements } from './statements.ts'

export interface SandboxedRun extends SandboxExtras {
  attachments: readonly Attachment[]
  signal: AbortSignal
  tempDir: string
  /** Whether string literals of the text are passed as parameters. */
  bindsTexts?: boolean | undefined
}

/** Runs a query in an engine of its own; rows are streamed as the caller reads them. */
export async function runSandboxed(
  text: string,
  { attachments, signal, tempDir, bindsTexts = false, ...extras }: SandboxedRun,
): Promise<RunnerResult> {
  const engine = await openSandbox(attachments, tempDir, extras)
  const run = new Interruptible(engine, signal)
  const hide = [...attachments.map(({ path }) => path), ...(extras.readable ?? []), tempDir]
  const toQueryError = (error: unknown) => {
    if (signal.aborted) return new QueryError(CANCELLED, { cause: error })
    if (error instanceof QueryError) return error
    return error instanceof PrefixedTextError
      ? engineError(error.cause, { text, skip: error.skip, hide })
      : engineError(error, { text, hide })
  }
  try {
    const result = await startStatements(run.connection, text, bindsTexts)
    if (signal.aborted) throw new QueryError(CANCELLED)
    if (result.columnCount === 0) throw new QueryError(NO_DATA)
    const { columns, toBatch } = columnsOf(result)
    return { columns, batches: batchesOf(chunksOf(run.connection, result, text), toBatch, run, toQueryError) }
  } catch (error) {
    run.end()
    throw toQueryError(error)
  }
}

async function* batchesOf(
  chunks: AsyncIterable<DuckDBDataChunk>,
  toBatch: (chunk: DuckDBDataChunk) => Batch,
  run: Interruptible,
  toQueryError: (error: unknown) => QueryError,
): AsyncGenerator<Batch, void, undefined> {
  try {
    for await (const chunk of chunks) {
      run.signal.throwIfAborted()
      yield toBatch(chunk)
    }
    run.signal.throwIfAborted()
  } catch (error) {
    throw toQueryError(error)
  } finally {
    run.end()
  }
}

/** Milliseconds. The engine ignores an interrupt that arrives between two statements, so it is repeated until the run ends. */
const INTERRUPT_INTERVAL = 50

/** Interrupts an engine when the signal aborts. */
class Interruptible {
  readonly signal: AbortSignal
  readonly #engine: SandboxedEngine
  #timer: NodeJS.Timeout | null = null
  #onAbort = () => {
    this.interrupt()
    this.#timer ??= setInterval(() => this.interrupt(), INTERRUPT_INTERVAL)
  }

  constructor(engine: SandboxedEngine, signal: AbortSignal) {
    this.#engine = engine
    this.signal = signal
    if (signal.aborted) this.#onAbort()
    else signal.addEventListener('abort', this.#onAbort, { once: true })
  }

  get connection(): DuckDBConnection {
    return this.#engine.connection
  }

  interrupt(): void {
    this.#engine.connection.interrupt()
  }

  end(): void {
    this.signal.removeEventListener('abort', this.#onAbort)
    if (this.#timer) clearInterval(this.#timer)
    this.#engine.close()
  }
}

const EXPLAIN_ANALYZE = 'EXPLAIN ANALYZE '

/** An error of the engine for a query text that had something in front of it. */
export class PrefixedTextError extends Error {
  /** Bytes in front of the query text. */
  readonly skip: number
  constructor(cause: unknown, skip: number) {
    super('The query failed while its rows were being read.', { cause })
    this.skip = skip
  }
}

/**
 * Reads a streamed result to its end, one chunk ahead of its reader, so that the engine computes while rows are being stored.
 * The driver does not report a failing stream: it returns an empty chunk, as at the end. The failure shows only in the
 * transaction around it, which the engine then considers aborted. (Seen with @duckdb/node-api 1.5.5.)
 * @throws the engine's error, which takes running the query a second time
 */
export async function* chunksOf(
  connection: DuckDBConnection,
  result: DuckDBResult,
  text: string,
): AsyncGenerator<DuckDBDataChunk, void, undefined> {
  let ahead: Promise<DuckDBDataChunk | null> | null = result.fetchChunk()
  try {
    while (ahead) {
      const chunk: DuckDBDataChunk | null = await ahead
      ahead = chunk && chunk.rowCount > 0 ? result.fetchChunk() : null
      if (chunk && ahead) yield chunk
    }
  } finally {
    // The reader left early. Closing the engine during a pending fetch would free memory that the fetch still uses.
    if (ahead) {
      connection.interrupt()
      await ahead.catch(() => null)
    }
  }
  if (await isAborted(connection)) throw await findFailure(connection, text)
}

async function isAborted(connection: DuckDBConnection): Promise<boolean> {
  try {
    await connection.run('SELECT 1')
    return false
  } catch {
    return true
  }
}

/** Runs the query again without keeping its rows, to get the error. */
async function findFailure(connection: DuckDBConnection, text: string): Promise<Error> {
  const unknown = new QueryError('The query failed while its rows were being read.')
  await connection.run('ROLLBACK')
  const { count } = await connection.extractStatements(text)
  if (count > 1) return unknown
  try {
    await connection.run(`${EXPLAIN_ANALYZE}${text}`)
    return unknown
  } catch (error) {
    return new PrefixedTextError(error, EXPLAIN_ANALYZE.length)
  }
}
