import { whenIdle } from '../ui/loading-tracker.ts'

/** Milliseconds of rest after the last key until the page is told. */
const REST_MS = 60
/** Milliseconds until spare time is asked for where keys come without a rest. */
const LATEST_MS = 250
/** Milliseconds until spare time is taken. */
const IDLE_MS = 250
/** Milliseconds until a key is drawn, as a rule. */
const FRAME_MS = 17
/** Milliseconds after which no key goes first any more. */
const OVERDUE_MS = 300

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
  /** When it happened last. */
  last: number
  isTyped: boolean
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
  // One timer serves many keys: it looks how long ago the last one is.
  const wait = (debt: Owed, milliseconds: number) => {
    const timer = setTimeout(() => {
      const at = performance.now()
      const left = Math.min(debt.last + REST_MS, debt.since + LATEST_MS) - at
      if (left > 0) wait(debt, left)
      else ask(debt)
    }, milliseconds)
    debt.callOff = () => clearTimeout(timer)
  }
  const ask = (debt: Owed) => {
    debt.callOff = whenIdle(() => {
      const at = performance.now()
      // A key that is still to be drawn goes first: the browser has spare time before a frame, too.
      if (at - debt.last < FRAME_MS && at - debt.since < OVERDUE_MS) wait(debt, FRAME_MS)
      else now()
    }, IDLE_MS)
  }
  return {
    now,
    later(isTyped) {
      const at = performance.now()
      if (owed !== null) {
        owed.last = at
        owed.isTyped ||= isTyped
        return
      }
      owed = { since: at, last: at, isTyped, callOff: () => {} }
      wait(owed, REST_MS)
    },
    owesText: () => owed?.isTyped === true,
  }
}
