/** Frames until what comes first has been seen: the one it is drawn in, and the next, which browsers ask for after showing it. */
const FRAMES = 2

/** What the page does when it has time, as a browser tells. Each returns what calls it off. */
export interface Moments {
  /** Before the page is shown the next time. */
  frame(next: () => void): () => void
  after(milliseconds: number, next: () => void): () => void
}

/** Holds back all but the first of many, until that has been seen or is not to be expected soon. */
export interface FirstAlone {
  /** The first one stands on the page. */
  tell(): void
  /** Waits from now on. @returns ends it, with nobody told */
  begin(): () => void
}

/**
 * @param atMostMs milliseconds for which the others wait in any case
 * @param go told once, when the others may come
 */
export function makeFirstAlone({ frame, after }: Moments, atMostMs: number, go: () => void): FirstAlone {
  let isTold = false
  let callOffFrame = () => {}
  let callOffTimer = () => {}
  const end = () => {
    callOffFrame()
    callOffTimer()
    go()
  }
  const count = (left: number) => {
    callOffFrame = frame(() => (left > 1 ? count(left - 1) : end()))
  }
  return {
    tell() {
      if (isTold) return
      isTold = true
      count(FRAMES)
    },
    begin() {
      callOffTimer = after(atMostMs, end)
      return () => {
        isTold = false
        callOffFrame()
        callOffTimer()
      }
    },
  }
}
