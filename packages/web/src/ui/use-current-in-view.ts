import { type RefObject, useEffect, useRef } from 'react'

/**
 * For a row of links that scrolls sideways where it is too wide: the page opens with the link to itself in view.
 * @returns the ref of the row
 */
export function useScrollToCurrent(): RefObject<HTMLElement | null> {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = row.current?.querySelector('[aria-current="page"]')
    if (row.current && current) scrollIntoRow(row.current, current)
  }, [])
  return row
}

/** Scrolls a row sideways until one of its entries is in the middle; where it is in view, nothing moves. */
export function scrollIntoRow(row: HTMLElement, entry: Element): void {
  const [frame, box] = [row.getBoundingClientRect(), entry.getBoundingClientRect()]
  if (box.right > frame.right || box.left < frame.left) row.scrollLeft += box.left - frame.left - (frame.width - box.width) / 2
}
