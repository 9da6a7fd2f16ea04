import { rowsFor } from '@sightline/domain/dashboards/grid/geometry.ts'
import type { Places } from '@sightline/domain/dashboards/grid/place.ts'
import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react'

/**
 * Gives the widgets with automatic height the rows that their content needs. The content is the element with `data-auto-height` in
 * the widget, whose parent clips it. The attribute's value is the content's height in pixels if it cannot be measured, as that of a
 * virtual list.
 */
export function useContentHeights(host: RefObject<HTMLElement | null>, places: Places): Places {
  const [rows, setRows] = useState<ReadonlyMap<number, number>>(new Map())
  const hasAny = [...places.values()].some(({ autoHeight }) => autoHeight)
  const measure = useEffectEvent(() => {
    const measured = new Map<number, number>()
    for (const [id, place] of places) {
      const widget = place.autoHeight ? host.current?.querySelector<HTMLElement>(`[data-grid-item="${id}"]`) : null
      // While it is dragged or resized it follows the pointer.
      if (!widget || widget.matches('.resizing, .react-draggable-dragging')) continue
      const needed = rowsNeededBy(widget)
      if (needed !== null) measured.set(id, Math.min(Math.max(place.minSizeY, needed), place.maxSizeY))
    }
    setRows((now) => ([...measured].every(([id, count]) => now.get(id) === count) ? now : new Map([...now, ...measured])))
  })
  useEffect(() => {
    if (hasAny) return pollHeights(measure)
  }, [hasAny])
  return useMemo(
    () =>
      new Map(
        [...places].map(([id, place]) => {
          const sizeY = place.autoHeight ? rows.get(id) : undefined
          return [id, sizeY === undefined || sizeY === place.sizeY ? place : { ...place, sizeY }]
        }),
      ),
    [places, rows],
  )
}

/** @returns null if the widget has no content to measure */
function rowsNeededBy(widget: HTMLElement): number | null {
  const content = widget.querySelector<HTMLElement>('[data-auto-height]')
  const clip = content?.parentElement
  if (!content || !clip) return null
  const declared = Number(content.dataset.autoHeight)
  return rowsFor(declared > 0 ? declared : content.offsetHeight, widget.offsetHeight - clip.clientHeight)
}

/** Milliseconds between two measurements. */
const POLL_INTERVAL_MS = 200

/** Measures periodically: heights change with data, fonts and images, and no event covers all of them. @returns stops it */
export function pollHeights(measure: () => void): () => void {
  const timer = setInterval(measure, POLL_INTERVAL_MS)
  return () => clearInterval(timer)
}
