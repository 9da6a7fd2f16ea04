import type { Batch } from '../../platform/results/batch.ts'

/** Batches that may wait before the source is paused: one is filled while another is read. */
const WAITING_BATCHES = 2

/** Flow control of the source. */
export interface FlowControl {
  pause(): void
  resume(): void
  /** The reader has stopped reading: stop the source. */
  abandon(): Promise<void>
}

/** Connects a driver that pushes to a reader that pulls, and pauses the source while the reader is slower. Can be read once. */
export class BatchQueue<Item = Batch> implements AsyncIterable<Item> {
  readonly #flow: FlowControl
  readonly #waiting: Item[] = []
  #end: { error: unknown } | 'done' | null = null
  #paused = false
  #wake: (() => void) | null = null

  constructor(flow: FlowControl) {
    this.#flow = flow
  }

  push(batch: Item): void {
    this.#waiting.push(batch)
    if (this.#waiting.length >= WAITING_BATCHES && !this.#paused) {
      this.#paused = true
      this.#flow.pause()
    }
    this.#wake?.()
  }

  finish(): void {
    this.#close('done')
  }

  /** The reader gets the error after the batches before it. */
  fail(error: unknown): void {
    this.#close({ error })
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    try {
      for (;;) {
        const batch = this.#waiting.shift()
        if (batch) {
          yield batch
        } else if (this.#end === 'done') {
          return
        } else if (this.#end) {
          throw this.#end.error
        } else {
          await this.#arrival()
        }
      }
    } finally {
      if (!this.#end) {
        this.#waiting.length = 0
        await this.#flow.abandon()
      }
    }
  }

  #close(end: { error: unknown } | 'done'): void {
    this.#end ??= end
    this.#resume()
    this.#wake?.()
  }

  #resume(): void {
    if (!this.#paused) return
    this.#paused = false
    this.#flow.resume()
  }

  #arrival(): Promise<void> {
    const arrived = new Promise<void>((resolve) => {
      this.#wake = () => {
        this.#wake = null
        resolve()
      }
    })
    this.#resume()
    return arrived
  }
}
