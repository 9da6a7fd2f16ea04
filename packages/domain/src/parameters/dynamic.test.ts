import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTimeZone } from '../format/time-zone.ts'
import type { Weekday } from '../schedule/intervals.ts'
import { dynamicValue, dynamicValues, resolveDynamic } from './dynamic.ts'
import { type ClockContext, wallClock } from './wall-clock.ts'

const date = { name: 'd', type: 'date' }
const range = { name: 'r', type: 'date-range' }
const seconds = { name: 's', type: 'datetime-range-with-seconds' }
const offered = (definition: { name: string; type: string }) =>
  dynamicValues(definition).flatMap(({ key, label, isOffered }) => (isOffered ? [[key, label()]] : []))

describe('the dynamic values', () => {
  it('of dates are now and yesterday (PARAM-30, PARAM-31)', () => {
    expect(offered(date)).toEqual([
      ['d_now', 'Today/Now'],
      ['d_yesterday', 'Yesterday'],
    ])
    expect(dynamicValues({ name: 'n', type: 'number' })).toEqual([])
  })

  it('of ranges are nine periods, and longer ones up to a year (PARAM-30, PARAM-32, PARAM-72)', () => {
    expect(offered(range)).toEqual([
      ['d_today', 'Today'],
      ['d_yesterday', 'Yesterday'],
      ['d_this_week', 'This week'],
      ['d_this_month', 'This month'],
      ['d_this_year', 'This year'],
      ['d_last_week', 'Last week'],
      ['d_last_month', 'Last month'],
      ['d_last_year', 'Last year'],
      ['d_last_7_days', 'Last 7 days'],
      ['d_last_14_days', 'Last 14 days'],
      ['d_last_30_days', 'Last 30 days'],
      ['d_last_60_days', 'Last 60 days'],
      ['d_last_90_days', 'Last 90 days'],
      ['d_last_12_months', 'Last 12 months'],
    ])
  })

  it('include those that only saved data contains', () => {
    for (const key of ['hour', '8_hours', '24_hours', '2_years', '10_years'])
      expect(dynamicValue(range, `d_last_${key}`)?.isOffered).toBe(false)
    expect(dynamicValue(range, 'd_last_3_years')?.label()).toBe('Last 3 years')
    expect(dynamicValue(range, 'd_now')).toBeNull()
    expect(dynamicValue(range, 'd_constructor')).toBeNull()
  })
})

describe('resolving dynamic values at a given time', () => {
  // A Wednesday.
  const clock: ClockContext = { now: new Date('2024-05-15T10:20:30Z'), timeZone: 'UTC', weekStart: 0 }

  it.each([
    ['d_today', '2024-05-15 00:00:00', '2024-05-15 23:59:59'],
    ['d_yesterday', '2024-05-14 00:00:00', '2024-05-14 23:59:59'],
    ['d_this_week', '2024-05-12 00:00:00', '2024-05-18 23:59:59'],
    ['d_this_month', '2024-05-01 00:00:00', '2024-05-31 23:59:59'],
    ['d_this_year', '2024-01-01 00:00:00', '2024-12-31 23:59:59'],
    ['d_last_week', '2024-05-05 00:00:00', '2024-05-11 23:59:59'],
    ['d_last_month', '2024-04-01 00:00:00', '2024-04-30 23:59:59'],
    ['d_last_year', '2023-01-01 00:00:00', '2023-12-31 23:59:59'],
    ['d_last_7_days', '2024-05-08 00:00:00', '2024-05-15 10:20:30'],
    ['d_last_hour', '2024-05-15 09:20:30', '2024-05-15 10:20:30'],
    ['d_last_8_hours', '2024-05-15 02:20:30', '2024-05-15 10:20:30'],
    ['d_last_24_hours', '2024-05-14 10:20:30', '2024-05-15 10:20:30'],
    ['d_last_14_days', '2024-05-01 00:00:00', '2024-05-15 10:20:30'],
    ['d_last_30_days', '2024-04-15 00:00:00', '2024-05-15 10:20:30'],
    ['d_last_60_days', '2024-03-16 00:00:00', '2024-05-15 10:20:30'],
    ['d_last_90_days', '2024-02-15 00:00:00', '2024-05-15 10:20:30'],
    ['d_last_12_months', '2023-05-15 00:00:00', '2024-05-15 10:20:30'],
    ['d_last_2_years', '2022-05-15 00:00:00', '2024-05-15 10:20:30'],
    ['d_last_3_years', '2021-05-15 00:00:00', '2024-05-15 10:20:30'],
    ['d_last_10_years', '2014-05-15 00:00:00', '2024-05-15 10:20:30'],
  ])('resolves %s to the range from %s to %s (PARAM-33)', (key, start, end) => {
    expect(resolveDynamic(seconds, key, clock)).toEqual({ start, end })
  })

  it('formats the dates to the precision of the type (PARAM-28, PARAM-33)', () => {
    expect(resolveDynamic(date, 'd_now', clock)).toBe('2024-05-15')
    expect(resolveDynamic({ name: 'd', type: 'datetime-local' }, 'd_now', clock)).toBe('2024-05-15 10:20')
    expect(resolveDynamic({ name: 'd', type: 'datetime-with-seconds' }, 'd_yesterday', clock)).toBe('2024-05-14 10:20:30')
    expect(resolveDynamic({ name: 'd', type: 'datetime-range' }, 'd_today', clock)).toEqual({
      start: '2024-05-15 00:00',
      end: '2024-05-15 23:59',
    })
    expect(resolveDynamic(date, '2024-05-15', clock)).toBeNull()
  })

  it('uses the local time of the time zone (PARAM-33)', () => {
    const now = new Date('2024-12-31T23:30:00Z')
    expect(resolveDynamic(date, 'd_now', { now, timeZone: 'Asia/Tokyo', weekStart: 0 })).toBe('2025-01-01')
    expect(resolveDynamic(range, 'd_this_year', { now, timeZone: 'Asia/Tokyo', weekStart: 0 })).toEqual({
      start: '2025-01-01',
      end: '2025-12-31',
    })
    expect(resolveDynamic(range, 'd_this_year', { now, timeZone: 'America/New_York', weekStart: 0 })).toEqual({
      start: '2024-01-01',
      end: '2024-12-31',
    })
  })

  it('begins weeks on the first weekday of the calendar (PARAM-71)', () => {
    const weeks = (weekStart: Weekday, now: string) =>
      ['d_this_week', 'd_last_week'].map((key) =>
        resolveDynamic(range, key, { now: new Date(now), timeZone: 'UTC', weekStart }),
      )
    expect(weeks(1, '2026-11-23T08:00:00Z')).toEqual([
      { start: '2026-11-23', end: '2026-11-29' },
      { start: '2026-11-16', end: '2026-11-22' },
    ])
    expect(weeks(1, '2026-11-29T23:00:00Z')).toEqual(weeks(1, '2026-11-23T08:00:00Z'))
    expect(weeks(0, '2026-11-23T08:00:00Z')).toEqual([
      { start: '2026-11-22', end: '2026-11-28' },
      { start: '2026-11-15', end: '2026-11-21' },
    ])
    expect(weeks(6, '2026-11-27T23:00:00Z')[0]).toEqual({ start: '2026-11-21', end: '2026-11-27' })
  })

  it('ends a month on its last day', () => {
    const leapDay: ClockContext = { now: new Date('2024-02-29T12:00:00Z'), timeZone: 'UTC', weekStart: 0 }
    expect(resolveDynamic(range, 'd_last_12_months', leapDay)).toMatchObject({ start: '2023-02-28' })
    expect(resolveDynamic(range, 'd_last_month', { ...leapDay, now: new Date('2024-03-31T12:00:00Z') })).toEqual({
      start: '2024-02-01',
      end: '2024-02-29',
    })
  })
})

describe('resolving dynamic values when daylight saving begins or ends', () => {
  const hourBack = (now: string) =>
    resolveDynamic(seconds, 'd_last_hour', { now: new Date(now), timeZone: 'Europe/Berlin', weekStart: 0 })

  it('counts elapsed hours (PARAM-33)', () => {
    expect(hourBack('2024-03-31T01:30:00Z')).toEqual({ start: '2024-03-31 01:30:00', end: '2024-03-31 03:30:00' })
    expect(hourBack('2024-10-27T01:30:00Z')).toEqual({ start: '2024-10-27 02:30:00', end: '2024-10-27 02:30:00' })
  })

  it('never returns a reversed range, even if the clock goes back by more hours than the range has (PARAM-33)', () => {
    const clock: ClockContext = { now: new Date('2018-10-28T01:30:00Z'), timeZone: 'Antarctica/Troll', weekStart: 0 }
    expect(wallClock(clock).format('HH:mm')).toBe('01:30')
    expect(wallClock({ ...clock, now: new Date('2018-10-28T00:30:00Z') }).format('HH:mm')).toBe('02:30')
    expect(resolveDynamic(seconds, 'd_last_hour', clock)).toEqual({ start: '2018-10-28 00:30:00', end: '2018-10-28 01:30:00' })
  })

  it('counts days of the calendar (PARAM-33)', () => {
    const clock: ClockContext = { now: new Date('2024-03-31T22:30:00Z'), timeZone: 'Europe/Berlin', weekStart: 0 }
    expect(resolveDynamic(date, 'd_now', clock)).toBe('2024-04-01')
    expect(resolveDynamic(date, 'd_yesterday', clock)).toBe('2024-03-31')
    expect(resolveDynamic(range, 'd_last_7_days', clock)).toEqual({ start: '2024-03-25', end: '2024-04-01' })
  })
})

describe('in any time zone and at any time', () => {
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')]
  const moments = fc.record({
    now: fc.date({ min: new Date('1970-01-02'), max: new Date('2100-01-01'), noInvalidDate: true }),
    timeZone: fc.constantFrom(...zones),
    weekStart: fc.constantFrom<Weekday>(0, 1, 6),
  })
  const keys = dynamicValues(range).map(({ key }) => key)

  it('a range never ends before it starts (PARAM-33)', () => {
    fc.assert(
      fc.property(moments, fc.constantFrom(...keys), (clock, key) => {
        const found = resolveDynamic(seconds, key, clock)
        if (found === null || typeof found === 'string') throw new Error(`${key} is no range.`)
        expect(found.start <= found.end).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })

  it('the current time is within this week, this month and this year', () => {
    fc.assert(
      fc.property(moments, fc.constantFrom('d_today', 'd_this_week', 'd_this_month', 'd_this_year'), (clock, key) => {
        const now = wallClock(clock).format('YYYY-MM-DD HH:mm:ss')
        const found = resolveDynamic(seconds, key, clock)
        if (found === null || typeof found === 'string') throw new Error(`${key} is no range.`)
        expect(found.start <= now && now <= found.end).toBe(true)
      }),
    )
  })

  it('the clock shows the local time of the zone', () => {
    fc.assert(
      fc.property(moments, (clock) => {
        const asShown = clock.now.toLocaleString('sv-SE', { timeZone: clock.timeZone })
        expect(wallClock(clock).format('YYYY-MM-DD HH:mm:ss')).toBe(asShown)
      }),
    )
  })

  it('the name of the time zone is valid', () => {
    expect(isTimeZone('Europe/Berlin')).toBe(true)
    for (const name of ['', 'Berlin', 'Mars/Base', "UTC'"]) expect(isTimeZone(name)).toBe(false)
  })
})
