/** Both ends of the visible part of x, in percent of all of it. */
export interface ZoomRange {
  start: number
  end: number
}

/** A change of the visible part by one press of a button. */
export type ZoomStep = 'in' | 'out' | 'back' | 'forward'

/** The smallest part that buttons zoom into, in percent. */
const MIN_SPAN = 0.5

/**
 * The visible part after a step: half or twice as much around the same middle, or moved by half of its width. It stays within the
 * whole.
 */
export function stepped({ start, end }: ZoomRange, step: ZoomStep): ZoomRange {
  const span = end - start
  const middle = (start + end) / 2
  switch (step) {
    case 'in':
      return within(middle, Math.max(Math.min(span, MIN_SPAN), span / 2))
    case 'out':
      return within(middle, Math.min(100, span * 2))
    case 'back':
      return within(middle - span / 2, span)
    case 'forward':
      return within(middle + span / 2, span)
  }
}

function within(middle: number, span: number): ZoomRange {
  const start = Math.min(Math.max(0, middle - span / 2), 100 - span)
  return { start, end: start + span }
}
