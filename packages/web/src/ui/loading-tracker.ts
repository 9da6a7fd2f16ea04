import { useEffect, useState } from 'react'

/** What the page is busy with, so that what can wait does. */
export interface LoadingTracker {
  /** Something begins that is waited for. @returns ends it */
  begin(): () => void
  /**
   * Does something when nothing of that is going on, at once where that is so.
   * @returns calls it off
   */
  whenDone(next: () => void): () => void
}

/** A page that is busy with nothing yet. */
export function createLoadingTracker(): LoadingTracker {
  const going = new Set<symbol>()
  const waiting = new Set<() => void>()
  return {
    begin() {
      const work = Symbol('work')
      going.add(work)
      return () => {
        if (!going.delete(work) || going.size > 0) return
        const next = [...waiting]
        waiting.clear()
        for (const each of next) each()
      }
    },
    whenDone(next) {
      if (going.size === 0) {
        next()
        return () => {}
      }
      // Two who wait for the same are two.
      const each = () => next()
      waiting.add(each)
      return () => void waiting.delete(each)
    },
  }
}

/** What this page is busy with: the first data of a dashboard, and its drawings. */
export const loadingTracker = createLoadingTracker()

/** Milliseconds in which nobody reaches for what comes with spare time, and what is to be seen first has the browser to itself. */
const EARLIEST_MS = 300
/** Milliseconds after which it is there in any case, once the page has done its work. */
const LATEST_MS = 1200

/**
 * Whether the browser has had time to spare since the component came: for what nobody needs before all else is seen, such as the
 * menus of thirty widgets.
 */
export function useIdle(): boolean {
  const [isSpare, setIsSpare] = useState(false)
  useEffect(() => {
    let callOff = () => {}
    const rest = () => {
      callOff = whenIdle(() => setIsSpare(true), LATEST_MS)
    }
    const timer = setTimeout(() => {
      callOff = loadingTracker.whenDone(rest)
    }, EARLIEST_MS)
    return () => {
      clearTimeout(timer)
      callOff()
    }
  }, [])
  return isSpare
}

/**
 * Does something once the browser has time to spare.
 * @param latestMs milliseconds after which it is done in any case
 * @returns calls it off
 */
export function whenIdle(work: () => void, latestMs: number): () => void {
  // Not every browser tells.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, 0)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(work, { timeout: latestMs })
  return () => cancelIdleCallback(asked)
}
