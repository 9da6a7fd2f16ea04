import { describe, expect, it } from 'vitest'
import { dayText } from '../format/calendar-units.ts'
import { barOf, dayBarOf, dayBars, MAX_BARS, numberBars } from './bars.ts'

const day = (text: string) => Date.parse(text) / 86_400_000

describe('the bars of numbers (OPEN-236)', () => {
  it('are one for each of a few whole numbers, otherwise twenty', () => {
    expect([numberBars(5, 5, true), numberBars(3, 6, true), numberBars(0, 20, true), numberBars(0, 1, false)]).toEqual([
      1, 4, 20, 20,
    ])
  })

  it('contain each number once, also the largest ones', () => {
    expect([0, 0.49, 0.5, 9.99, 10].map((value) => barOf(value, 0, 10, 20))).toEqual([0, 0, 1, 19, 19])
    expect([barOf(-1.7e308, -1.7e308, 1.7e308, 20), barOf(1.7e308, -1.7e308, 1.7e308, 20)]).toEqual([0, 19])
  })
})

describe('the bars of days (OPEN-236)', () => {
  it('are whole units of the calendar that follow each other, of which there are at most twenty', () => {
    const spans = [1, 19, 20, 139, 200, 599, 700, 1700, 2000, 7000, 8000, 100_000, 700_000]
    for (const span of spans) {
      const found = dayBars(day('2001-02-03'), day('2001-02-03') + span)
      expect(found?.bars.length).toBeLessThanOrEqual(MAX_BARS)
      for (const [at, { min }] of found?.bars.entries() ?? [])
        expect(day(min)).toBe(at === 0 ? day(min) : day(found?.bars[at - 1]?.max ?? '') + 1)
      expect(dayBarOf(found ?? { unit: 'day', step: 1, bars: [] }, day('2001-02-03') + span)).toBe(
        (found?.bars.length ?? 0) - 1,
      )
    }
  })

  it('contain each of their days', () => {
    const found = dayBars(day('2024-01-15'), day('2024-12-31'))
    expect(found?.bars[1]).toEqual({ min: '2024-02-01', max: '2024-02-29' })
    expect(found && ['2024-01-15', '2024-02-29', '2024-03-01'].map((text) => dayBarOf(found, day(text)))).toEqual([0, 1, 2])
  })

  it('begin in the first year and end in the last one that texts can name', () => {
    expect(dayBars(day('0001-01-01'), day('9999-12-31'))).toMatchObject({ unit: 'year', step: 500 })
    expect(dayBars(day('0001-01-01') - 1, 0)).toBeNull()
    expect(dayText(day('0001-01-01'))).toBe('0001-01-01')
  })
})
