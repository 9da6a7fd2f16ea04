import { expect, describe as group, it } from 'vitest'
import { wallTime } from '../format/time-zone.ts'
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

const HOUR_MS = 3_600_000

/** The missing times of instants on the clock of a zone. @param left places of those that are left out */
function missingInZone(timeZone: string, instants: readonly number[], left: readonly number[] = []): string[] {
  const present = instants.filter((_, place) => !left.includes(place))
  const times = [...new Set(present.map((instant) => wallTime(timeZone, instant)))]
  return missingDates(times, { instants: present, timeZone }).map((time) => new Date(time).toISOString().slice(0, 16))
}
const from = (first: string, count: number, step = HOUR_MS) =>
  Array.from({ length: count }, (_, place) => Date.parse(first) + place * step)

group('missing dates on a clock that changes', () => {
  it.each([
    ['Europe/Berlin', '2026-03-28T20:00:00Z', '2026-10-24T20:00:00Z'],
    ['America/New_York', '2026-03-08T03:00:00Z', '2026-11-01T02:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T11:00:00Z', '2026-04-04T11:00:00Z'],
  ])('in %s are not the hour that the clock skips, nor one that it shows twice (OPEN-141)', (timeZone, spring, autumn) => {
    for (const start of [spring, autumn]) {
      for (const step of [HOUR_MS, HOUR_MS / 2, HOUR_MS / 4]) expect(missingInZone(timeZone, from(start, 24, step))).toEqual([])
    }
  })

  it.each([
    // 01:00Z is 03:00 in summer time; the hour before it is 01:00.
    ['Europe/Berlin', from('2026-03-28T22:00:00Z', 8), 2, '2026-03-29T01:00'],
    ['Europe/Berlin', from('2026-03-28T22:00:00Z', 8), 3, '2026-03-29T03:00'],
    ['Europe/Berlin', from('2026-10-24T22:00:00Z', 8), 4, '2026-10-25T03:00'],
    ['America/New_York', from('2026-03-08T04:00:00Z', 8), 3, '2026-03-08T03:00'],
    ['America/New_York', from('2026-11-01T03:00:00Z', 8), 5, '2026-11-01T03:00'],
    ['Australia/Lord_Howe', from('2026-10-03T12:00:00Z', 8), 3, '2026-10-04T01:30'],
    ['Australia/Lord_Howe', from('2026-10-03T12:00:00Z', 8), 4, '2026-10-04T03:00'],
    ['Australia/Lord_Howe', from('2026-04-04T12:00:00Z', 8), 3, '2026-04-05T01:30'],
  ])('in %s are the hours without data around the change (OPEN-141)', (timeZone, instants, left, missing) => {
    expect(missingInZone(timeZone, instants, [left])).toEqual([missing])
  })

  it('do not hide the one hour of two that the clock shows alike (OPEN-141)', () => {
    const instants = from('2026-10-24T22:00:00Z', 8)
    // Both are 02:00, so that the axis has a value there.
    for (const left of [2, 3]) expect(missingInZone('Europe/Berlin', instants, [left])).toEqual([])
    expect(missingInZone('Europe/Berlin', instants, [2, 3])).toEqual(['2026-10-25T02:00'])
  })

  it('are days of the clock, and days of UTC if the times are those (OPEN-141)', () => {
    const midnights = ['2026-03-26T23:00Z', '2026-03-27T23:00Z', '2026-03-28T23:00Z', '2026-03-29T22:00Z', '2026-03-30T22:00Z']
    const daysOf = (left: number) =>
      missingInZone(
        'Europe/Berlin',
        midnights.map((text) => Date.parse(text)),
        [left],
      )
    expect(daysOf(9)).toEqual([])
    expect(daysOf(2)).toEqual(['2026-03-29T00:00'])
    const inUtc = from('2026-03-26T00:00:00Z', 7, 24 * HOUR_MS)
    expect(missingInZone('Europe/Berlin', inUtc)).toEqual([])
    expect(missingInZone('Europe/Berlin', inUtc, [4])).toEqual(['2026-03-30T02:00'])
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
