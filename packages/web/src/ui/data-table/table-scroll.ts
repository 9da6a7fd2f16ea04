import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { scrolledFromStart } from '../../language/direction.ts'

/** Browsers limit the height of an element (16.8 million pixels at the lowest), so longer tables scroll in a scaled space. */
export const MAX_SCROLL_HEIGHT = 8_000_000

/** Pixels at both ends that are not scaled, so that the first and last rows scroll natively. */
const EXACT_EDGE = 100_000

/** Pixels that the scrollbar may deviate before it is corrected. One pixel of its thumb stands for more than this. */
const TOLERATED_DRIFT = 5_000

/** A scroll position: the browser's `scrollTop`, and the pixel of the rows at the top of the view. */
export interface ScrollPosition {
  scrollTop: number
  top: number
}

/** Maps a scrolled element of `height` pixels to rows that may be much higher. */
export interface ScrollSpace {
  /** Height of the element, pixels. */
  height: number
  /** Height of the visible part, pixels. */
  viewHeight: number
  /** The maximum of `top`. */
  lastTop: number
  /** The maximum of `scrollTop`. */
  lastScrollTop: number
  isScaled: boolean
}

/**
 * @param contentHeight height of all rows, pixels
 * @param viewHeight height of the visible part, pixels
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

/** The pixel of the rows that belongs to a `scrollTop`. */
export function topOf(space: ScrollSpace, scrollTop: number): number {
  const at = clamp(scrollTop, 0, space.lastScrollTop)
  if (!space.isScaled || at <= EXACT_EDGE) return at
  if (at >= space.lastScrollTop - EXACT_EDGE) return space.lastTop - (space.lastScrollTop - at)
  return Math.round(
    EXACT_EDGE + ((at - EXACT_EDGE) * (space.lastTop - 2 * EXACT_EDGE)) / (space.lastScrollTop - 2 * EXACT_EDGE),
  )
}

/** The `scrollTop` that belongs to a pixel of the rows: the inverse of `topOf`. */
export function scrollTopOf(space: ScrollSpace, top: number): number {
  const at = clamp(top, 0, space.lastTop)
  if (!space.isScaled || at <= EXACT_EDGE) return at
  if (at >= space.lastTop - EXACT_EDGE) return space.lastScrollTop - (space.lastTop - at)
  return Math.round(
    EXACT_EDGE + ((at - EXACT_EDGE) * (space.lastScrollTop - 2 * EXACT_EDGE)) / (space.lastTop - 2 * EXACT_EDGE),
  )
}

/**
 * The scroll position after the browser scrolled to `scrollTop`.
 * Wheel, touch and keys move the rows by as many pixels as the scrollbar. A dragged thumb jumps, so its position is read as a
 * share of the whole. If the returned `scrollTop` differs from the given one, the caller must set the scrollbar to it.
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

export const ROW_HEIGHT = 28
export const HEAD_HEIGHT = 30
/** Height of the row with the heads of groups, pixels. */
export const GROUP_HEIGHT = 26

/** Rows rendered beyond each edge, so that fast scrolling shows no gaps. */
const OVERSCAN = 12

/** The part of a table that is rendered. */
interface View {
  first: number
  last: number
  /** Offset between the position of a row among all rows and its position in the scrolled element, pixels. */
  shift: number
  left: number
  /** The first fully visible row. */
  topRow: number
}

/** Scrolling by rows, in a space small enough for the browser. */
export interface TableScroll extends View {
  /** Height of the scrolled element, pixels. */
  height: number
  /** The most rows that are rendered at a time. */
  poolSize: number
  /** Rows per screen. */
  page: number
  onScroll(): void
  /** Scrolls a row into view. */
  reveal(row: number): void
  /** Scrolls a row to the top of the view, or as far as possible. */
  scrollToTop(row: number): void
  /** Whether a row is fully visible. */
  isVisible(row: number): boolean
  /** The pixel of the rows at the top of the view. */
  top(): number
}

/**
 * @param total rows of the table
 * @param viewHeight height of the visible rows, pixels
 */
export function useTableScroll(scroller: RefObject<HTMLDivElement | null>, total: number, viewHeight: number): TableScroll {
  const rowsHeight = Math.max(0, viewHeight)
  const space = useMemo(() => scrollSpace(total * ROW_HEIGHT, rowsHeight), [total, rowsHeight])
  const position = useRef<ScrollPosition>({ scrollTop: 0, top: 0 })
  const [view, setView] = useState<View>({ first: 0, last: -1, shift: 0, left: 0, topRow: 0 })

  const currentView = useCallback((): View => {
    const { scrollTop, top } = position.current
    return {
      first: Math.max(0, Math.floor(top / ROW_HEIGHT) - OVERSCAN),
      last: Math.min(total - 1, Math.ceil((top + rowsHeight) / ROW_HEIGHT) + OVERSCAN),
      shift: Math.round(scrollTop - top),
      left: scroller.current === null ? 0 : scrolledFromStart(scroller.current),
      topRow: Math.ceil(top / ROW_HEIGHT),
    }
  }, [scroller, total, rowsHeight])

  const show = useCallback(() => {
    const next = currentView()
    setView((now) =>
      now.first === next.first &&
      now.last === next.last &&
      now.shift === next.shift &&
      now.left === next.left &&
      now.topRow === next.topRow
        ? now
        : next,
    )
  }, [currentView])

  const place = useCallback(
    (next: ScrollPosition) => {
      const element = scroller.current
      if (element === null) return
      if (element.scrollTop !== next.scrollTop) element.scrollTop = next.scrollTop
      // The browser may round the value it is given.
      position.current = { scrollTop: element.scrollTop, top: next.top }
    },
    [scroller],
  )

  useLayoutEffect(() => {
    const scrollTop = scroller.current?.scrollTop ?? 0
    position.current = { scrollTop, top: topOf(space, scrollTop) }
    show()
  }, [scroller, space, show])

  const goTo = (top: number) => {
    place({ scrollTop: scrollTopOf(space, top), top })
    show()
  }

  return {
    ...view,
    // The table may have become shorter since the view was computed.
    last: Math.min(view.last, total - 1),
    height: space.height,
    poolSize: Math.ceil(rowsHeight / ROW_HEIGHT) + 2 * OVERSCAN + 2,
    page: Math.max(1, Math.floor(rowsHeight / ROW_HEIGHT) - 1),
    top: () => position.current.top,
    onScroll() {
      const element = scroller.current
      if (element === null) return
      place(scrolledTo(space, position.current, element.scrollTop))
      // Rendered in the same frame, otherwise fast scrolling shows empty rows.
      flushSync(show)
    },
    reveal(row) {
      const from = row * ROW_HEIGHT
      const { top } = position.current
      const target = from < top ? from : Math.max(top, from + ROW_HEIGHT - rowsHeight)
      if (target !== top) goTo(target)
    },
    scrollToTop: (row) => goTo(Math.min(row * ROW_HEIGHT, space.lastTop)),
    isVisible: (row) => row >= view.topRow && (row + 1) * ROW_HEIGHT <= position.current.top + rowsHeight,
  }
}
