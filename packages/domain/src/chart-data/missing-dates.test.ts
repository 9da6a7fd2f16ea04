import { expect, describe as group, it } from 'vitest'
import { endOfLastPeriod, missingDates } from './missing-dates.ts'

const between = (...dates: string[]) =>
  missingDates(dates.map((date) => Date.parse(date))).map((time) => new Date(time).toISOString().slice(0, 16))
const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}`

group('missing dates', () => {
  it('are the days between daily ones (CHART-47)', () => {
    expect(between(day(1), day(2), day(4), day(5))).toEqual(['2026-01-03T00:00'])
  })

  it('are only the first and the last of several in a row', () => {
    expect(between(day(1), day(2), day(3), day(9))).toEqual(['2026-01-04T00:00', '2026-01-08T00:00'])
  })

  it('are counted in months and quarters, at the start or the end of months of any length', () => {
    expect(between('2026-01-01', '2026-02-01', '2026-03-01', '2026-05-01')).toEqual(['2026-04-01T00:00'])
    expect(between('2025-12-31', '2026-01-31', '2026-02-28', '2026-04-30')).toEqual(['2026-03-31T00:00'])
    expect(between('2025-01-01', '2025-04-01', '2025-07-01', '2026-01-01')).toEqual(['2025-10-01T00:00'])
  })

  it('are counted in hours and in weeks', () => {
    expect(between('2026-01-01T10:30Z', '2026-01-01T11:30Z', '2026-01-01T13:30Z')).toEqual(['2026-01-01T12:30'])
    expect(between('2026-01-05', '2026-01-12', '2026-01-26')).toEqual(['2026-01-19T00:00'])
  })

  it('leave out weekdays that never have data', () => {
    const workdays = [5, 6, 7, 8, 9, 12, 13, 15, 16, 19].map(day)
    expect(between(...workdays)).toEqual(['2026-01-14T00:00'])
  })

  it('do not exist among irregular dates, or fewer than three', () => {
    expect(between(day(1), day(2), day(4), day(9), day(16))).toEqual([])
    expect(between('2026-01-01T00:00Z', '2026-01-01T01:00Z', '2026-01-01T02:30Z')).toEqual([])
    expect(between(day(1), day(5))).toEqual([])
    expect(between()).toEqual([])
  })
})

group('the last period', () => {
  const end = (...dates: string[]) => {
    const time = endOfLastPeriod(dates.map((date) => Date.parse(date)))
    return time === null ? null : new Date(time).toISOString().slice(0, 10)
  }

  it('ends when the next day, week or month begins (CHART-59)', () => {
    expect(end(day(1), day(2), day(3))).toBe('2026-01-04')
    expect(end('2026-01-05', '2026-01-12', '2026-01-19')).toBe('2026-01-26')
    expect(end('2025-12-01', '2026-01-01', '2026-02-01')).toBe('2026-03-01')
  })

  it('is unknown for irregular dates, and for periods of less than a day', () => {
    expect(end(day(1), day(2), day(4), day(9), day(16))).toBeNull()
    expect(end('2026-01-01T10:00Z', '2026-01-01T11:00Z', '2026-01-01T12:00Z')).toBeNull()
    expect(end(day(1))).toBeNull()
  })
})
