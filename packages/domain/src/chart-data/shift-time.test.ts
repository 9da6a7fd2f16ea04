import { describe, expect, it } from 'vitest'
import { earlier, isMonthEnd, type ShiftUnit } from './shift-time.ts'

const before = (text: string, count: number, unit: ShiftUnit, isEndOfMonth = false) => {
  const time = earlier(Date.parse(`${text}Z`), count, unit, isEndOfMonth)
  return time === null ? null : new Date(time).toISOString().slice(0, 16)
}

describe('an earlier time', () => {
  it.each([
    ['2026-03-01T10:30', 1, 'day', '2026-02-28T10:30'],
    ['2026-03-09T00:00', 2, 'week', '2026-02-23T00:00'],
    ['2026-01-15T00:00', 1, 'month', '2025-12-15T00:00'],
    ['2026-02-01T00:00', 1, 'quarter', '2025-11-01T00:00'],
    ['2024-03-01T08:00', 1, 'year', '2023-03-01T08:00'],
    ['1969-12-31T23:00', 1, 'month', '1969-11-30T23:00'],
  ] as const)('of %s is %d %s before on the calendar (CHART-70)', (from, count, unit, expected) => {
    const isLastDay = from.startsWith('1969')
    expect(before(from, count, unit, isLastDay)).toBe(expected)
  })

  it('does not exist on a day that the month does not have (CHART-70)', () => {
    expect(before('2026-03-31T00:00', 1, 'month')).toBeNull()
    expect(before('2024-02-29T00:00', 1, 'year')).toBeNull()
  })

  it('is a month end if month ends are compared (CHART-70)', () => {
    expect(before('2026-03-31T00:00', 1, 'month', true)).toBe('2026-02-28T00:00')
    expect(before('2026-02-28T00:00', 1, 'month', true)).toBe('2026-01-31T00:00')
    expect([isMonthEnd(Date.UTC(2026, 1, 28)), isMonthEnd(Date.UTC(2024, 1, 28))]).toEqual([true, false])
  })
})
