import { type RefObject, useEffect } from 'react'

/** Milliseconds of rest after which nobody is pointing at anything. */
export const IDLE_POINTER_MS = 3000

/** Marks an element with `data-idle` while the pointer rests. @param isWatching whether it is to be marked at all */
export function useIdlePointer(element: RefObject<HTMLElement | null>, isWatching: boolean): void {
  useEffect(() => {
    const watched = element.current
    if (!isWatching || watched === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const rest = () => {
      delete watched.dataset.idle
      clearTimeout(timer)
      timer = setTimeout(() => {
        watched.dataset.idle = ''
      }, IDLE_POINTER_MS)
    }
    rest()
    window.addEventListener('pointermove', rest)
    window.addEventListener('keydown', rest)
    return () => {
      clearTimeout(timer)
      delete watched.dataset.idle
      window.removeEventListener('pointermove', rest)
      window.removeEventListener('keydown', rest)
    }
  }, [element, isWatching])
}
