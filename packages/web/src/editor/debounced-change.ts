import { whenIdle } from '../ui/loading-tracker.ts'

/** Milliseconds without a key before the page is notified. */
const REST_MS = 60
/** Milliseconds after the first change until the page is notified even if keys go on. */
const LATEST_MS = 250
/** Milliseconds to wait for idle time. */
const IDLE_MS = 250
/** Milliseconds until the browser has usually painted a key. */
const FRAME_MS = 17
/** Milliseconds after the first change from which on painting a key no longer goes first. */
const OVERDUE_MS = 300

/**
 * Notifies the page of changes in the editor. Handling a long text must not delay the next paint, so the page is notified once for
 * several keys, after they rest, in idle time.
 */
export interface DebouncedChange {
  /** @param isTyped whether the text was changed; otherwise only the cursor has moved */
  schedule(isTyped: boolean): void
  /** Notifies the page at once if a change is pending, for an action that needs the current text. */
  flush(): void
  /** Whether the page does not know the current text yet. */
  hasPendingText(): boolean
}

interface PendingChange {
  /** Time of the first change, milliseconds. */
  since: number
  /** Time of the last change, milliseconds. */
  last: number
  isTyped: boolean
  cancel(): void
}

export function debouncedChange(notify: (isTyped: boolean) => void): DebouncedChange {
  let pending: PendingChange | null = null
  const flush = () => {
    if (pending === null) return
    const { isTyped, cancel } = pending
    pending = null
    cancel()
    notify(isTyped)
  }
  // One timer for many keys: when it fires, it checks how long ago the last key was.
  const wait = (change: PendingChange, milliseconds: number) => {
    const timer = setTimeout(() => {
      const at = performance.now()
      const left = Math.min(change.last + REST_MS, change.since + LATEST_MS) - at
      if (left > 0) wait(change, left)
      else flushWhenIdle(change)
    }, milliseconds)
    change.cancel = () => clearTimeout(timer)
  }
  const flushWhenIdle = (change: PendingChange) => {
    change.cancel = whenIdle(() => {
      const at = performance.now()
      // The browser also reports idle time before a frame: a key that is not painted yet goes first.
      if (at - change.last < FRAME_MS && at - change.since < OVERDUE_MS) wait(change, FRAME_MS)
      else flush()
    }, IDLE_MS)
  }
  return {
    flush,
    schedule(isTyped) {
      const at = performance.now()
      if (pending !== null) {
        pending.last = at
        pending.isTyped ||= isTyped
        return
      }
      pending = { since: at, last: at, isTyped, cancel: () => {} }
      wait(pending, REST_MS)
    },
    hasPendingText: () => pending?.isTyped === true,
  }
}
