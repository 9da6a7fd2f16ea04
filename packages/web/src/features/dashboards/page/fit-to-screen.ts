import { MOBILE_BREAKPOINT } from '@sightline/domain/dashboards/grid/geometry.ts'
import { type RefObject, useLayoutEffect } from 'react'

/** Beyond these, text is unreadable, or few widgets fill a wall. */
const MIN_ZOOM = 0.6
const MAX_ZOOM = 2.5
/** Smaller changes are ignored: each lays out the whole page again. */
const LEAST_CHANGE = 0.02

/**
 * The zoom at which a page is as high as the window. A page that would become too small keeps the least zoom and scrolls.
 * @param height of the page without zoom, pixels
 */
export function zoomToFit(height: number, window: { width: number; height: number }): number {
  if (window.width <= MOBILE_BREAKPOINT || height <= 0) return 1
  const fitting = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, window.height / height))
  // One column would fill a screen worse than large widgets.
  return Math.min(fitting, window.width / (MOBILE_BREAKPOINT + 1))
}

/** Zooms an element so that all of it fits on the screen, such as a dashboard on a wall, and its type grows with it. */
export function useFitToScreen(ref: RefObject<HTMLElement | null>, isEnabled: boolean): void {
  useLayoutEffect(() => {
    const element = ref.current
    if (!isEnabled || element === null) return
    let zoom = 1
    const fit = () => {
      const height = element.getBoundingClientRect().height / zoom
      const next = zoomToFit(height, { width: window.innerWidth, height: window.innerHeight })
      if (Math.abs(next - zoom) < LEAST_CHANGE) return
      zoom = next
      element.style.zoom = String(next)
    }
    fit()
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    window.addEventListener('resize', fit)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', fit)
      element.style.zoom = ''
    }
  }, [ref, isEnabled])
}
