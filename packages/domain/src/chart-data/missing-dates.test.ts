import { expect, describe as group, it } from 'vitest'
import { instantAt, wallTime } from '../format/time-zone.ts'
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

/** The instants at which the days of a zone begin. */
const daysOf = (timeZone: string, first: string, count: number) =>
  from(first, count, 24 * HOUR_MS).map((midnight) => instantAt(timeZone, midnight))

group('missing days on a clock that skips a midnight', () => {
  it.each([
    ['America/Santiago', '2026-09-06', '2026-09-01'],
    ['Africa/Cairo', '2026-04-24', '2026-04-19'],
    ['Asia/Beirut', '2026-03-29', '2026-03-24'],
  ])('in %s are those without data, also the day %s that begins at 01:00 (OPEN-184)', (timeZone, changed, first) => {
    const days = daysOf(timeZone, first, 10)
    expect(new Date(wallTime(timeZone, days[5] ?? 0)).toISOString()).toBe(`${changed}T01:00:00.000Z`)
    expect(missingInZone(timeZone, days)).toEqual([])
    expect(missingInZone(timeZone, days, [5])).toEqual([`${changed}T01:00`])
    for (const left of [2, 4, 6, 7]) {
      const midnight = new Date(wallTime(timeZone, days[left] ?? 0)).toISOString().slice(0, 16)
      expect(midnight).toContain('T00:00')
      expect(missingInZone(timeZone, days, [left])).toEqual([midnight])
    }
  })

  it('are the months that begin without a midnight (OPEN-184)', () => {
    const months = ['2017-07-01', '2017-08-01', '2017-09-01', '2017-10-01', '2017-11-01', '2017-12-01', '2018-01-01']
    const instants = months.map((month) => instantAt('America/Asuncion', Date.parse(month)))
    expect(missingInZone('America/Asuncion', instants)).toEqual([])
    expect(missingInZone('America/Asuncion', instants, [3])).toEqual(['2017-10-01T01:00'])
    expect(missingInZone('America/Asuncion', instants, [5])).toEqual(['2017-12-01T00:00'])
  })

  it('are those at 01:00, if that is the time of all days (OPEN-184)', () => {
    const zone = 'America/Santiago'
    const days = [3, 4, 5, 6, 7, 8, 9].map((day) => instantAt(zone, Date.parse(`2026-09-0${day}T01:00Z`)))
    expect(missingInZone(zone, days)).toEqual([])
    for (const left of [2, 3, 4]) expect(missingInZone(zone, days, [left])).toEqual([`2026-09-0${left + 3}T01:00`])
  })

  it('leave the skipped hour of hourly data alone (OPEN-141, OPEN-184)', () => {
    const hours = from('2026-09-05T22:00:00Z', 12)
    expect(missingInZone('America/Santiago', hours)).toEqual([])
    // 04:00Z is 01:00, the first hour of the day.
    expect(missingInZone('America/Santiago', hours, [6])).toEqual(['2026-09-06T01:00'])
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

  it('is found on a clock that skips a midnight, and ends with a day that begins late (OPEN-184)', () => {
    const endOn = (count: number) => {
      const times = daysOf('America/Santiago', '2026-09-01', count).map((instant) => wallTime('America/Santiago', instant))
      return new Date(endOfLastPeriod(times, 'America/Santiago') ?? 0).toISOString().slice(0, 10)
    }
    expect([5, 6, 7, 8].map(endOn)).toEqual(['2026-09-06', '2026-09-07', '2026-09-08', '2026-09-09'])
  })

  it('is unknown for irregular dates, and for periods of less than a day', () => {
    expect(end(day(1), day(2), day(4), day(9), day(16))).toBeNull()
    expect(end('2026-01-01T10:00Z', '2026-01-01T11:00Z', '2026-01-01T12:00Z')).toBeNull()
    expect(end(day(1))).toBeNull()
  })
})
