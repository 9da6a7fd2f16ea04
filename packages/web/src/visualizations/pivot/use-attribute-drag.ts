import { type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import type { Zone } from './arrangement.ts'

export interface Drag {
  name: string
  /** The drop target; null outside of all zones. */
  over: { zone: Zone; place: number } | null
}

/** Pixels; a shorter movement is a click. */
const DRAG_DISTANCE = 5

/** Implements dragging columns between zones. Zones need the attribute `data-zone`, columns `data-attribute`. */
export function useAttributeDrag(onDrop: (name: string, zone: Zone, place: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const start = useRef<{ x: number; y: number } | null>(null)
  const wasDragged = useRef(false)

  const end = () => {
    start.current = null
    setDrag(null)
  }
  const handlersOf = (name: string) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = { x: event.clientX, y: event.clientY }
      wasDragged.current = false
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (start.current === null) return
      const { x, y } = start.current
      if (drag === null && Math.hypot(event.clientX - x, event.clientY - y) < DRAG_DISTANCE) return
      wasDragged.current = true
      setDrag({ name, over: placeUnder(event.clientX, event.clientY, name) })
    },
    onPointerUp() {
      if (drag?.over) onDrop(name, drag.over.zone, drag.over.place)
      end()
    },
    onPointerCancel: end,
    // Suppresses the click at the end of a drag. Clicks from the keyboard have a count of 0 and always pass.
    onClickCapture(event: MouseEvent) {
      if (wasDragged.current && event.detail > 0) event.stopPropagation()
      wasDragged.current = false
    },
  })
  return { drag, handlersOf }
}

function placeUnder(x: number, y: number, dragged: string): Drag['over'] {
  const element = document.elementsFromPoint(x, y).find((candidate) => candidate.closest('[data-zone]'))
  const area = element?.closest<HTMLElement>('[data-zone]')
  const zone = area?.dataset.zone
  if (!area || (zone !== 'unused' && zone !== 'rows' && zone !== 'cols')) return null
  const others = [...area.querySelectorAll<HTMLElement>('[data-attribute]')].filter(
    (other) => other.dataset.attribute !== dragged,
  )
  const isBefore = (other: HTMLElement) => {
    const { left, width, top, bottom } = other.getBoundingClientRect()
    return y > bottom || (y >= top && x > left + width / 2)
  }
  return { zone, place: others.filter(isBefore).length }
}
