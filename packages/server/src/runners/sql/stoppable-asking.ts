import { CANCELLED, QueryError } from '../runner.ts'

/** How a source is dealt with. */
export interface Ways {
  /** Asks the source to stop what it does for a question, and resolves with what is then said of the run. It does not reject. */
  stop(asking: Promise<unknown>): Promise<QueryError>
  /** What the source says against a question. */
  errorOf(error: unknown): QueryError
}

/** Puts questions to a source, one after the other, and has it stop when the run is to end meanwhile. */
export class StoppableAsking {
  readonly #signal: AbortSignal
  readonly #ways: Ways
  #asking: Promise<unknown> | null = null
  #stopping: Promise<QueryError> | null = null

  constructor(signal: AbortSignal, ways: Ways) {
    this.#signal = signal
    this.#ways = ways
    signal.addEventListener('abort', this.#abort)
  }

  /** @throws QueryError what the source says against it; when the run was stopped meanwhile, that, as soon as the source is at rest */
  async ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    if (this.#signal.aborted) throw new QueryError(CANCELLED)
    const asking = question()
    this.#asking = asking
    try {
      const answer = await asking
      if (this.#stopping) throw await this.#stopping
      return answer
    } catch (error) {
      throw this.#stopping ? await this.#stopping : this.#ways.errorOf(error)
    } finally {
      this.#asking = null
    }
  }

  /** No more questions will be asked. */
  end(): void {
    this.#signal.removeEventListener('abort', this.#abort)
  }

  readonly #abort = () => {
    if (this.#asking) this.#stopping ??= this.#ways.stop(this.#asking)
  }
}
