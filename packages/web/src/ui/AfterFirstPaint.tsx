import { type ReactNode, useEffect, useState } from 'react'

/**
 * What nobody reaches for before the page has been seen, such as its menus: it comes right after the page was shown for the first
 * time, so that this happens sooner. Keep its place free, so that nothing moves.
 */
export function AfterFirstPaint({ children }: { children: ReactNode }) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const asked = requestAnimationFrame(() => setIsShown(true))
    return () => cancelAnimationFrame(asked)
  }, [])
  return isShown ? children : null
}
