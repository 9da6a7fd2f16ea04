import { useEffect, useState } from 'react'

/** Milliseconds since a moment, often enough for a clock that shows seconds; 0 where there is none. */
export function useElapsed(since: number | null): number {
  const [now, setNow] = useState(since ?? 0)
  useEffect(() => {
    if (since === null) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 200)
    return () => clearInterval(timer)
  }, [since])
  return since === null ? 0 : Math.max(0, now - since)
}
