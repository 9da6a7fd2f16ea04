import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api'
import type { Batch } from '../../platform/results/batch.ts'
import { CANCELLED, NO_DATA, QueryError, type RunnerResult } from '../runner.ts'
import { columnsOf } from './columns.ts'
import type { Attachment, Extras, ShutInEngine } from './engine.ts'
import { openShutIn } from './engine.ts'
import { engineError } from './errors.ts'
import { chunksOf, ShiftedError } from './reading.ts'
import { startStatements } from './statements.ts'

export interface ShutInRun extends Extras {
  attachments: readonly Attachment[]
  signal: AbortSignal
  tempDir: string
}

/** Runs a text in an engine of its own; its rows are read as they are asked for. */
export async function runShutIn(text: string, { attachments, signal, tempDir, ...extras }: ShutInRun): Promise<RunnerResult> {
  const engine = await openShutIn(attachments, tempDir, extras)
  const run = new Interruptible(engine, signal)
  const hide = [...attachments.map(({ path }) => path), ...(extras.readable ?? []), tempDir]
  const failed = (error: unknown) => {
    if (signal.aborted) return new QueryError(CANCELLED, { cause: error })
    if (error instanceof QueryError) return error
    return error instanceof ShiftedError
      ? engineError(error.cause, { text, skip: error.skip, hide })
      : engineError(error, { text, hide })
  }
  try {
    const result = await startStatements(run.connection, text)
    if (signal.aborted) throw new QueryError(CANCELLED)
    if (result.columnCount === 0) throw new QueryError(NO_DATA)
    const { columns, toBatch } = columnsOf(result)
    return { columns, batches: batchesOf(chunksOf(run.connection, result, text), toBatch, run, failed) }
  } catch (error) {
    run.end()
    throw failed(error)
  }
}

async function* batchesOf(
  chunks: AsyncIterable<DuckDBDataChunk>,
  toBatch: (chunk: DuckDBDataChunk) => Batch,
  run: Interruptible,
  failed: (error: unknown) => QueryError,
): AsyncGenerator<Batch, void, undefined> {
  try {
    for await (const chunk of chunks) {
      run.signal.throwIfAborted()
      yield toBatch(chunk)
    }
    run.signal.throwIfAborted()
  } catch (error) {
    throw failed(error)
  } finally {
    run.end()
  }
}

/** While an abort is being obeyed: the engine drops an interrupt that comes between two statements, so it is said again. */
const INTERRUPT_INTERVAL = 50

/** An engine that stops what it is doing when the signal aborts. */
class Interruptible {
  readonly signal: AbortSignal
  readonly #engine: ShutInEngine
  #timer: NodeJS.Timeout | null = null
  #onAbort = () => {
    this.interrupt()
    this.#timer ??= setInterval(() => this.interrupt(), INTERRUPT_INTERVAL)
  }

  constructor(engine: ShutInEngine, signal: AbortSignal) {
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
