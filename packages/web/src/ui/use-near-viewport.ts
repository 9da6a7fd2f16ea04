import { type RefObject, useEffect, useState } from 'react'
import { isOnPhone } from './phone.ts'

/** Id of the element in which pages scroll, set by the shells of the app. */
export const SCROLLER_ID = 'content'

/** Distance from the visible part at which an element counts as near where nothing else is said, pixels: about one screen. */
export const NEAR_PX = 600

/** Height in pixels of which more than the title of a widget is visible. */
const SEEN_PX = 60

/** Whether enough of an element is visible to show its content. */
const isSeen = ({ isIntersecting, intersectionRect, boundingClientRect }: IntersectionObserverEntry) =>
  isIntersecting && intersectionRect.height >= Math.min(SEEN_PX, Math.floor(boundingClientRect.height))

/**
 * Whether an element has ever been in or near the viewport. On a phone that nobody has scrolled yet, only what is visible counts:
 * what is below would delay it.
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
    const target = element.current
    if (isNear || target === null) return
    // rootMargin applies to the root only, so the scroll container has to be the root.
    const root = document.getElementById(scroller)
    const observe = (init: IntersectionObserverInit, onChange: (entries: IntersectionObserverEntry[]) => void) => {
      const observer = new IntersectionObserver(onChange, { root, ...init })
      observer.observe(target)
      return () => observer.disconnect()
    }
    const setNearIf = (isNow: boolean) => isNow && setIsNear(true)
    const observeNear = () =>
      observe({ rootMargin: `${nearPx}px 0px` }, (entries) => setNearIf(entries.some(({ isIntersecting }) => isIntersecting)))
    if (!isOnPhone()) return observeNear()
    const widen = () => {
      stop()
      stop = observeNear()
    }
    let stop = observe({ threshold: [0, 0.25, 0.5, 0.75, 1] }, (entries) => {
      // Asked only now that the layout is known: before, the browser would have to compute one just for the answer.
      const hasScrolled = (root ?? document.documentElement).scrollTop > 0
      if (hasScrolled) widen()
      else setNearIf(entries.some(isSeen))
    })
    const scrolling = root ?? document
    scrolling.addEventListener('scroll', widen, { once: true, passive: true })
    return () => {
      scrolling.removeEventListener('scroll', widen)
      stop()
    }
  }, [isNear, element, scroller, nearPx])
  return isNear
}
