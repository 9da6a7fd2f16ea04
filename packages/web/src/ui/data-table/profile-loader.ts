import type { BriefProfile } from '@sightline/contract/result-profiles.ts'

/** Columns of the first request, so that the first profiles are there early. */
const FIRST_BATCH = 3
/** Columns of a request: as many as the server takes. */
const MAX_BATCH = 50

type Load = (columns: readonly number[], signal: AbortSignal) => Promise<BriefProfile[]>

/** Loads the profiles of the columns in view: one request at a time, for few columns first and then for all others together. */
export class ProfileLoader {
  readonly #load: Load
  readonly #loaded = new Map<number, BriefProfile>()
  readonly #listeners = new Set<() => void>()
  #wanted: readonly number[] = []
  #running: { columns: readonly number[]; controller: AbortController } | null = null
  #hasFailed = false
  #version = 0

  constructor(load: Load) {
    this.#load = load
  }

  /** Whether the last request failed; nothing more is loaded until `retry`. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  /** Whether columns have been wanted before. */
  get hasStarted(): boolean {
    return this.#wanted.length > 0
  }

  profile(column: number): BriefProfile | undefined {
    return this.#loaded.get(column)
  }

  /** Changes with everything that this object tells. */
  readonly version = (): number => this.#version

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Loads these columns. A request is given up if none of its columns is wanted any more. */
  want(columns: readonly number[]): void {
    this.#wanted = columns
    if (this.#running !== null && !this.#running.columns.some((column) => columns.includes(column))) this.stop()
    this.#next()
  }

  retry(): void {
    this.#hasFailed = false
    this.#changed()
    this.#next()
  }

  stop(): void {
    this.#running?.controller.abort()
    this.#running = null
  }

  #next(): void {
    if (this.#running !== null || this.#hasFailed) return
    const missing = this.#wanted.filter((column) => !this.#loaded.has(column))
    if (missing.length === 0) return
    void this.#request(missing.slice(0, this.#loaded.size === 0 ? FIRST_BATCH : MAX_BATCH))
  }

  async #request(columns: readonly number[]): Promise<void> {
    const running = { columns, controller: new AbortController() }
    this.#running = running
    try {
      const profiles = await this.#load(columns, running.controller.signal)
      if (this.#running !== running) return
      for (const [at, profile] of profiles.entries()) this.#loaded.set(columns[at] ?? -1, profile)
    } catch {
      if (this.#running !== running) return
      this.#hasFailed = true
    }
    this.#running = null
    this.#changed()
    this.#next()
  }

  #changed(): void {
    this.#version++
    for (const listener of this.#listeners) listener()
  }
}
