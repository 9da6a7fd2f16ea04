import { assert, double, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { binEdges, binKeys, binsOf, keysOutside } from './bins.ts'
import { groupRows } from './groups.ts'

const widthOf = (least: number, greatest: number, count: number, isWhole = false) =>
  binsOf([least, greatest], { count }, isWhole).width

describe('ranges of numbers', () => {
  it('have a width of 1, 2, 2.5 or 5 times a power of ten (OPEN-213)', () => {
    expect(widthOf(0, 100, 20)).toBe(5)
    expect(widthOf(0, 100, 10)).toBe(10)
    expect(widthOf(0, 41, 20)).toBe(2.5)
    expect(widthOf(0, 0.3, 20)).toBe(0.02)
    expect(widthOf(-3, 2.7, 25)).toBe(0.25)
    expect(widthOf(0, 3e7, 20)).toBe(2_000_000)
  })

  it('are whole for whole numbers (OPEN-213)', () => {
    expect(binsOf([1, 6], { count: 20 }, true)).toEqual({ start: 1, width: 1, count: 6 })
    expect(widthOf(0, 41, 20, true)).toBe(5)
    expect(widthOf(0, 450, 20, true)).toBe(25)
  })

  it('begin at multiples of their width, which are the nearest numbers to the decimals that people read (OPEN-213)', () => {
    const bins = binsOf([0, 1], { count: 10 }, false)
    expect(binEdges(bins)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1])
    const keyOf = binKeys(bins, { count: 10 })
    expect([0.3, 0.6, 0.7, 0.29, 1, -0, null].map(keyOf)).toEqual([0.3, 0.6, 0.7, 0.2, 1, 0, null])
    const fine = binsOf([0, 0.3], { count: 30 }, false)
    expect([0.07, 0.14, 0.28, 0.29].map(binKeys(fine, { count: 30 }))).toEqual([0.07, 0.14, 0.28, 0.29])
  })

  it('end at limits, outside of which numbers have keys of their own (OPEN-213)', () => {
    const asked = { count: 10, from: 0, below: 100 }
    const bins = binsOf([-50, 1000], asked, false)
    expect(bins).toEqual({ start: 0, width: 10, count: 10 })
    expect(keysOutside(bins)).toEqual({ before: -10, after: 100 })
    expect([-0.1, 0, 99.9, 100, 1000].map(binKeys(bins, asked))).toEqual([-10, 0, 90, 100, 100])
  })

  it('contain a single number, and are absent without one (OPEN-213)', () => {
    expect(binsOf([7, 7], { count: 20 }, true)).toEqual({ start: 7, width: 1, count: 1 })
    expect(binsOf([0, 0], { count: 20 }, false)).toEqual({ start: 0, width: 0.05, count: 1 })
    expect(binsOf(null, { count: 20 }, false)).toEqual({ start: 0, width: 1, count: 0 })
    expect(binsOf([1, 2], { count: 20, from: 10 }, false).count).toBeLessThanOrEqual(1)
  })

  it('have a width that is a number, even if the largest numbers are in one range (OPEN-213)', () => {
    expect(binsOf([-1.7e308, 1.7e308], { count: 1 }, false)).toEqual({
      start: -Number.MAX_VALUE,
      width: Number.MAX_VALUE,
      count: 2,
    })
  })

  it('contain every number exactly once, however large, small or close, and are about as many as wanted (OPEN-213)', () => {
    const finite = double({ noNaN: true, min: -1.7e308, max: 1.7e308 })
    const holds = (a: number, b: number, count: number) => {
      const [least, greatest] = [Math.min(a, b), Math.max(a, b)]
      const bins = binsOf([least, greatest], { count }, false)
      const edges = binEdges(bins)
      expect(bins.count).toBeGreaterThan(0)
      expect(bins.count).toBeLessThanOrEqual(count + 2)
      const keyOf = binKeys(bins, { count })
      for (const value of [least, greatest, least / 2 + greatest / 2]) {
        const place = edges.indexOf(keyOf(value) ?? Number.NaN)
        expect(place).toBeGreaterThanOrEqual(0)
        expect(place).toBeLessThan(bins.count)
        expect(edges[place]).toBeLessThanOrEqual(value)
        expect(edges[place + 1]).toBeGreaterThan(value)
      }
    }
    assert(property(finite, finite, integer({ min: 1, max: 200 }), holds))
  })
})

describe('rows in memory', () => {
  it('are grouped by ranges, those without a finite number in a group of their own (OPEN-213)', () => {
    const columns = [[1.5, 2, 'NaN', null, 2.25, 9]]
    const ask = { sets: [[0]], measures: [{ kind: 'count' as const, column: null }], limit: 9 }
    expect(groupRows(columns, 6, { ...ask, bins: [{ column: 0, count: 10 }] }, ['float'])).toEqual({
      total: 6,
      sets: [{ total: 4, keys: [[2, null, 1, 9]], measures: [[2, 2, 1, 1]] }],
      bins: [{ start: 1, width: 1, count: 9 }],
    })
  })

  it('are grouped by days, instants by those of a time zone (OPEN-217)', () => {
    const times = ['2024-10-26T22:30:00Z', '2024-10-26T21:30:00Z', '2024-10-27', 'soon', null]
    const ask = {
      sets: [[0]],
      measures: [{ kind: 'count' as const, column: null }],
      limit: 9,
      units: [{ column: 0, unit: 'day' as const }],
      time_zone: 'Europe/Berlin',
    }
    expect(groupRows([times], 5, ask, ['datetime']).sets).toEqual([
      { total: 3, keys: [['2024-10-27', null, '2024-10-26']], measures: [[2, 2, 1]] },
    ])
  })
})
