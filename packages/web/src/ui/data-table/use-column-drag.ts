import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type ColumnLayout, columnAt } from './column-layout.ts'

/** Pixels that a pressed head has to be moved before it counts as dragged and no longer as clicked. */
const THRESHOLD = 5
/** Near an edge, in pixels, the table scrolls along: by at most so many pixels a frame at first, and faster frame by frame. */
const EDGE = 40
const MAX_SPEED = 24
const FRAMES_TO_DOUBLE = 30

/** A column that is being dragged. */
export interface DraggedColumn {
  place: number
  /** The place before which it would come to stand. */
  gap: number
  /** Where the pointer is, pixels from the left edge of the table. */
  x: number
}

/** What the row of heads shows and hears of it. */
export interface ColumnDrag {
  dragged: DraggedColumn | null
  /** On the row, for the head that is dragged may leave the part of the table that exists. */
  handlers: {
    onPointerDown(event: PointerEvent): void
    onPointerMove(event: PointerEvent): void
    onPointerUp(event: PointerEvent): void
    onPointerCancel(): void
    onClickCapture(event: MouseEvent): void
  }
}

/**
 * Dragging a head to another place. Escape leaves everything as it was.
 * @param numberWidth width of the row numbers before the first column, pixels
 * @param onDrop gets the place of the column and the one before which it was dropped
 */
export function useColumnDrag(
  scroller: RefObject<HTMLDivElement | null>,
  layout: ColumnLayout,
  numberWidth: number,
  onDrop: (place: number, gap: number) => void,
): ColumnDrag {
  const [dragged, setDragged] = useState<DraggedColumn | null>(null)
  const press = useRef<{ from: number; x: number; place: number; frame: number; frames: number; hasMoved: boolean } | null>(
    null,
  )
  /** The click that ends a drag is none on the head. */
  const endsDrag = useRef(false)

  const stop = () => {
    if (press.current !== null) cancelAnimationFrame(press.current.frame)
    press.current = null
    setDragged(null)
  }

  useEffect(
    () => () => {
      if (press.current !== null) cancelAnimationFrame(press.current.frame)
    },
    [],
  )

  const isDragging = dragged !== null
  useEffect(() => {
    if (!isDragging) return
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      if (press.current !== null) cancelAnimationFrame(press.current.frame)
      press.current = null
      setDragged(null)
    }
    window.addEventListener('keydown', leave, true)
    return () => window.removeEventListener('keydown', leave, true)
  }, [isDragging])

  const contentX = (element: HTMLElement, x: number) =>
    x - element.getBoundingClientRect().left - numberWidth + element.scrollLeft

  const follow = () => {
    const now = press.current
    const element = scroller.current
    if (now === null || element === null) return
    const box = element.getBoundingClientRect()
    const beyond = Math.min(0, now.x - (box.left + numberWidth + EDGE)) + Math.max(0, now.x - (box.right - EDGE))
    const before = element.scrollLeft
    const speed = Math.max(-MAX_SPEED, Math.min(MAX_SPEED, beyond / 2))
    now.frames = beyond === 0 ? 0 : now.frames + 1
    if (beyond !== 0) element.scrollLeft += speed * (1 + now.frames / FRAMES_TO_DOUBLE)
    setDragged({ place: now.place, gap: gapAt(layout, contentX(element, now.x)), x: now.x - box.left })
    now.frame = element.scrollLeft === before ? 0 : requestAnimationFrame(follow)
  }

  return {
    dragged,
    handlers: {
      onPointerDown(event) {
        endsDrag.current = false
        const element = scroller.current
        // A finger scrolls.
        if (event.button !== 0 || event.pointerType === 'touch' || element === null) return
        const x = contentX(element, event.clientX)
        if (event.clientX < element.getBoundingClientRect().left + numberWidth || x >= layout.width) return
        press.current = {
          from: event.clientX,
          x: event.clientX,
          place: columnAt(layout, x),
          frame: 0,
          frames: 0,
          hasMoved: false,
        }
      },
      onPointerMove(event) {
        const now = press.current
        if (now === null) return
        now.x = event.clientX
        if (!now.hasMoved) {
          if (Math.abs(now.x - now.from) < THRESHOLD) return
          now.hasMoved = true
          endsDrag.current = true
          event.currentTarget.setPointerCapture(event.pointerId)
        }
        if (now.frame === 0) follow()
      },
      onPointerUp() {
        if (dragged !== null && press.current !== null) onDrop(dragged.place, dragged.gap)
        stop()
      },
      onPointerCancel: stop,
      onClickCapture(event) {
        if (!endsDrag.current) return
        endsDrag.current = false
        event.stopPropagation()
      },
    },
  }
}

/** The place before which something lands that is dropped at a distance from the left edge of the columns. */
export function gapAt(layout: ColumnLayout, x: number): number {
  const place = columnAt(layout, x)
  const middle = (layout.lefts[place] ?? 0) + (layout.widths[place] ?? 0) / 2
  return x < middle ? place : place + 1
}
