import { Child } from './child.ts'

/** Idle processes beyond the first one end after this long. */
const IDLE_MS = 60_000
/** Text of users has run inside such a process: it goes before anything can pile up in it. */
const MAX_EMBEDDED_TASKS = 20
/** Memory that a process still holds after a task; a larger one is replaced by a fresh one. */
const MAX_IDLE_BYTES = 400 * 1024 * 1024

/**
 * The executor processes: used again while they are in good shape, and one of them always ready. A process in which text of
 * users ran is never given a task with the secrets of a remote source.
 */
export class ChildPool {
  readonly #entry: URL
  readonly #memory: number
  readonly #sourceNetworks: readonly string[]
  readonly #idle: { child: Child; timer: NodeJS.Timeout }[] = []
  readonly #all = new Set<Child>()
  #isClosed = false

  /** The arguments are those of `Child`. */
  constructor(entry: URL, memory: number, sourceNetworks: readonly string[]) {
    this.#entry = entry
    this.#memory = memory
    this.#sourceNetworks = sourceNetworks
  }

  /** Starts a process when there is none, so that the next task need not wait for one. */
  warm(): void {
    if (this.#all.size === 0 && !this.#isClosed) this.#rest(this.#start())
  }

  /** A process for one task; `give` takes it back. */
  take(isEmbedded: boolean): Child {
    if (this.#isClosed) throw new Error('Sightline is stopping.')
    const fit = this.#idle.findLastIndex(
      ({ child }) => child.isAlive && (child.taskCount === 0 || child.isEmbedded === isEmbedded),
    )
    const [found] = fit >= 0 ? this.#idle.splice(fit, 1) : []
    clearTimeout(found?.timer)
    const child = found?.child ?? this.#start()
    child.isEmbedded = isEmbedded
    return child
  }

  async give(child: Child): Promise<void> {
    const isWorn = child.isEmbedded && child.taskCount >= MAX_EMBEDDED_TASKS
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
    const child = new Child(this.#entry, this.#memory, this.#sourceNetworks)
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
