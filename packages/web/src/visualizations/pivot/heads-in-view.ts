import { type CSSProperties, type RefObject, useEffect } from 'react'

/** The part of the view that the heads of rows take at most. */
const MAX_SHARE = 0.5
/** Pixels at both sides of a head, which its maximum width does not include. */
const PADDING = 2 * 12

const startOf = (level: number) => `--head-start-${level}`

/** Keeps a head of rows beside those of the levels before it, in a table with `useHeadsInView`. */
export const besideEarlierHeads = (level: number): CSSProperties => ({
  insetInlineStart: `calc(var(${startOf(level)}, 0px) - var(--view-inline))`,
})

/**
 * Keeps the heads of rows side by side in view while a table scrolls. All levels together take at most half of the view. They are
 * measured by the names of the groups in the head of the table, which have the attribute `data-level`.
 */
export function useHeadsInView(table: RefObject<HTMLTableElement | null>): void {
  useEffect(() => {
    const element = table.current
    const view = element?.parentElement
    if (!element || !view) return
    const place = () => {
      if (view.clientWidth === 0) return
      const names = [...element.querySelectorAll<HTMLElement>('thead th[data-level]')]
      const most = (view.clientWidth * MAX_SHARE) / Math.max(1, names.length) - PADDING
      element.style.setProperty('--head-width', `${Math.max(0, Math.floor(most))}px`)
      let start = 0
      for (const [level, width] of names.map(({ offsetWidth }) => offsetWidth).entries()) {
        element.style.setProperty(startOf(level), `${start}px`)
        start += width
      }
    }
    place()
    const observer = new ResizeObserver(place)
    observer.observe(view)
    observer.observe(element)
    return () => observer.disconnect()
  })
}
