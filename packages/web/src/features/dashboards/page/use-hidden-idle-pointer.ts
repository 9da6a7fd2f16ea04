import { type RefObject, useEffect } from 'react'

/** Milliseconds without movement after which the pointer is hidden. */
const IDLE_POINTER_MS = 3000

/** Marks an element with `data-idle`, which hides the pointer, while nobody moves it or types. @param isEnabled whether to do so */
export function useHiddenIdlePointer(ref: RefObject<HTMLElement | null>, isEnabled: boolean): void {
  useEffect(() => {
    const element = ref.current
    if (!isEnabled || element === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const restart = () => {
      delete element.dataset.idle
      clearTimeout(timer)
      timer = setTimeout(() => {
        element.dataset.idle = ''
      }, IDLE_POINTER_MS)
    }
    restart()
    window.addEventListener('pointermove', restart)
    window.addEventListener('keydown', restart)
    return () => {
      clearTimeout(timer)
      delete element.dataset.idle
      window.removeEventListener('pointermove', restart)
      window.removeEventListener('keydown', restart)
    }
  }, [ref, isEnabled])
}
