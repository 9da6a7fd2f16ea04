import type { Services } from './context.ts'

type Source = Pick<Services, 'db' | 'now' | 'log'>

/** As often as the pages that show them ask anew. */
const FRESH_MS = 60_000
/** Figures older than this are not shown: whoever asks waits. */
const USABLE_MS = 600_000

interface Kept<Value> {
  value: Value
  at: number
}

/**
 * Makes a count that takes long answer at once: it is kept for a minute; whoever asks after that gets it as it is, and has it
 * counted anew for the next one.
 * @param read counts
 */
export function keptFigures<Value>(read: (source: Source) => Promise<Value>): (source: Source) => Promise<Value> {
  const keptOf = new WeakMap<Source['db'], Kept<Value>>()
  const readingOf = new WeakMap<Source['db'], Promise<Value>>()

  /** Those who ask while it is being counted share the count. */
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
