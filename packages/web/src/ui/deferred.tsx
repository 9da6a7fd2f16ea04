import { type ReactNode, useEffect, useState } from 'react'

/**
 * Renders its children after the first paint, to make that happen sooner: for controls that nobody uses before, such as menus.
 * Reserve their space, so that nothing shifts.
 */
export function AfterFirstPaint({ children }: { children: ReactNode }) {
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setIsPainted(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return isPainted ? children : null
}

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
