import { setTimeout as sleep } from 'node:timers/promises'
import { CANCELLED, QueryError, type RunnerResult, StopUnconfirmed } from './runner.ts'

// How runs are stopped at their sources. Each protocol has a cancel of its own; what they share is here.

/** Milliseconds in which a stop must be done: then the executor process of the run is killed from outside. */
const STOP_LIMIT_MS = 4500
const GONE_LIMIT_MS = 4000
/** Milliseconds between two checks whether a source has stopped. */
export const POLL_INTERVAL_MS = 50
/** Milliseconds that a server may take to confirm that it has stopped, before its connection is dropped. */
export const STOP_TIMEOUT_MS = 5000

/** Aborts the calls that stop a run when their time is up. */
export const stopTimeout = (): AbortSignal => AbortSignal.timeout(STOP_LIMIT_MS)

/**
 * Polls until a run has gone from its server.
 * @throws QueryError if it is still there after four seconds
 */
export async function waitUntilGone(hasGone: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + GONE_LIMIT_MS; Date.now() < end; await sleep(POLL_INTERVAL_MS)) if (await hasGone()) return
  throw new QueryError('The query is still running.')
}

/** A time limit that can span several steps: `expired` resolves with `outcome` after so many milliseconds, unless cleared. */
export function startTimeLimit<Outcome>(milliseconds: number, outcome: Outcome): { expired: Promise<Outcome>; clear(): void } {
  const { promise: expired, resolve } = Promise.withResolvers<Outcome>()
  const timer = setTimeout(() => resolve(outcome), milliseconds)
  return { expired, clear: () => clearTimeout(timer) }
}

/** Waits for the end of something, but not longer than so many milliseconds. @returns whether it has ended */
export async function endsWithin(milliseconds: number, end: Promise<unknown>): Promise<boolean> {
  const limit = startTimeLimit(milliseconds, false)
  try {
    return await Promise.race([end.then(() => true), limit.expired])
  } finally {
    limit.clear()
  }
}

/**
 * Waits for a stop, but not longer than it may take: a server may never have answered the request that begins the run.
 * @throws QueryError if the time is up
 */
async function doneInTime(stop: Promise<void>): Promise<void> {
  if (!(await endsWithin(STOP_LIMIT_MS, stop))) throw new QueryError('The query is still running.')
}

/**
 * A run on a server that keeps working after its connection is closed, so it must be stopped explicitly. Calls of the run use `signal`,
 * which aborts only after the server was asked to stop.
 */
export class StoppableRun {
  readonly #calls = new AbortController()
  readonly #cancel: AbortSignal
  readonly #stopAtServer: () => Promise<void>
  #stopping: Promise<QueryError> | null = null
  #isOver = false

  /**
   * @param cancel aborts when the run is to end
   * @param stopAtServer resolves when the server has confirmed that it no longer works on the run
   */
  constructor(cancel: AbortSignal, stopAtServer: () => Promise<void>) {
    this.#cancel = cancel
    this.#stopAtServer = stopAtServer
    if (cancel.aborted) throw new QueryError(CANCELLED)
    cancel.addEventListener('abort', this.#onCancel, { once: true })
  }

  get signal(): AbortSignal {
    return this.#calls.signal
  }

  /** Runs the part that leads to the first rows, and guards the reading of them. */
  async result(start: () => Promise<RunnerResult>): Promise<RunnerResult> {
    try {
      const result = await start()
      return { ...result, batches: this.#guarded(result.batches) }
    } catch (error) {
      throw await this.#reasonFor(error)
    }
  }

  async *#guarded(batches: RunnerResult['batches']) {
    try {
      yield* batches
      // All rows may have arrived while the run was being stopped: it still counts as stopped.
      if (this.#stopping) throw await this.#stopping
      this.#end()
    } catch (error) {
      throw await this.#reasonFor(error)
    } finally {
      if (!this.#isOver) await this.#stop()
    }
  }

  /** The stop, if there was one, else the error itself. A server that failed on its own needs no stop. */
  async #reasonFor(error: unknown): Promise<unknown> {
    const reason = this.#stopping ? await this.#stopping : error
    this.#end()
    return reason
  }

  readonly #onCancel = () => void this.#stop()

  #stop(): Promise<QueryError> {
    this.#stopping ??= doneInTime(this.#stopAtServer())
      .then(
        () => new QueryError(CANCELLED),
        (cause) => new StopUnconfirmed(cause),
      )
      .finally(() => {
        this.#end()
        this.#calls.abort()
      })
    return this.#stopping
  }

  #end(): void {
    this.#isOver = true
    this.#cancel.removeEventListener('abort', this.#onCancel)
  }
}

/** How a driver stops and reports errors. */
export interface StopStrategy {
  /** Asks the server to stop the pending call, and resolves with the error of the run. Never rejects. */
  stop(call: Promise<unknown>): Promise<QueryError>
  /** Turns an error of the driver into one for the analyst. */
  errorOf(error: unknown): QueryError
}

/** Makes calls of a driver one after the other, and stops the pending one when the signal aborts. */
export class CancellableCalls {
  readonly #signal: AbortSignal
  readonly #strategy: StopStrategy
  #call: Promise<unknown> | null = null
  #stopping: Promise<QueryError> | null = null

  constructor(signal: AbortSignal, strategy: StopStrategy) {
    this.#signal = signal
    this.#strategy = strategy
    signal.addEventListener('abort', this.#abort)
  }

  /** @throws QueryError for an error of the source; if the run was stopped, the error of the stop, once that is done */
  async make<Answer>(start: () => Promise<Answer>): Promise<Answer> {
    if (this.#signal.aborted) throw new QueryError(CANCELLED)
    const call = start()
    this.#call = call
    try {
      const answer = await call
      if (this.#stopping) throw await this.#stopping
      return answer
    } catch (error) {
      throw this.#stopping ? await this.#stopping : this.#strategy.errorOf(error)
    } finally {
      this.#call = null
    }
  }

  /** No more calls will be made. */
  end(): void {
    this.#signal.removeEventListener('abort', this.#abort)
  }

  readonly #abort = () => {
    if (this.#call) this.#stopping ??= this.#strategy.stop(this.#call)
  }
}
