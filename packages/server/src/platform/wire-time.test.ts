import { describe, expect, it } from 'vitest'
import { wireTime } from './wire-time.ts'

describe('a time on the wire', () => {
  it('is ISO 8601 in UTC, with milliseconds only if they are not zero, and the same from the cache', () => {
    const [whole, parted] = [new Date('2026-03-01T12:00:00Z'), new Date('2026-03-01T12:00:00.020Z')]
    for (const _ of [1, 2]) {
      expect(wireTime(whole)).toBe('2026-03-01T12:00:00Z')
      expect(wireTime(parted)).toBe('2026-03-01T12:00:00.020Z')
    }
    expect(() => wireTime(new Date('soon'))).toThrow(RangeError)
  })

  it('is correct after the cache has been full', () => {
    const texts = Array.from({ length: 5000 }, (_, second) => wireTime(new Date(second * 1000)))
    expect(new Set(texts).size).toBe(5000)
    expect(wireTime(new Date(0))).toBe('1970-01-01T00:00:00Z')
  })
})
