import { describe, expect, it } from 'vitest'
import { meanWait, serversFor, shareThatWaits } from './queueing.ts'

describe('the queueing formulas', () => {
  it('agree with the textbook: one server, and ten servers with eight busy ones (OPEN-317)', () => {
    expect(shareThatWaits(1, 0.5)).toBeCloseTo(0.5, 10)
    expect(shareThatWaits(10, 8)).toBeCloseTo(0.4092, 4)
    // Half busy, random times: as long in the queue as at work. With times that are all the same: half of that.
    expect(meanWait(1, 0.5, 1, 1)).toBeCloseTo(1, 10)
    expect(meanWait(1, 0.5, 1, 0)).toBeCloseTo(0.5, 10)
  })

  it('say that a queue grows without end if the servers cannot keep up (OPEN-317)', () => {
    expect(meanWait(2, 1, 2, 1)).toBe(Number.POSITIVE_INFINITY)
    expect(meanWait(1000, 999, 1, 1)).toBeGreaterThan(0.5)
  })

  it('find the fewest servers that keep the wait short (OPEN-317)', () => {
    const servers = serversFor(10, 1, 1, 0.5)
    expect(meanWait(servers, 10, 1, 1)).toBeLessThanOrEqual(0.5)
    expect(meanWait(servers - 1, 10, 1, 1)).toBeGreaterThan(0.5)
  })
})
