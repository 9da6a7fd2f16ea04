/** Milliseconds of rest after the last key until the page is told. */
const REST_MS = 60
/** Milliseconds until it is told of keys that come without a rest. */
const LATEST_MS = 250

/**
 * Tells the page what happened in the editor. What a page makes of a long text is none of the time from a key to the screen, so
 * it is told once the keys rest, and once for all of them.
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
  timer: ReturnType<typeof setTimeout>
}

export function telling(tell: (isTyped: boolean) => void): Telling {
  let owed: Owed | null = null
  const now = () => {
    if (owed === null) return
    const { isTyped, timer } = owed
    owed = null
    clearTimeout(timer)
    tell(isTyped)
  }
  return {
    now,
    later(isTyped) {
      const at = performance.now()
      const since = owed?.since ?? at
      if (owed !== null) clearTimeout(owed.timer)
      const wait = Math.min(REST_MS, Math.max(0, since + LATEST_MS - at))
      owed = { since, isTyped: isTyped || owed?.isTyped === true, timer: setTimeout(now, wait) }
    },
    owesText: () => owed?.isTyped === true,
  }
}
