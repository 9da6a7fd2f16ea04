import { describe, expect, it, vi } from 'vitest'
import { debouncedChange } from './debounced-change.ts'

describe('debouncedChange', () => {
  it('notifies the page once for several keys, after they rest', () => {
    vi.useFakeTimers()
    try {
      const notified: boolean[] = []
      const page = debouncedChange((isTyped) => notified.push(isTyped))
      page.schedule(true)
      page.schedule(false)
      page.schedule(true)
      expect(notified).toEqual([])
      expect(page.hasPendingText()).toBe(true)
      vi.runAllTimers()
      expect(notified).toEqual([true])
      expect(page.hasPendingText()).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  it('notifies the page while keys never rest, too', () => {
    vi.useFakeTimers()
    try {
      let times = 0
      const page = debouncedChange(() => times++)
      for (let key = 0; key < 50; key++) {
        page.schedule(true)
        vi.advanceTimersByTime(20)
      }
      expect(times).toBeGreaterThan(2)
      expect(times).toBeLessThan(6)
    } finally {
      vi.useRealTimers()
    }
  })

  it('notifies the page in idle time, once for all changes, and after a key that is not painted yet', () => {
    vi.useFakeTimers()
    const idle: (() => void)[] = []
    vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work))
    vi.stubGlobal('cancelIdleCallback', () => {})
    try {
      const notified: boolean[] = []
      const page = debouncedChange((isTyped) => notified.push(isTyped))
      page.schedule(false)
      vi.runAllTimers()
      page.schedule(true)
      vi.runAllTimers()
      expect([notified, idle.length]).toEqual([[], 1])
      idle[0]?.()
      expect(notified).toEqual([])
      vi.runAllTimers()
      expect(idle.length).toBe(2)
      idle[1]?.()
      expect(notified).toEqual([true])
    } finally {
      vi.unstubAllGlobals()
      vi.useRealTimers()
    }
  })

  it('notifies the page at once when it is flushed, and not again', () => {
    vi.useFakeTimers()
    try {
      const notified: boolean[] = []
      const page = debouncedChange((isTyped) => notified.push(isTyped))
      page.flush()
      page.schedule(false)
      expect(page.hasPendingText()).toBe(false)
      page.flush()
      vi.runAllTimers()
      expect(notified).toEqual([false])
    } finally {
      vi.useRealTimers()
    }
  })
})
