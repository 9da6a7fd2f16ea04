import { describe, expect, it } from 'vitest'
import { dayText } from '../format/calendar-units.ts'
import { barOf, dayBars, MAX_BARS, numberBars } from './bars.ts'

const day = (text: string) => Date.parse(text) / 86_400_000

describe('the bars of numbers (OPEN-236)', () => {
  it('are one for each of a few whole numbers, otherwise twenty', () => {
    expect(numberBars(5, 5, true)).toEqual([{ min: 5, max: 5 }])
    expect(numberBars(3, 5, true)).toEqual([3, 4, 5].map((value) => ({ min: value, max: value })))
    expect(numberBars(0, 999, true).slice(0, 2)).toEqual([
      { min: 0, max: 49 },
      { min: 50, max: 99 },
    ])
    expect(numberBars(0, 1, false)).toHaveLength(20)
    expect(numberBars(-10, 10, true)).toHaveLength(20)
  })

  it('follow each other without a gap from the smallest to the largest number', () => {
    for (const [low, high] of [
      [0, 10],
      [-1.5, 0.1],
      [-1.7e308, 1.7e308],
      [1e-300, 3e-300],
      [1e9, 1e9 + 1e-6],
    ] as const) {
      const bars = numberBars(low, high, false)
      expect([bars[0]?.min, bars.at(-1)?.max]).toEqual([low, high])
      for (const [at, { min, max }] of bars.entries()) {
        expect(min).toBeLessThanOrEqual(max)
        const before = bars[at - 1]?.max ?? Number.NEGATIVE_INFINITY
        expect(min).toBeGreaterThan(before)
        // Nothing lies between two neighbouring doubles, so their middle is one of them.
        if (at > 0) expect([min, before]).toContain(before / 2 + min / 2)
      }
    }
  })

  it('have short ends, unless the numbers are almost equal', () => {
    expect(numberBars(0, 99.9, false)[1]).toEqual({ min: 4.995000000000001, max: 9.99 })
  })

  it('contain each number once', () => {
    const bars = numberBars(0, 10, false)
    expect([0, 0.5, 0.51, 9.99, 10].map((value) => barOf(bars, value))).toEqual([0, 0, 1, 19, 19])
  })
})

describe('the bars of days (OPEN-236)', () => {
  it('are whole units of the calendar that follow each other, of which there are at most twenty', () => {
    const spans = [1, 19, 20, 139, 200, 599, 700, 1700, 2000, 7000, 8000, 100_000, 700_000]
    for (const span of spans) {
      const bars = dayBars(day('2001-02-03'), day('2001-02-03') + span) ?? []
      expect(bars.length).toBeLessThanOrEqual(MAX_BARS)
      for (const [at, { min }] of bars.entries()) if (at > 0) expect(day(min)).toBe(day(bars[at - 1]?.max ?? '') + 1)
      expect(barOf(bars, dayText(day('2001-02-03') + span))).toBe(bars.length - 1)
    }
  })

  it('contain each of their days', () => {
    const bars = dayBars(day('2024-01-15'), day('2024-12-31')) ?? []
    expect(bars[1]).toEqual({ min: '2024-02-01', max: '2024-02-29' })
    expect(['2024-01-15', '2024-02-29', '2024-03-01'].map((text) => barOf(bars, text))).toEqual([0, 1, 2])
  })

  it('begin in the first year and end in the last one that texts can name', () => {
    expect(dayBars(day('0001-01-01'), day('9999-12-31'))?.[0]).toEqual({ min: '0001-01-01', max: '0500-12-31' })
    expect(dayBars(day('0001-01-01') - 1, 0)).toBeNull()
    expect(dayText(day('0001-01-01'))).toBe('0001-01-01')
  })
})
