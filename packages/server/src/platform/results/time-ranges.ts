import { RecentlyUsed } from '@sightline/domain/recently-used.ts'
import type { Engine } from './engine.ts'
import { RESULT_TABLE } from './result-table.ts'

/** The earliest and the latest instant of a column, in milliseconds; null if it has none. */
type TimeRange = readonly [first: number, last: number] | null

/** Ranges have two numbers each. */
const MAX_KEPT = 10_000

/** Finds the ranges of columns with times. Each is read once, because result files never change. */
export class TimeRanges {
  readonly #engine: Engine
  readonly #kept = new RecentlyUsed<string, TimeRange>(MAX_KEPT)

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** @param file name in the file store @param ref the column in SQL */
  async of(file: string, path: string, ref: string): Promise<TimeRange> {
    const key = `${file} ${ref}`
    const known = this.#kept.get(key)
    if (known !== undefined) return known
    const ends = ['min', 'max'].map((end) => `epoch_ms(${end}(${ref}))::DOUBLE`)
    const [[first] = [], [last] = []] = await this.#engine.all(`SELECT ${ends} FROM ${RESULT_TABLE} WHERE isfinite(${ref})`, [
      path,
    ])
    const range: TimeRange = typeof first === 'number' && typeof last === 'number' ? [first, last + 1] : null
    this.#kept.set(key, range)
    return range
  }
}
