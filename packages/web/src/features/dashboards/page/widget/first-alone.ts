/** Frames in which what comes first is measured, drawn and shown. */
const FRAMES = 3

/** Lets the first of many come alone, and all others together once it has been seen. */
export interface FirstAlone {
  /**
   * Asks to come.
   * @param come called at once for the first, and later for all others
   * @returns gives the turn up, if it has not come
   */
  ask(come: (isFirst: boolean) => void): () => void
}

/** @param frame asks for a call before the browser shows the page the next time */
export function makeFirstAlone(frame: (next: () => void) => void): FirstAlone {
  const waiting = new Set<(isFirst: boolean) => void>()
  let isAlone = false
  const count = (left: number) => {
    if (left > 0) return frame(() => count(left - 1))
    isAlone = false
    const all = [...waiting]
    waiting.clear()
    for (const come of all) come(false)
  }
  return {
    ask(come) {
      if (!isAlone) {
        isAlone = true
        come(true)
        count(FRAMES)
        return () => {}
      }
      // Two who ask with the same function are two.
      const turn = (isFirst: boolean) => come(isFirst)
      waiting.add(turn)
      return () => void waiting.delete(turn)
    },
  }
}
