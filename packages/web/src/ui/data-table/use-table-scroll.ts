import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type ScrollPosition, scrolledTo, scrollSpace, scrollTopOf, topOf } from './scroll-space.ts'

export const ROW_HEIGHT = 28
export const HEAD_HEIGHT = 30

/** Rows drawn beyond the edges, so that a fast wheel does not outrun the drawing. */
const OVERSCAN = 12

/** The part of a table that is drawn. */
interface View {
  first: number
  last: number
  /** What to add to a row's own place to get its place in the scrolled element, pixels. */
  shift: number
  left: number
  /** The first row that is in sight as a whole. */
  topRow: number
}

/** Scrolling by rows over a space that the browser can hold. */
export interface TableScroll extends View {
  /** Height to give the scrolled element, pixels. */
  height: number
  /** Rows drawn at a time, at most. */
  drawnRows: number
  /** Whole rows in sight. */
  page: number
  onScroll(): void
  /** Brings a row into sight. */
  reveal(row: number): void
  /** Brings a row to the top, as far as there are rows enough below it. */
  bringToTop(row: number): void
  /** Whether a row is in sight as a whole. */
  isInSight(row: number): boolean
  /** Which pixel of the rows is at the top. */
  top(): number
}

/**
 * @param total rows of the table
 * @param viewHeight height of the scroller with its head, pixels
 */
export function useTableScroll(scroller: RefObject<HTMLDivElement | null>, total: number, viewHeight: number): TableScroll {
  const rowsHeight = Math.max(0, viewHeight - HEAD_HEIGHT)
  const space = useMemo(() => scrollSpace(total * ROW_HEIGHT, rowsHeight), [total, rowsHeight])
  const position = useRef<ScrollPosition>({ scrollTop: 0, top: 0 })
  const [view, setView] = useState<View>({ first: 0, last: -1, shift: 0, left: 0, topRow: 0 })

  const seen = useCallback((): View => {
    const { scrollTop, top } = position.current
    return {
      first: Math.max(0, Math.floor(top / ROW_HEIGHT) - OVERSCAN),
      last: Math.min(total - 1, Math.ceil((top + rowsHeight) / ROW_HEIGHT) + OVERSCAN),
      shift: Math.round(scrollTop - top),
      left: scroller.current?.scrollLeft ?? 0,
      topRow: Math.ceil(top / ROW_HEIGHT),
    }
  }, [scroller, total, rowsHeight])

  const show = useCallback(() => {
    const next = seen()
    setView((now) =>
      now.first === next.first &&
      now.last === next.last &&
      now.shift === next.shift &&
      now.left === next.left &&
      now.topRow === next.topRow
        ? now
        : next,
    )
  }, [seen])

  const place = useCallback(
    (next: ScrollPosition) => {
      const element = scroller.current
      if (element === null) return
      if (element.scrollTop !== next.scrollTop) element.scrollTop = next.scrollTop
      // The browser may round what it is given.
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
    // The table may have become shorter since the view was taken.
    last: Math.min(view.last, total - 1),
    height: space.height,
    drawnRows: Math.ceil(rowsHeight / ROW_HEIGHT) + 2 * OVERSCAN + 2,
    page: Math.max(1, Math.floor(rowsHeight / ROW_HEIGHT) - 1),
    top: () => position.current.top,
    onScroll() {
      const element = scroller.current
      if (element === null) return
      place(scrolledTo(space, position.current, element.scrollTop))
      // Drawn in the same frame: otherwise fast scrolling shows empty rows.
      flushSync(show)
    },
    reveal(row) {
      const from = row * ROW_HEIGHT
      const { top } = position.current
      const target = from < top ? from : Math.max(top, from + ROW_HEIGHT - rowsHeight)
      if (target !== top) goTo(target)
    },
    bringToTop: (row) => goTo(Math.min(row * ROW_HEIGHT, space.lastTop)),
    isInSight: (row) => row >= view.topRow && (row + 1) * ROW_HEIGHT <= position.current.top + rowsHeight,
  }
}
