import { describe, expect, it, vi } from 'vitest'
import { telling } from './telling.ts'

describe('what happens in the editor', () => {
  it('is told once the keys rest, and once for all of them', () => {
    vi.useFakeTimers()
    try {
      const told: boolean[] = []
      const page = telling((isTyped) => told.push(isTyped))
      page.later(true)
      page.later(false)
      page.later(true)
      expect(told).toEqual([])
      expect(page.owesText()).toBe(true)
      vi.runAllTimers()
      expect(told).toEqual([true])
      expect(page.owesText()).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is told of keys that never rest, too', () => {
    vi.useFakeTimers()
    try {
      let times = 0
      const page = telling(() => times++)
      for (let key = 0; key < 50; key++) {
        page.later(true)
        vi.advanceTimersByTime(20)
      }
      expect(times).toBeGreaterThan(2)
      expect(times).toBeLessThan(6)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is told in spare time, once for what came until then, and after a key that is still to be drawn', () => {
    vi.useFakeTimers()
    const spare: (() => void)[] = []
    vi.stubGlobal('requestIdleCallback', (work: () => void) => spare.push(work))
    vi.stubGlobal('cancelIdleCallback', () => {})
    try {
      const told: boolean[] = []
      const page = telling((isTyped) => told.push(isTyped))
      page.later(false)
      vi.runAllTimers()
      page.later(true)
      vi.runAllTimers()
      expect([told, spare.length]).toEqual([[], 1])
      spare[0]?.()
      expect(told).toEqual([])
      vi.runAllTimers()
      expect(spare.length).toBe(2)
      spare[1]?.()
      expect(told).toEqual([true])
    } finally {
      vi.unstubAllGlobals()
      vi.useRealTimers()
    }
  })

  it('is told at once where something is done with it, and not again', () => {
    vi.useFakeTimers()
    try {
      const told: boolean[] = []
      const page = telling((isTyped) => told.push(isTyped))
      page.now()
      page.later(false)
      expect(page.owesText()).toBe(false)
      page.now()
      vi.runAllTimers()
      expect(told).toEqual([false])
    } finally {
      vi.useRealTimers()
    }
  })
})
