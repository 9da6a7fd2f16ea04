import { type RefObject, useEffect, useRef } from 'react'

/**
 * For a row of links that scrolls sideways where it is too wide: the page opens with the link to itself in view.
 * @returns the ref of the row
 */
export function useCurrentInView(): RefObject<HTMLElement | null> {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = row.current?.querySelector('[aria-current="page"]')
    if (!row.current || !current) return
    const [frame, link] = [row.current.getBoundingClientRect(), current.getBoundingClientRect()]
    if (link.right > frame.right || link.left < frame.left) {
      row.current.scrollLeft += link.left - frame.left - (frame.width - link.width) / 2
    }
  }, [])
  return row
}
