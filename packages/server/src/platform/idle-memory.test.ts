import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { collectGarbage } from './garbage.ts'
import { freeMemoryWhenIdle, heapBytes } from './idle-memory.ts'

const MB = 1024 * 1024

describe('the memory of a process', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is given back once the process is idle and has grown, at most once a minute (OPEN-340)', () => {
    const own = { busy: 0.9, heap: 200 * MB, collections: 0 }
    const stop = freeMemoryWhenIdle({
      own: {
        busyShare: () => own.busy,
        heapBytes: () => own.heap,
        collect() {
          own.collections++
          own.heap = 90 * MB
        },
      },
    })
    const after = (seconds: number) => {
      vi.advanceTimersByTime(seconds * 1000)
      return own.collections
    }
    expect(after(120)).toBe(0)
    own.busy = 0
    expect(after(2)).toBe(1)
    own.heap = 200 * MB
    expect(after(50)).toBe(1)
    expect(after(10)).toBe(2)
    own.heap = 91 * MB
    expect(after(600)).toBe(2)
    stop()
    own.heap = 200 * MB
    expect(after(120)).toBe(2)
  })

  it('has no garbage after a collection (OPEN-340)', () => {
    leaveGarbage()
    const grown = heapBytes()
    collectGarbage()
    expect(heapBytes()).toBeLessThan(grown - 64 * MB)
  })
})

/** Leaves some 100 MB of objects in the space of old objects, which is rarely collected. */
function leaveGarbage(): void {
  const kept = Array.from({ length: 100 }, (_, index) => Array.from({ length: 16_384 }, (_, at) => ({ index, at })))
  kept.length = 0
}
