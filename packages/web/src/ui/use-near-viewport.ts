import { type RefObject, useEffect, useState } from 'react'

/** Id of the element in which pages scroll, set by the shells of the app. */
export const SCROLLER_ID = 'content'

/** Distance from the visible part at which an element counts as near where nothing else is said, pixels: about one screen. */
export const NEAR_PX = 600

/**
 * Whether an element has ever been in or near the viewport.
 * @param scroller id of its scroll container
 * @param isKnown whether it is known to be near before it is mounted
 * @param nearPx distance from the visible part at which it counts as near, pixels
 */
export function useNearViewport(
  element: RefObject<HTMLElement | null>,
  scroller: string,
  { isKnown = false, nearPx = NEAR_PX }: { isKnown?: boolean; nearPx?: number } = {},
): boolean {
  const [isNear, setIsNear] = useState(isKnown)
  useEffect(() => {
    if (isNear || element.current === null) return
    // rootMargin applies to the root only, so the scroll container has to be the root.
    const root = document.getElementById(scroller)
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setIsNear(true), {
      root,
      rootMargin: `${nearPx}px 0px`,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isNear, element, scroller, nearPx])
  return isNear
}
