import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
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
  /** The frame in which the table scrolls on, and how many it has done so; 0 for none. */
  frame: number
  frames: number
  /** Ends what is listened to. */
  listening: AbortController
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
  const press = useRef<Press | null>(null)
  /** The click that ends a drag is none on the head. */
  const endsDrag = useRef(false)
  // A drag outlasts the drawing in which it began.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: for the end of the table alone.
  useEffect(() => letGo, [])

  const contentX = (element: HTMLElement, x: number) =>
    x - element.getBoundingClientRect().left - latest.current.numberWidth + element.scrollLeft

  const follow = () => {
    const now = press.current
    const element = scroller.current
    if (now === null || element === null) return
    const box = element.getBoundingClientRect()
    const left = box.left + latest.current.numberWidth
    const beyond = Math.min(0, now.x - (left + EDGE)) + Math.max(0, now.x - (box.right - EDGE))
    const speed = Math.max(-MAX_SPEED, Math.min(MAX_SPEED, beyond / 2))
    const before = element.scrollLeft
    now.frames = beyond === 0 ? 0 : now.frames + 1
    if (beyond !== 0) element.scrollLeft += speed * (1 + now.frames / FRAMES_TO_DOUBLE)
    now.gap = gapAt(latest.current.layout, contentX(element, now.x))
    setDragged({ place: now.place, gap: now.gap, x: now.x - box.left })
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
    // The first move may already be beyond the head, and the head may leave the part of the table that exists.
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
        // A finger scrolls.
        if (event.button !== 0 || event.pointerType === 'touch' || element === null) return
        const x = contentX(element, event.clientX)
        if (event.clientX < element.getBoundingClientRect().left + numberWidth || x >= layout.width) return
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

/** The place before which something lands that is dropped at a distance from the left edge of the columns. */
export function gapAt(layout: ColumnLayout, x: number): number {
  const place = columnAt(layout, x)
  const middle = (layout.lefts[place] ?? 0) + (layout.widths[place] ?? 0) / 2
  return x < middle ? place : place + 1
}
