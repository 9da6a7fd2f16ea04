/** Browsers cap the height of an element (16.8 million pixels at the lowest), so longer tables scroll a shortened space. */
export const MAX_SCROLL_HEIGHT = 8_000_000

/** Pixels at both ends in which the shortened space is not shortened at all: the first and last rows scroll natively. */
const EXACT_EDGE = 100_000

/** How far the scrollbar may drift from its true place before it is put right. A pixel of its thumb is worth more than this. */
const TOLERATED_DRIFT = 5_000

/** Where a table is: what the browser's scrollbar says, and which pixel of the rows is at the top. */
export interface ScrollPosition {
  scrollTop: number
  top: number
}

/** A scrolled element of `height` pixels that stands for rows of a perhaps much greater height. */
export interface ScrollSpace {
  /** Height to give the element, pixels. */
  height: number
  /** Height of the part that is seen, pixels. */
  viewHeight: number
  /** The greatest `top` there is. */
  lastTop: number
  /** The greatest `scrollTop` there is. */
  lastScrollTop: number
  isScaled: boolean
}

/**
 * @param contentHeight height of all rows, pixels
 * @param viewHeight height of the part that is seen, pixels
 */
export function scrollSpace(contentHeight: number, viewHeight: number): ScrollSpace {
  const height = Math.min(contentHeight, MAX_SCROLL_HEIGHT)
  return {
    height,
    viewHeight,
    lastTop: Math.max(0, contentHeight - viewHeight),
    lastScrollTop: Math.max(0, height - viewHeight),
    isScaled: contentHeight > MAX_SCROLL_HEIGHT,
  }
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)

/** The pixel of the rows that belongs to a place of the scrollbar. */
export function topOf(space: ScrollSpace, scrollTop: number): number {
  const at = clamp(scrollTop, 0, space.lastScrollTop)
  if (!space.isScaled || at <= EXACT_EDGE) return at
  if (at >= space.lastScrollTop - EXACT_EDGE) return space.lastTop - (space.lastScrollTop - at)
  return Math.round(
    EXACT_EDGE + ((at - EXACT_EDGE) * (space.lastTop - 2 * EXACT_EDGE)) / (space.lastScrollTop - 2 * EXACT_EDGE),
  )
}

/** The place of the scrollbar that belongs to a pixel of the rows: the inverse of `topOf`. */
export function scrollTopOf(space: ScrollSpace, top: number): number {
  const at = clamp(top, 0, space.lastTop)
  if (!space.isScaled || at <= EXACT_EDGE) return at
  if (at >= space.lastTop - EXACT_EDGE) return space.lastScrollTop - (space.lastTop - at)
  return Math.round(
    EXACT_EDGE + ((at - EXACT_EDGE) * (space.lastScrollTop - 2 * EXACT_EDGE)) / (space.lastTop - 2 * EXACT_EDGE),
  )
}

/**
 * Where the rows are after the browser scrolled to `scrollTop`.
 * A wheel, a finger or a key moves the rows by as many pixels as the scrollbar; a dragged thumb jumps, so it is taken as a
 * share of the whole. When the answer's `scrollTop` differs from the one given, the scrollbar is to be set to it.
 */
export function scrolledTo(space: ScrollSpace, before: ScrollPosition, scrollTop: number): ScrollPosition {
  const moved = scrollTop - before.scrollTop
  const isJump = Math.abs(moved) > 2 * space.viewHeight
  if (!space.isScaled || isJump || scrollTop <= 0 || scrollTop >= space.lastScrollTop)
    return { scrollTop, top: topOf(space, scrollTop) }
  const top = clamp(before.top + moved, 0, space.lastTop)
  const place = scrollTopOf(space, top)
  const isAtEdge = top < EXACT_EDGE || top > space.lastTop - EXACT_EDGE
  const drift = Math.abs(place - scrollTop)
  return { scrollTop: drift > (isAtEdge ? 1 : TOLERATED_DRIFT) ? place : scrollTop, top }
}
