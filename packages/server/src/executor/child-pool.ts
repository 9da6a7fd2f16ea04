import { Child } from './child.ts'
import type { Settings } from './serve.ts'

/** Idle processes beyond the first one end after this long. */
const IDLE_MS = 60_000
/** Text of users has run inside such a process: it goes before anything can pile up in it. */
const MAX_EMBEDDED_TASKS = 20
/** Memory that a process still holds after a task; a larger one is replaced by a fresh one. */
const MAX_IDLE_BYTES = 400 * 1024 * 1024

/**
 * The executor processes: used again while they are in good shape, and one of them always ready. A process in which text of
 * users ran is never given a task with the secrets of a source.
 */
export class ChildPool {
  readonly #entry: URL
  readonly #memory: number
  readonly #settings: Settings
  readonly #idle: { child: Child; timer: NodeJS.Timeout }[] = []
  readonly #all = new Set<Child>()
  #isClosed = false

  /** The arguments are those of `Child`. */
  constructor(entry: URL, memory: number, settings: Settings) {
    this.#entry = entry
    this.#memory = memory
    this.#settings = settings
  }

  /** Starts a process when there is none, so that the next task need not wait for one. */
  warm(): void {
    if (this.#all.size === 0 && !this.#isClosed) this.#rest(this.#start())
  }

  /**
   * A process for one task; `give` takes it back.
   * @param isEmbedded whether text of users runs inside it
   * @param hasSecrets whether the task comes with secrets
   */
  take(isEmbedded: boolean, hasSecrets: boolean): Child {
    if (this.#isClosed) throw new Error('Sightline is stopping.')
    const isUsedUp = isEmbedded && hasSecrets
    const fit = this.#idle.findLastIndex(
      ({ child }) => child.isAlive && (child.taskCount === 0 || (child.isEmbedded === isEmbedded && !isUsedUp)),
    )
    const [found] = fit >= 0 ? this.#idle.splice(fit, 1) : []
    clearTimeout(found?.timer)
    const child = found?.child ?? this.#start()
    child.isEmbedded = isEmbedded
    child.isUsedUp = isUsedUp
    return child
  }

  async give(child: Child): Promise<void> {
    const isWorn = child.isUsedUp || (child.isEmbedded && child.taskCount >= MAX_EMBEDDED_TASKS)
    if (child.isAlive && !isWorn && ((await child.memory()) ?? 0) <= MAX_IDLE_BYTES) this.#rest(child)
    else this.#retire(child)
    this.warm()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer)
    await Promise.all([...this.#all].map((child) => child.kill()))
  }

  #start(): Child {
    const child = new Child(this.#entry, this.#memory, this.#settings)
    this.#all.add(child)
    return child
  }

  #rest(child: Child): void {
    const timer = setTimeout(() => {
      if (this.#idle.length > 1 || !child.isAlive) this.#retire(child)
      else timer.refresh()
    }, IDLE_MS)
    timer.unref()
    this.#idle.push({ child, timer })
  }

  #retire(child: Child): void {
    const index = this.#idle.findIndex((rest) => rest.child === child)
    if (index >= 0) this.#idle.splice(index, 1)
    this.#all.delete(child)
    child.retire()
  }
}
