import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { rowsFor } from './geometry.ts'
import type { Places } from './place.ts'
import { pollHeights } from './timing.ts'

/**
 * Gives the widgets that follow their content the rows that it needs. The content is the element with `data-auto-height` inside of
 * the widget, in a parent that shows what fits of it. The attribute's value is its height in pixels where it cannot be measured,
 * as with a list of which only a part is there.
 */
export function useContentHeights(host: RefObject<HTMLElement | null>, places: Places): Places {
  const [rows, setRows] = useState<ReadonlyMap<number, number>>(new Map())
  const hasAny = [...places.values()].some(({ autoHeight }) => autoHeight)

  const look = useEffectEvent(() => {
    const found = new Map<number, number>()
    for (const [id, place] of places) {
      const widget = place.autoHeight ? host.current?.querySelector<HTMLElement>(`[data-grid-item="${id}"]`) : null
      // While it is dragged or resized it follows the hand.
      if (!widget || widget.matches('.resizing, .react-draggable-dragging')) continue
      const needed = rowsNeededBy(widget)
      if (needed !== null) found.set(id, Math.min(Math.max(place.minSizeY, needed), place.maxSizeY))
    }
    setRows((now) => ([...found].every(([id, count]) => now.get(id) === count) ? now : new Map([...now, ...found])))
  })
  useEffect(() => {
    if (hasAny) return pollHeights(look)
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

function rowsNeededBy(widget: HTMLElement): number | null {
  const content = widget.querySelector<HTMLElement>('[data-auto-height]')
  const room = content?.parentElement
  if (!content || !room) return null
  const told = Number(content.dataset.autoHeight)
  return rowsFor(told > 0 ? told : content.offsetHeight, widget.offsetHeight - room.clientHeight)
}
