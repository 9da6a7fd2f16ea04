import { type ReactNode, useEffect, useState } from 'react'

/** Delay before a spinner is shown. */
export const DELAY_MS = 150

/** Renders its children after a short delay, so that quick loads show no spinner. */
export function Delayed({ children }: { children: ReactNode }) {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return isDue ? children : null
}
