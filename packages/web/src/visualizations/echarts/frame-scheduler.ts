import { loadingTracker } from '../../ui/loading-tracker.ts'

/**
 * Milliseconds of drawing per frame: long, because each paint of a page with many charts is expensive, and short enough to keep
 * clicks and scrolling responsive. The very first chart is painted immediately.
 */
const SLICE_MS = 40
/** Above this number of charts in one batch, none of them is animated. */
const MAX_MOVING = 4

/** Draws one chart. @param isAnimated whether the batch is small enough to animate */
type DrawTask = (isAnimated: boolean) => void

/** Runs drawing tasks one after another, in the order in which they were scheduled. */
export interface FrameScheduler {
  /** @returns cancels the task if it has not run yet */
  schedule(draw: DrawTask): () => void
}

/**
 * Spreads drawing tasks over animation frames, so that each chart appears as soon as it is done and thirty of them do not block
 * the page.
 * @param frame `requestAnimationFrame`
 * @param now milliseconds
 * @param begin called when a batch starts; the function it returns, when the batch is done
 */
export function createFrameScheduler(
  frame: (next: () => void) => void,
  now: () => number,
  begin: () => () => void,
): FrameScheduler {
  const waiting = new Set<DrawTask>()
  // Tasks of the current batch, which ends when the queue is empty.
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
      // A task that throws must not stop the others.
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

/** Schedules all charts of the page. */
export const chartScheduler = createFrameScheduler(
  (next) => void requestAnimationFrame(next),
  () => performance.now(),
  () => loadingTracker.begin(),
)
