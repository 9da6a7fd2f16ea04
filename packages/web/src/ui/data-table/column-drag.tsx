import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { fromStart, scrolledFromStart, towardsEnd } from '../../language/direction.ts'
import { type ColumnLayout, columnAt } from './column-layout.ts'
import { type ArrangedColumns, changesOrder } from './column-order.ts'
import styles from './data-table.module.css'

/** Pixels that the pointer has to move before a press counts as a drag instead of a click. */
const THRESHOLD = 5
/** Within this distance of an edge, in pixels, the table scrolls: at first by at most MAX_SPEED pixels per frame, then faster. */
const EDGE = 40
const MAX_SPEED = 24
const FRAMES_TO_DOUBLE = 30

/** A column that is being dragged. */
export interface DraggedColumn {
  place: number
  /** The position before which it would be dropped. */
  gap: number
  /** Position of the pointer, pixels from the edge of the table at which lines start. */
  x: number
}

/** The state of a column drag and the handlers for the row of heads. */
export interface ColumnDrag {
  dragged: DraggedColumn | null
  handlers: {
    onPointerDown(event: PointerEvent): void
    onClickCapture(event: MouseEvent): void
  }
}

interface Press {
  from: number
  x: number
  place: number
  gap: number
  hasMoved: boolean
  /** Id of the next scrolling frame, and the number of frames so far; 0 for none. */
  frame: number
  frames: number
  /** Removes the event listeners. */
  listening: AbortController
}

/**
 * Dragging a column head to another position. Escape cancels the drag.
 * @param numberWidth width of the row numbers before the first column, pixels
 * @param onDrop gets the position of the column and the one before which it was dropped
 */
export function useColumnDrag(
  scroller: RefObject<HTMLDivElement | null>,
  layout: ColumnLayout,
  numberWidth: number,
  onDrop: (place: number, gap: number) => void,
): ColumnDrag {
  const [dragged, setDragged] = useState<DraggedColumn | null>(null)
  const press = useRef<Press | null>(null)
  /** The browser fires a click at the end of a drag, which must not sort the column. */
  const endsDrag = useRef(false)
  // A drag outlives the render in which it began.
  const latest = useRef({ layout, numberWidth, onDrop })
  useLayoutEffect(() => {
    latest.current = { layout, numberWidth, onDrop }
  })

  const letGo = () => {
    if (press.current !== null) {
      cancelAnimationFrame(press.current.frame)
      press.current.listening.abort()
    }
    press.current = null
  }
  const stop = () => {
    letGo()
    setDragged(null)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: cleanup on unmount only.
  useEffect(() => letGo, [])

  const contentX = (element: HTMLElement, x: number) => {
    const fromNumbers = fromStart(element.getBoundingClientRect(), x) - latest.current.numberWidth
    return fromNumbers < latest.current.layout.pinnedWidth ? fromNumbers : fromNumbers + scrolledFromStart(element)
  }

  const follow = () => {
    const now = press.current
    const element = scroller.current
    if (now === null || element === null) return
    const box = element.getBoundingClientRect()
    const x = fromStart(box, now.x)
    const beyond = Math.min(0, x - latest.current.numberWidth - EDGE) + Math.max(0, x - (box.width - EDGE))
    const speed = Math.max(-MAX_SPEED, Math.min(MAX_SPEED, beyond / 2))
    const before = element.scrollLeft
    now.frames = beyond === 0 ? 0 : now.frames + 1
    if (beyond !== 0) element.scrollLeft += towardsEnd(speed) * (1 + now.frames / FRAMES_TO_DOUBLE)
    now.gap = gapAt(latest.current.layout, contentX(element, now.x))
    setDragged({ place: now.place, gap: now.gap, x })
    now.frame = element.scrollLeft === before ? 0 : requestAnimationFrame(follow)
  }

  const begin = (row: Element, now: Press) => {
    press.current = now
    const { signal } = now.listening
    const move = ({ clientX, pointerId }: globalThis.PointerEvent) => {
      now.x = clientX
      if (!now.hasMoved) {
        if (Math.abs(now.x - now.from) < THRESHOLD) return
        now.hasMoved = true
        endsDrag.current = true
        row.setPointerCapture(pointerId)
      }
      if (now.frame === 0) follow()
    }
    const drop = () => {
      stop()
      if (now.hasMoved) latest.current.onDrop(now.place, now.gap)
    }
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !now.hasMoved) return
      event.preventDefault()
      event.stopPropagation()
      stop()
    }
    // On the window, because the first move may already be outside the head, and the head may be unmounted while scrolling.
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointerup', drop, { signal })
    window.addEventListener('pointercancel', stop, { signal })
    window.addEventListener('keydown', leave, { signal, capture: true })
  }

  return {
    dragged,
    handlers: {
      onPointerDown(event) {
        stop()
        endsDrag.current = false
        const element = scroller.current
        // Touch scrolls instead.
        if (event.button !== 0 || event.pointerType === 'touch' || element === null) return
        const x = contentX(element, event.clientX)
        if (fromStart(element.getBoundingClientRect(), event.clientX) < numberWidth || x >= layout.width) return
        const place = columnAt(layout, x)
        const listening = new AbortController()
        const still = { hasMoved: false, frame: 0, frames: 0, listening }
        begin(event.currentTarget, { from: event.clientX, x: event.clientX, place, gap: place, ...still })
      },
      onClickCapture(event) {
        if (!endsDrag.current) return
        endsDrag.current = false
        event.stopPropagation()
      },
    },
  }
}

/** The position before which a column is inserted when dropped at a distance from the left edge of the columns, pixels. */
export function gapAt(layout: ColumnLayout, x: number): number {
  const place = columnAt(layout, x)
  const middle = (layout.lefts[place] ?? 0) + (layout.widths[place] ?? 0) / 2
  return x < middle ? place : place + 1
}

interface DropMarkProps {
  dragged: DraggedColumn
  arranged: ArrangedColumns
  /** Left edge of the first column, pixels from the left edge of the table. It may be scrolled under the row numbers. */
  origin: number
  numberWidth: number
}

/** The name of a dragged column at the pointer, and a line where it would be dropped. */
export function DropMark({ dragged: { place, gap, x }, arranged: { columns, layout }, origin, numberWidth }: DropMarkProps) {
  const line = origin + (layout.lefts[gap] ?? layout.width)
  return (
    <div className={styles.dropMark} aria-hidden>
      {changesOrder({ left: place, right: place, gap }) && line >= numberWidth && (
        <div className={styles.dropLine} style={{ insetInlineStart: line - 1 }} />
      )}
      <div className={styles.dragged} style={{ insetInlineStart: x }}>
        {columns[place]?.title}
      </div>
    </div>
  )
}
