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

/** Milliseconds in which most things are done: who waits no longer than that need not be told that he does. */
export const DELAY_MS = 150

/** What is there only for those who wait: it comes after a moment, and costs nothing before. */
export function Later({ children }: { children: ReactNode }) {
  const [isLater, setIsLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLater ? children : null
}
