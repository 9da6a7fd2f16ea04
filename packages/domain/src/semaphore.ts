/** Limits how many tasks run at the same time; the others wait in order of arrival. */
export class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []

  /** @param permits maximum number of tasks that run at the same time */
  constructor(permits: number) {
    this.#free = permits
  }

  /**
   * Waits for a permit.
   * @returns a function that releases the permit; call it exactly once
   * @throws the signal's reason if it aborts first
   */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (this.#free > 0) this.#free--
    else await this.#turn(signal)
    return () => this.#release()
  }

  /**
   * Runs a task with a permit, and releases the permit when the task has ended.
   * @param signal ends only the waiting; a task that has started must watch the signal itself
   * @throws the signal's reason if it aborts before the task starts, and whatever the task throws
   */
  async run<Value>(task: () => Promise<Value> | Value, signal?: AbortSignal): Promise<Value> {
    const release = await this.acquire(signal)
    try {
      // The signal may have aborted after the permit was handed over.
      signal?.throwIfAborted()
      return await task()
    } finally {
      release()
    }
  }

  /** Passes the permit to the next waiting task, so that no later task overtakes it. */
  #release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free++
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#waiting.push(start)
    })
  }
}
