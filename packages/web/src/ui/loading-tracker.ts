import { startTransition, useEffect, useState } from 'react'

/** Tracks what the page is loading, so that less urgent work can wait for it. */
export interface LoadingTracker {
  /** Registers a load. @returns marks it as done */
  begin(): () => void
  /**
   * Calls back when nothing is loading, at once if that is so already.
   * @returns cancels the call
   */
  whenDone(next: () => void): () => void
}

export function createLoadingTracker(): LoadingTracker {
  const loads = new Set<symbol>()
  const waiting = new Set<() => void>()
  return {
    begin() {
      const work = Symbol('work')
      loads.add(work)
      return () => {
        if (!loads.delete(work) || loads.size > 0) return
        const next = [...waiting]
        waiting.clear()
        for (const each of next) each()
      }
    },
    whenDone(next) {
      if (loads.size === 0) {
        next()
        return () => {}
      }
      // A wrapper of its own, so that the same callback can be registered twice.
      const each = () => next()
      waiting.add(each)
      return () => void waiting.delete(each)
    },
  }
}

/** Tracks this page: the first data of a dashboard and the first paint of its charts. */
export const loadingTracker = createLoadingTracker()

/** Milliseconds after which idle work runs in any case, once the page has loaded. */
const LATEST_MS = 1200

/**
 * Becomes true once the page has loaded and the browser is idle: for controls that are not needed before, such as the menus of
 * thirty widgets.
 */
export function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    let cancelIdle = () => {}
    const cancelWait = loadingTracker.whenDone(() => {
      // As a transition, which React renders in short steps: the controls of many widgets would be one long task.
      cancelIdle = whenIdle(() => startTransition(() => setIsIdle(true)), LATEST_MS)
    })
    return () => {
      cancelWait()
      cancelIdle()
    }
  }, [])
  return isIdle
}

/**
 * Calls back when the browser is idle.
 * @param latestMs milliseconds after which it is called in any case
 * @returns cancels the call
 */
export function whenIdle(work: () => void, latestMs: number): () => void {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, 0)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: latestMs })
  return () => cancelIdleCallback(handle)
}
