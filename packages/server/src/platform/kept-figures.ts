import type { Services } from './context.ts'
import { perProcess } from './process-memory.ts'

type Source = Pick<Services, 'db' | 'now' | 'log' | 'memory'>

/** Milliseconds; equal to the interval at which the pages refresh these values. */
const FRESH_MS = 60_000
/** Milliseconds after which a value is too old to be shown: callers then wait for the new one. */
const USABLE_MS = 600_000

interface Figures<Value> {
  kept: { value: Value; at: number } | null
  reading: Promise<Value> | null
}

/**
 * Wraps a slow count so that it returns at once: its value is cached for a minute; after that, callers get the old value while
 * the new one is counted in the background.
 * @param read computes the value
 */
export function keptFigures<Value>(read: (source: Source) => Promise<Value>): (source: Source) => Promise<Value> {
  const figuresOf = perProcess((): Figures<Value> => ({ kept: null, reading: null }))

  /** Concurrent callers share one count. */
  function count(source: Source): Promise<Value> {
    const figures = figuresOf(source)
    figures.reading ??= countNow(source, figures)
    return figures.reading
  }

  async function countNow(source: Source, figures: Figures<Value>): Promise<Value> {
    try {
      const at = source.now().getTime()
      const value = await read(source)
      figures.kept = { value, at }
      return value
    } finally {
      figures.reading = null
    }
  }

  return async (source) => {
    const { kept } = figuresOf(source)
    const age = kept === null ? Number.POSITIVE_INFINITY : source.now().getTime() - kept.at
    if (kept === null || age > USABLE_MS) return count(source)
    if (age > FRESH_MS) count(source).catch((err) => source.log.warn({ err }, 'Statistics for admins could not be computed.'))
    return kept.value
  }
}
