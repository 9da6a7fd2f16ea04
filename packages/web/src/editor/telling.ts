import { whenIdle } from '../ui/when-idle.ts'

/** Milliseconds of rest after the last key until the page is told. */
const REST_MS = 60
/** Milliseconds until spare time is asked for where keys come without a rest. */
const LATEST_MS = 250
/** Milliseconds until spare time is taken. */
const IDLE_MS = 250

/**
 * Tells the page what happened in the editor. What a page makes of a long text is none of the time from a key to the screen, so
 * it is told once the keys rest, once for all of them, and between two keys rather than in the way of one.
 */
export interface Telling {
  /** @param isTyped whether the text was changed; else only the cursor has moved */
  later(isTyped: boolean): void
  /** Tells at once what is not told yet: something is about to be done with it. */
  now(): void
  /** Whether the page does not know the text yet. */
  owesText(): boolean
}

interface Owed {
  /** When it happened first, milliseconds. */
  since: number
  isTyped: boolean
  /** Whether spare time is asked for already. */
  isDue: boolean
  callOff(): void
}

export function telling(tell: (isTyped: boolean) => void): Telling {
  let owed: Owed | null = null
  const now = () => {
    if (owed === null) return
    const { isTyped, callOff } = owed
    owed = null
    callOff()
    tell(isTyped)
  }
  const ask = () => {
    if (owed === null) return
    owed.isDue = true
    owed.callOff = whenIdle(now, IDLE_MS)
  }
  return {
    now,
    later(isTyped) {
      const at = performance.now()
      owed ??= { since: at, isTyped, isDue: false, callOff: () => {} }
      owed.isTyped ||= isTyped
      if (owed.isDue) return
      owed.callOff()
      const timer = setTimeout(ask, Math.min(REST_MS, Math.max(0, owed.since + LATEST_MS - at)))
      owed.callOff = () => clearTimeout(timer)
    },
    owesText: () => owed?.isTyped === true,
  }
}
