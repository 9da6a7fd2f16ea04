import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { freeMemoryWhenIdle, heapBytes } from './idle-memory.ts'

const MB = 1024 * 1024

describe('the memory of a process', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is given back when the process has become idle, and not while it works (OPEN-340)', () => {
    let busyShare = 0.9
    const stop = freeMemoryWhenIdle(() => busyShare)
    const before = heapBytes()
    leaveGarbage()
    const grown = heapBytes()
    expect(grown - before).toBeGreaterThan(64 * MB)

    vi.advanceTimersByTime(10_000)
    expect(heapBytes()).toBeGreaterThan(grown - 16 * MB)

    busyShare = 0
    vi.advanceTimersByTime(10_000)
    expect(heapBytes()).toBeLessThan(grown - 64 * MB)
    stop()
  })
})

/** Objects that are in use until they have reached the space of old objects, which is rarely collected. */
function leaveGarbage(): void {
  const kept = Array.from({ length: 100 }, (_, index) => Array.from({ length: 16_384 }, (_, at) => ({ index, at })))
  kept.length = 0
}
