import { setTimeout as sleep } from 'node:timers/promises'
import { CANCELLED, QueryError, type RunnerResult, StopUnconfirmed } from '../runner.ts'

/**
 * A run at a server that goes on when its connection is closed, and has to be told to stop. Calls of the run use `signal`, which
 * aborts when the server has been told.
 */
export class StoppableRun {
  readonly #calls = new AbortController()
  readonly #wish: AbortSignal
  readonly #stopAtServer: () => Promise<void>
  #stopping: Promise<QueryError> | null = null
  #isOver = false

  /**
   * @param wish aborts when the run is to end
   * @param stopAtServer resolves when the server has confirmed that it does nothing for the run any more
   */
  constructor(wish: AbortSignal, stopAtServer: () => Promise<void>) {
    this.#wish = wish
    this.#stopAtServer = stopAtServer
    if (wish.aborted) throw new QueryError(CANCELLED)
    wish.addEventListener('abort', this.#onWish, { once: true })
  }

  get signal(): AbortSignal {
    return this.#calls.signal
  }

  /** Does the part of the run that leads to its first rows, and watches over the reading of them. */
  async result(start: () => Promise<RunnerResult>): Promise<RunnerResult> {
    try {
      const result = await start()
      return { ...result, batches: this.#watched(result.batches) }
    } catch (error) {
      throw await this.#failed(error)
    }
  }

  async *#watched(batches: RunnerResult['batches']) {
    try {
      yield* batches
      // What has arrived whole may have done so while it was being stopped.
      if (this.#stopping) throw await this.#stopping
      this.#end()
    } catch (error) {
      throw await this.#failed(error)
    } finally {
      if (!this.#isOver) await this.#stop()
    }
  }

  /** What a failure means: that of the wish to stop, where there is one. A server that has failed by itself is at rest. */
  async #failed(error: unknown): Promise<unknown> {
    const reason = this.#stopping ? await this.#stopping : error
    this.#end()
    return reason
  }

  readonly #onWish = () => void this.#stop()

  #stop(): Promise<QueryError> {
    this.#stopping ??= this.#stopAtServer()
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
    this.#wish.removeEventListener('abort', this.#onWish)
  }
}

/** Milliseconds: for all that is said to a server to stop a run, for looking whether it has, and between two looks. */
const STOP_LIMIT = 4500
const LOOK_LIMIT = 4000
const LOOK_INTERVAL = 50

/** Ends what is said to a server to stop a run, before its process is ended from outside. */
export const stopTimeout = (): AbortSignal => AbortSignal.timeout(STOP_LIMIT)

/**
 * Looks until a run has gone from its server.
 * @throws QueryError when it is still there after some seconds
 */
export async function waitUntilGone(hasGone: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + LOOK_LIMIT; Date.now() < end; await sleep(LOOK_INTERVAL)) if (await hasGone()) return
  throw new QueryError('The query is still running.')
}
