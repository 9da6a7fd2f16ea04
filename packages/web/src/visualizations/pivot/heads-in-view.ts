import { type RefObject, useEffect } from 'react'

/** The part of the view that the heads of rows take at most. */
const MAX_SHARE = 0.5

/**
 * Keeps the heads of rows side by side in view while a table scrolls: each level stands beside those before it, and all of them take at
 * most half of the view.
 */
export function useHeadsInView(table: RefObject<HTMLTableElement | null>): void {
  useEffect(() => {
    const element = table.current
    const view = element?.parentElement
    if (!element || !view) return
    const place = () => {
      if (view.clientWidth === 0) return
      const names = [...element.querySelectorAll<HTMLElement>('thead th[data-level]')]
      // The width of a cell includes its padding, a maximum width does not.
      const most = (view.clientWidth * MAX_SHARE) / Math.max(1, names.length) - 2 * PADDING
      element.style.setProperty('--head-width', `${Math.max(0, Math.floor(most))}px`)
      let start = 0
      for (const name of names) {
        for (const cell of element.querySelectorAll<HTMLElement>(`th[data-level="${name.dataset.level}"]`))
          cell.style.insetInlineStart = `${start}px`
        start += name.offsetWidth
      }
    }
    place()
    const observer = new ResizeObserver(place)
    observer.observe(view)
    observer.observe(element)
    return () => observer.disconnect()
  })
}

const PADDING = 12
