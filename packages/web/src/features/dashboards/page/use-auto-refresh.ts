import { useEffect, useEffectEvent } from 'react'

/**
 * Refreshes again and again.
 * @param seconds between two refreshes; null for none
 */
export function useAutoRefresh(seconds: number | null, refresh: () => void): void {
  const onTick = useEffectEvent(refresh)
  useEffect(() => {
    if (seconds === null) return
    const timer = setInterval(() => onTick(), seconds * 1000)
    return () => clearInterval(timer)
  }, [seconds])
}
