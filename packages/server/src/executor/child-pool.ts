import { Child } from './child.ts'
import type { Settings } from './serve.ts'

/** Idle processes beyond the first one end after this long. */
const IDLE_MS = 60_000
/** A process that is alive after this many milliseconds has loaded its code. */
const LOAD_MS = 10_000
/** A process that has run users' SQL inside itself is replaced after this many tasks, before anything can pile up in it. */
const MAX_EMBEDDED_TASKS = 20
/** A process that holds more memory than this after a task is replaced by a fresh one. */
const MAX_IDLE_BYTES = 400 * 1024 * 1024

/**
 * Executor processes: reused while they are in good shape, with at least one always ready. A process in which users' SQL ran
 * together with the secrets of a source is never reused.
 */
export class ChildPool {
  readonly #entry: URL
  readonly #memory: number
  readonly #settings: Settings
  readonly #idle: { child: Child; timer: NodeJS.Timeout }[] = []
  readonly #all = new Set<Child>()
  #isClosed = false
  /** The process that was started last. */
  #latest: Child | null = null
  /** Whether a process could not start, and none has worked since. */
  #isBroken = false

  /** The arguments are those of `Child`. */
  constructor(entry: URL, memory: number, settings: Settings) {
    this.#entry = entry
    this.#memory = memory
    this.#settings = settings
  }

  /** Starts a process if there is none, so that the next task need not wait for one. */
  warm(): void {
    if (this.#all.size === 0 && !this.#isClosed) this.#park(this.#start())
  }

  /**
   * Returns a process for one task; `release` takes it back.
   * @param isEmbedded whether the engine, and so the users' SQL, runs inside the process
   * @param hasSecrets whether the task carries secrets
   */
  acquire(isEmbedded: boolean, hasSecrets: boolean): Child {
    if (this.#isClosed) throw new Error('Sightline is stopping.')
    const isTainted = isEmbedded && hasSecrets
    const fit = this.#idle.findLastIndex(
      ({ child }) => child.isAlive && (child.taskCount === 0 || (child.isEmbedded === isEmbedded && !isTainted)),
    )
    const [found] = fit >= 0 ? this.#idle.splice(fit, 1) : []
    clearTimeout(found?.timer)
    const child = found?.child ?? this.#start()
    child.isEmbedded = isEmbedded
    child.isTainted = isTainted
    return child
  }

  release(child: Child): void {
    const isWornOut = child.isTainted || (child.isEmbedded && child.taskCount >= MAX_EMBEDDED_TASKS)
    if (child.isAlive && !isWornOut && (child.memory() ?? 0) <= MAX_IDLE_BYTES) this.#park(child)
    else this.#retire(child)
    this.warm()
  }

  /** False if a process could not start and none has since. Starts another one after some seconds, which may do better. */
  canStart(): boolean {
    const latest = this.#latest
    if (!this.#isBroken || this.#isClosed || latest === null) return true
    if (latest.isAlive) {
      // It loads its code within seconds, or ends.
      this.#isBroken = !latest.hasWorked && latest.age < LOAD_MS
    } else if (latest.age > LOAD_MS) {
      this.#retire(latest)
      this.#park(this.#start())
    }
    return !this.#isBroken
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer)
    await Promise.all([...this.#all].map((child) => child.kill()))
  }

  #start(): Child {
    const child = new Child(this.#entry, this.#memory, this.#settings, () => {
      this.#isBroken = true
    })
    this.#latest = child
    this.#all.add(child)
    return child
  }

  #park(child: Child): void {
    const timer = setTimeout(() => {
      if (this.#idle.length > 1 || !child.isAlive) this.#retire(child)
      else timer.refresh()
    }, IDLE_MS)
    timer.unref()
    this.#idle.push({ child, timer })
  }

  #retire(child: Child): void {
    const index = this.#idle.findIndex((idle) => idle.child === child)
    if (index >= 0) this.#idle.splice(index, 1)
    this.#all.delete(child)
    child.retire()
  }
}
