import { useEffect, useState } from 'react'

/** Milliseconds in which nobody reaches for what comes with spare time, and what is to be seen first has the browser to itself. */
const EARLIEST_MS = 300
/** Milliseconds after which it is there in any case. */
const LATEST_MS = 1500

/**
 * Whether the browser has had time to spare since the component came: for what nobody needs before all else is seen, such as the
 * menus of thirty widgets.
 */
export function useSpareTime(): boolean {
  const [isSpare, setIsSpare] = useState(false)
  useEffect(() => {
    const take = () => setIsSpare(true)
    let asked: number | null = null
    const timer = setTimeout(() => {
      // Not every browser tells.
      if ('requestIdleCallback' in globalThis) asked = requestIdleCallback(take, { timeout: LATEST_MS - EARLIEST_MS })
      else take()
    }, EARLIEST_MS)
    return () => {
      clearTimeout(timer)
      if (asked !== null) cancelIdleCallback(asked)
    }
  }, [])
  return isSpare
}
