import { notificationsStore } from '@mantine/notifications'
import { type ComponentType, useEffect, useState } from 'react'
import { whenIdle } from '../ui/loading-tracker.ts'

/** Milliseconds after which the toasts are loaded even if the browser is busy. */
const LATEST_MS = 1200

/**
 * Loads the toasts when the browser is idle for the first time, without waiting for slow data, and at once when there is a message.
 * If they cannot be loaded, the next message or the return of the network tries again. Until then messages wait, and their time
 * begins when they are seen.
 */
export function ToastHost() {
  const [Toasts, setToasts] = useState<ComponentType | null>(null)
  useEffect(() => {
    let isLoading = false
    const load = async () => {
      if (isLoading) return
      isLoading = true
      try {
        const { default: loaded } = await import('./Toasts.tsx')
        setToasts(() => loaded)
      } catch {
        isLoading = false
      }
    }
    const start = () => void load()
    const cancelIdle = whenIdle(start, LATEST_MS)
    const stopListening = notificationsStore.subscribe(start)
    window.addEventListener('online', start)
    return () => {
      cancelIdle()
      stopListening()
      window.removeEventListener('online', start)
    }
  }, [])
  return Toasts && <Toasts />
}
