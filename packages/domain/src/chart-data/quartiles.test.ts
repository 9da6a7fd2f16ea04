import { describe, expect, it } from 'vitest'
import { boxOf, boxText, readBox, thinned } from './quartiles.ts'

describe('a box in the text of a cell', () => {
  it('is read back unchanged', () => {
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 30, -20]
    const { low, q1, median, q3, high } = boxOf(numbers)
    expect(readBox(boxText(numbers))).toEqual({ low, q1, median, q3, high, count: 11, outlierCount: 2, outliers: [-20, 30] })
  })

  it('contains the number of outliers, and at most 200 of them', () => {
    const numbers = [...Array.from({ length: 2000 }, (_, n) => n % 10), ...Array.from({ length: 300 }, (_, n) => 1000 + n)]
    const box = readBox(boxText(numbers))
    expect(box).toMatchObject({ count: 2300, outlierCount: 300 })
    expect(box?.outliers).toHaveLength(200)
    expect([box?.outliers[0], box?.outliers[49], box?.outliers[150], box?.outliers[199]]).toEqual([1000, 1049, 1250, 1299])
  })

  it('is null for a cell without a list', () => {
    expect([readBox(null), readBox(5), readBox('{"low":1}'), readBox('7')]).toEqual([null, null, null, null])
  })
})

describe('thinned outliers', () => {
  const ranks = (count: number) => Array.from({ length: count }, (_, rank) => rank)

  it('are all outliers up to the maximum', () => {
    expect(thinned([1, 2, 8, 9], 4)).toEqual([1, 2, 8, 9])
    expect(thinned([], 2)).toEqual([])
    expect(thinned(ranks(200), 200)).toEqual(ranks(200))
  })

  it('keep the least and the greatest, and are spread over all between, so that no false gap appears (OPEN-193)', () => {
    expect(thinned([1, 2, 3, 8, 9], 4)).toEqual([1, 2, 8, 9])
    expect(thinned(ranks(1000), 2)).toEqual([0, 999])
    for (const count of [201, 315, 5000]) {
      const some = thinned(ranks(count), 200)
      expect(some).toHaveLength(200)
      expect(some.slice(0, 50)).toEqual(ranks(50))
      expect(some.slice(150)).toEqual(ranks(count).slice(-50))
      const steps = some.slice(1).map((rank, at) => rank - (some[at] ?? 0))
      expect(Math.min(...steps)).toBeGreaterThan(0)
      expect(Math.max(...steps)).toBeLessThanOrEqual(Math.ceil(count / 100))
    }
  })
})

describe('the whiskers and quartiles of a box', () => {
  it('include numbers at exactly 1.5 times the interquartile range', () => {
    // The quartiles are 2 and 4, so the whiskers may extend from -1 to 7.
    expect(boxOf([-1, 2, 2, 3, 4, 4, 7])).toMatchObject({ q1: 2, q3: 4, low: -1, high: 7, outliers: [] })
  })

  it('are finite even if the difference of the largest numbers overflows', () => {
    const { MAX_VALUE } = Number
    const { q1, median, q3 } = boxOf([-MAX_VALUE, MAX_VALUE])
    expect([q1 / MAX_VALUE, median, q3 / MAX_VALUE].map((number) => Number(number.toFixed(9)))).toEqual([-0.5, 0, 0.5])
  })
})
