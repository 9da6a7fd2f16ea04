import { describe, expect, it } from 'vitest'
import { boxOf, boxText, farthest, readBox } from './quartiles.ts'

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
    expect([box?.outliers[0], box?.outliers[99], box?.outliers[100], box?.outliers[199]]).toEqual([1000, 1099, 1200, 1299])
  })

  it('is null for a cell without a list', () => {
    expect([readBox(null), readBox(5), readBox('{"low":1}'), readBox('7')]).toEqual([null, null, null, null])
  })
})

describe('the farthest outliers', () => {
  it('are all outliers up to the maximum, or else half of the maximum on either side', () => {
    expect(farthest([1, 2, 8, 9], 4)).toEqual([1, 2, 8, 9])
    expect(farthest([1, 2, 3, 8, 9], 4)).toEqual([1, 2, 8, 9])
    expect(farthest([], 2)).toEqual([])
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
