import { type ReactNode, useEffect, useState } from 'react'

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
