import { useEffect, useState } from 'react'
import { loadingTracker } from './loading-tracker.ts'
import { whenIdle } from './when-idle.ts'

/** Milliseconds in which nobody reaches for what comes with spare time, and what is to be seen first has the browser to itself. */
const EARLIEST_MS = 300
/** Milliseconds after which it is there in any case, once the page has done its work. */
const LATEST_MS = 1200

/**
 * Whether the browser has had time to spare since the component came: for what nobody needs before all else is seen, such as the
 * menus of thirty widgets.
 */
export function useIdle(): boolean {
  const [isSpare, setIsSpare] = useState(false)
  useEffect(() => {
    let callOff = () => {}
    const rest = () => {
      callOff = whenIdle(() => setIsSpare(true), LATEST_MS)
    }
    const timer = setTimeout(() => {
      callOff = loadingTracker.whenDone(rest)
    }, EARLIEST_MS)
    return () => {
      clearTimeout(timer)
      callOff()
    }
  }, [])
  return isSpare
}
