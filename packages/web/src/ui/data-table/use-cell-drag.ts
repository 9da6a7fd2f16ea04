import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import type { CellPlace } from './selection.ts'

/** Pixels a frame, at most, that the table scrolls while a selection is dragged beyond its edge. */
const MAX_SPEED = 40

interface CellDrag {
  onPointerDown(event: PointerEvent): void
  onPointerMove(event: PointerEvent): void
  onLostPointerCapture(): void
}

/**
 * Selecting with the pointer: a press begins at a cell, moving extends, beyond an edge the table scrolls along.
 * @param placeAt the cell under a point of the window
 */
export function useCellDrag(
  scroller: RefObject<HTMLDivElement | null>,
  placeAt: (x: number, y: number) => CellPlace | null,
  select: (place: CellPlace, isExtending: boolean) => void,
): CellDrag {
  const drag = useRef<{ x: number; y: number; frame: number; last: CellPlace } | null>(null)

  useEffect(
    () => () => {
      if (drag.current !== null) cancelAnimationFrame(drag.current.frame)
    },
    [],
  )

  const extend = () => {
    const now = drag.current
    const element = scroller.current
    if (now === null || element === null) return
    const edge = element.getBoundingClientRect()
    const beyond = now.y < edge.top + 30 ? now.y - edge.top - 30 : now.y > edge.bottom ? now.y - edge.bottom : 0
    if (beyond !== 0) element.scrollTop += Math.max(-MAX_SPEED, Math.min(MAX_SPEED, beyond))
    const aside = now.x < edge.left ? now.x - edge.left : now.x > edge.right ? now.x - edge.right : 0
    if (aside !== 0) element.scrollLeft += Math.max(-MAX_SPEED, Math.min(MAX_SPEED, aside))
    const place = placeAt(now.x, now.y)
    if (place !== null && (place.row !== now.last.row || place.column !== now.last.column)) {
      now.last = place
      select(place, true)
    }
    now.frame = beyond === 0 && aside === 0 ? 0 : requestAnimationFrame(extend)
  }

  return {
    onPointerDown(event) {
      // A finger scrolls, and links and buttons in cells keep their clicks.
      if (event.button !== 0 || event.pointerType === 'touch') return
      if (event.target instanceof Element && event.target.closest('a, button, summary')) return
      const place = placeAt(event.clientX, event.clientY)
      if (place === null) return
      drag.current = { x: event.clientX, y: event.clientY, frame: 0, last: place }
      // From the first move on, which may already be beyond the edge.
      event.currentTarget.setPointerCapture(event.pointerId)
      select(place, event.shiftKey)
    },
    onPointerMove(event) {
      const now = drag.current
      if (now === null) return
      const hasMoved = Math.abs(event.clientX - now.x) + Math.abs(event.clientY - now.y) > 3
      if (!hasMoved && now.frame === 0) return
      now.x = event.clientX
      now.y = event.clientY
      if (now.frame === 0) extend()
    },
    // Of an up, of a cancel and of whatever else takes the pointer away.
    onLostPointerCapture() {
      if (drag.current !== null) cancelAnimationFrame(drag.current.frame)
      drag.current = null
    },
  }
}
