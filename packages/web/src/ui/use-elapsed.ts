import { useEffect, useState } from 'react'

/** Milliseconds since a time, updated often enough for a clock with seconds; 0 if `since` is null. */
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
