import { type RefObject, useEffect, useState } from 'react'

/** How far outside of what is seen an element counts as near, pixels: about a screen. */
export const NEAR_PX = 600

/**
 * Whether an element has ever been in sight, or nearly so.
 * @param scroller id of the element that scrolls it
 * @param isKnown whether it is known to be near before it is on the page
 */
export function useNearViewport(element: RefObject<HTMLElement | null>, scroller: string, isKnown = false): boolean {
  const [isNear, setIsNear] = useState(isKnown)
  useEffect(() => {
    if (isNear || element.current === null) return
    // Of the window itself only what lies outside of the scrolling element would be counted in.
    const root = document.getElementById(scroller)
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setIsNear(true), {
      root,
      rootMargin: `${NEAR_PX}px 0px`,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isNear, element, scroller])
  return isNear
}
