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
