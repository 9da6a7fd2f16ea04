import { loadingTracker } from '../../ui/loading-tracker.ts'

/**
 * Milliseconds of drawing before the page is shown: long, as showing a page of many charts takes half as long again each time, and
 * short enough for who presses or scrolls meanwhile. The very first drawing is shown at once.
 */
const SLICE_MS = 40
/** Drawings that are asked for together; with more of them none appears by moving. */
const MAX_MOVING = 4

/** What is drawn when its turn has come. @param isAnimated whether so few are drawn at a time that they may appear by moving */
type DrawTask = (isAnimated: boolean) => void

/** Drawings that come one after another, in the order in which they were asked for. */
export interface FrameScheduler {
  /** @returns gives the turn up, if it has not come */
  schedule(draw: DrawTask): () => void
}

/**
 * Spreads drawings over frames: each is seen as soon as it is done, and thirty together do not hold up the page.
 * @param frame asks for a call before the browser shows the page the next time
 * @param now milliseconds
 * @param begin told when there is something to draw; what it returns, when all is drawn
 */
export function createFrameScheduler(
  frame: (next: () => void) => void,
  now: () => number,
  begin: () => () => void,
): FrameScheduler {
  const waiting = new Set<DrawTask>()
  // Counted from the first one that waits until nobody does.
  let together = 0
  let isFirst = true
  let isGoing = false
  let end = () => {}

  function next(): void {
    const until = isFirst ? 0 : now() + SLICE_MS
    isFirst = false
    try {
      for (const draw of waiting) {
        waiting.delete(draw)
        draw(together <= MAX_MOVING)
        if (now() >= until) break
      }
    } finally {
      // Whatever becomes of one, the others have their turns.
      if (waiting.size > 0) frame(next)
      else {
        together = 0
        isFirst = true
        isGoing = false
        end()
      }
    }
  }

  return {
    schedule(draw) {
      if (!isGoing) {
        isGoing = true
        end = begin()
        frame(next)
      }
      waiting.add(draw)
      together++
      return () => void waiting.delete(draw)
    },
  }
}

/** The turns of all charts of the page. */
export const chartScheduler = createFrameScheduler(
  (next) => void requestAnimationFrame(next),
  () => performance.now(),
  () => loadingTracker.begin(),
)
