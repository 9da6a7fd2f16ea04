import type { Services } from './context.ts'

type Source = Pick<Services, 'db' | 'now' | 'log'>

/** Milliseconds; equal to the interval at which the pages refresh these values. */
const FRESH_MS = 60_000
/** Milliseconds after which a value is too old to be shown: callers then wait for the new one. */
const USABLE_MS = 600_000

interface Kept<Value> {
  value: Value
  at: number
}

/**
 * Wraps a slow count so that it returns at once: its value is cached for a minute; after that, callers get the old value while
 * the new one is counted in the background.
 * @param read computes the value
 */
export function keptFigures<Value>(read: (source: Source) => Promise<Value>): (source: Source) => Promise<Value> {
  const keptOf = new WeakMap<Source['db'], Kept<Value>>()
  const readingOf = new WeakMap<Source['db'], Promise<Value>>()

  /** Concurrent callers share one count. */
  function count(source: Source): Promise<Value> {
    const reading = readingOf.get(source.db) ?? countNow(source)
    readingOf.set(source.db, reading)
    return reading
  }

  async function countNow(source: Source): Promise<Value> {
    try {
      const at = source.now().getTime()
      const value = await read(source)
      keptOf.set(source.db, { value, at })
      return value
    } finally {
      readingOf.delete(source.db)
    }
  }

  return async (source) => {
    const kept = keptOf.get(source.db)
    const age = kept === undefined ? Number.POSITIVE_INFINITY : source.now().getTime() - kept.at
    if (kept === undefined || age > USABLE_MS) return count(source)
    if (age > FRESH_MS) count(source).catch((err) => source.log.warn({ err }, 'Figures for admins could not be counted.'))
    return kept.value
  }
}
