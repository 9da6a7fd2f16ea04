import type { Schedule } from '@sightline/contract/queries.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  intervalText,
  localTimeOf,
  scheduleText,
  scheduleToEdit,
  scheduleToSave,
  toLocal,
  type WeekTime,
  withInterval,
  withLocalTime,
} from './display.ts'
import { weekdays } from './intervals.ts'

const weekly: Schedule = { interval: 604800, time: '07:00', day_of_week: 'Monday', until: '2027-01-31' }
const never: Schedule = { interval: null, time: null, day_of_week: null, until: null }
const winter = new Date('2026-12-02T15:00:00Z')
const summer = new Date('2026-07-02T15:00:00Z')
const BERLIN = 'Europe/Berlin'
const inBerlin = { ...weekly, local_time: '08:00', local_day_of_week: 'Monday', time_zone: BERLIN }
const choose = (from: Schedule, interval: number | null) => withInterval(from, interval, BERLIN, winter)

describe('choosing an interval', () => {
  it('clears until and time for Never, which is saved as no schedule (SCHED-06)', () => {
    expect(choose(inBerlin, null)).toEqual(never)
    expect(scheduleToSave(choose(inBerlin, null), inBerlin, winter)).toBeNull()
  })

  it('clears the time for minutes and hours (SCHED-07)', () => {
    for (const interval of [30, 60, 3600, 43200]) {
      expect(choose(inBerlin, interval)).toEqual({ interval, time: null, day_of_week: null, until: '2027-01-31' })
    }
  })

  it('clears the weekday for an interval that is not whole weeks (SCHED-08)', () => {
    for (const interval of [86400, 2592000])
      expect(choose(inBerlin, interval)).toMatchObject({ day_of_week: null, local_day_of_week: null, local_time: '08:00' })
    expect(choose(inBerlin, 1209600)).toMatchObject({ day_of_week: 'Monday', local_day_of_week: 'Monday' })
  })

  it('sets the time to 00:15 UTC for days and weeks if there is none (SCHED-09)', () => {
    for (const interval of [86400, 604800, 2592000]) {
      expect(choose(never, interval)).toMatchObject({ time: '00:15', local_time: '01:15', time_zone: BERLIN })
      expect(choose(weekly, interval)).toMatchObject({ time: '07:00', local_time: '08:00' })
    }
  })

  it('sets the weekday to Sunday for weeks if there is none (SCHED-10, OPEN-47)', () => {
    for (const interval of [604800, 1209600])
      expect(choose(never, interval)).toMatchObject({ day_of_week: 'Sunday', local_day_of_week: 'Sunday' })
    expect(choose(choose(inBerlin, 86400), 604800)).toMatchObject({ local_day_of_week: 'Sunday', local_time: '08:00' })
  })
})

describe('the schedule dialog', () => {
  it('shows a time without a time zone in UTC, and none if the interval has none (OPEN-46)', () => {
    for (const now of [summer, winter]) {
      expect(localTimeOf(scheduleToEdit(weekly, now))).toEqual({ time: '07:00', day_of_week: 'Monday' })
    }
    expect(localTimeOf(choose(weekly, 3600))).toBeNull()
  })

  it('saves an unchanged schedule as it is stored, and a changed time in the zone that it shows (OPEN-142)', () => {
    for (const stored of [weekly, inBerlin, { ...never, interval: 3600 }]) {
      expect(scheduleToSave(scheduleToEdit(stored, summer), stored, summer)).toBe(stored)
    }
    const changed = withLocalTime(scheduleToEdit(weekly, winter), { time: '09:30', day_of_week: 'Monday' })
    expect(scheduleToSave(changed, weekly, winter)).toMatchObject({ local_time: '09:30', time_zone: 'UTC' })
    const daily = choose(scheduleToEdit(weekly, winter), 86_400)
    expect(scheduleToSave(daily, weekly, winter)).toMatchObject({ interval: 86_400, local_time: '07:00', time_zone: 'UTC' })
  })

  it('keeps the time zone in which a schedule is kept (SCHED-21)', () => {
    expect(scheduleToEdit(inBerlin, summer)).toEqual(inBerlin)
    expect(withInterval(inBerlin, 86400, 'Asia/Kolkata', summer)).toMatchObject({ local_time: '08:00', time_zone: BERLIN })
    const changed = withLocalTime(inBerlin, { time: '09:30', day_of_week: 'Friday' })
    expect(changed).toMatchObject({ local_time: '09:30', local_day_of_week: 'Friday', time_zone: BERLIN })
  })

  it('begins with the stored schedule, without the flag of an unreadable one', () => {
    const unreadable = { ...inBerlin, disabled: true }
    expect(scheduleToEdit(unreadable, winter)).toEqual(inBerlin)
    expect(scheduleToSave(inBerlin, unreadable, winter)).toEqual(inBerlin)
    expect(scheduleToEdit(null, winter)).toEqual(never)
    expect(scheduleToSave(inBerlin, null, winter)).toEqual(inBerlin)
  })
})

describe('converting the time of a schedule', () => {
  it('shows it in local time, on the local weekday (OPEN-46)', () => {
    expect(toLocal({ time: '23:15', day_of_week: 'Saturday' }, 120)).toEqual({ time: '01:15', day_of_week: 'Sunday' })
    expect(toLocal({ time: '00:15', day_of_week: 'Sunday' }, -300)).toEqual({ time: '19:15', day_of_week: 'Saturday' })
    expect(toLocal({ time: '12:00', day_of_week: 'Someday' }, 60)).toEqual({ time: '13:00', day_of_week: null })
  })

  const weekTimes: fc.Arbitrary<WeekTime> = fc
    .record({
      minutes: fc.integer({ min: 0, max: 1439 }),
      day_of_week: fc.constantFrom(...weekdays),
    })
    .map(({ minutes, day_of_week }) => ({ time: new Date(minutes * 60_000).toISOString().slice(11, 16), day_of_week }))
  // All existing time zones: from 12 hours behind UTC to 14 hours ahead of it, in quarters of an hour.
  const offsets = fc.integer({ min: -48, max: 56 }).map((quarters) => quarters * 15)

  it('returns the original time after both conversions, in every time zone (OPEN-46)', () => {
    fc.assert(
      fc.property(weekTimes, offsets, (time, offset) => {
        expect(toLocal(toLocal(time, offset), -offset)).toEqual(time)
      }),
    )
  })

  it('keeps the point in time within the week, in every time zone (OPEN-46)', () => {
    const minuteOfWeek = ({ time, day_of_week }: WeekTime) =>
      weekdays.indexOf(day_of_week ?? '') * 1440 + Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
    fc.assert(
      fc.property(weekTimes, offsets, (utc, offset) => {
        const week = 7 * 1440
        const apart = minuteOfWeek(toLocal(utc, offset)) - minuteOfWeek(utc) - offset
        expect(Math.abs(apart % week)).toBe(0)
      }),
    )
  })
})

const schedule = (fields: Partial<Schedule>): Schedule => ({
  interval: null,
  time: null,
  day_of_week: null,
  until: null,
  ...fields,
})

describe('the text of a schedule', () => {
  it.each([
    [null, 'Never'],
    [schedule({}), 'Never'],
    [schedule({ interval: 60 }), 'Every minute'],
    [schedule({ interval: 300 }), 'Every 5 minutes'],
    [schedule({ interval: 3600 }), 'Every hour'],
    [schedule({ interval: 43200 }), 'Every 12 hours'],
    [schedule({ interval: 86400, time: '06:15' }), 'Every day at 06:15'],
    [schedule({ interval: 604800, time: '07:00', day_of_week: 'Monday' }), 'Every week, Mon 07:00'],
    [schedule({ interval: 1209600, time: '07:00', day_of_week: 'Monday' }), 'Every 2 weeks, Mon 07:00'],
    [schedule({ interval: 2592000, time: '00:15' }), 'Every 30 days at 00:15'],
    [schedule({ interval: 90 }), 'Every 90 seconds'],
    [schedule({ interval: 864000, time: '07:00', day_of_week: 'Monday' }), 'Every 10 days at 07:00'],
    [{ ...schedule({ interval: 0 }), disabled: true }, 'Stopped'],
  ])('for %j is "%s"', (value, text) => {
    expect(scheduleText(value, 'UTC')).toBe(text)
  })

  it('has the time in UTC, and says so, if the schedule has no time zone and the reader another one (OPEN-188)', () => {
    const weekly = schedule({ interval: 604800, time: '23:15', day_of_week: 'Saturday' })
    expect(scheduleText(weekly, BERLIN)).toBe('Every week, Sat 23:15 (UTC)')
    const daily = schedule({ interval: 86400, time: '00:15' })
    expect(scheduleText(daily, 'America/New_York')).toBe('Every day at 00:15 (UTC)')
    expect(scheduleText(schedule({ interval: 3600, time: '06:15' }), BERLIN)).toBe('Every hour')
  })

  it('has the time that is kept, with its zone if the reader has another one (SCHED-22)', () => {
    expect(scheduleText(inBerlin, BERLIN)).toBe('Every week, Mon 08:00')
    expect(scheduleText(inBerlin, 'Asia/Kolkata')).toBe('Every week, Mon 08:00 (Europe/Berlin)')
    expect(scheduleText(choose(inBerlin, 86400), 'UTC')).toBe('Every day at 08:00 (Europe/Berlin)')
  })

  it('has its interval in the largest unit that fits, and weeks as seven days (SCHED-13, SCHED-14, SCHED-15)', () => {
    const texts = [30, 60, 300, 3600, 86400, 518400, 604800, 691200, 1209600, 2592000].map((seconds) => intervalText(seconds))
    expect(texts).toEqual([
      '30 seconds',
      '1 minute',
      '5 minutes',
      '1 hour',
      '1 day',
      '6 days',
      '1 week',
      '8 days',
      '2 weeks',
      '30 days',
    ])
    expect([intervalText(null), intervalText(0)]).toEqual(['Never', 'Never'])
  })
})

describe('the text of an interval', () => {
  it('keeps a number that only ends in a one', () => {
    expect(scheduleText(schedule({ interval: 21 * 86_400 + 60 }), 'UTC')).toBe('Every 30241 minutes')
    expect(scheduleText(schedule({ interval: 11 * 3600 }), 'UTC')).toBe('Every 11 hours')
    expect(scheduleText(schedule({ interval: 31 * 86_400 }), 'UTC')).toBe('Every 31 days')
  })

  it('has no time of day below a day, or if none is stored', () => {
    expect(scheduleText(schedule({ interval: 3600, time: '06:15' }), 'UTC')).toBe('Every hour')
    expect(scheduleText(schedule({ interval: 86_400 }), 'UTC')).toBe('Every day')
  })
})

it('an interval and a schedule are written in other words (OPEN-464)', () => {
  expect(intervalText(300, 'de')).toBe('5 Minuten')
  expect(intervalText(null, 'de', 'Nie')).toBe('Nie')
  const words = {
    never: 'Nie',
    stopped: 'Angehalten',
    every: (count: number, unit: string) => `alle ${count} ${unit}`,
    onDay: (every: string, weekday: string, time: string) => `${every} am ${weekday} um ${time}`,
    atTime: (every: string, time: string) => `${every} um ${time}`,
  }
  const weekly = { interval: 604_800, time: '07:00', day_of_week: 'Monday', until: null }
  expect(scheduleText(weekly, 'UTC', words)).toBe('alle 1 week am Monday um 07:00')
  expect(scheduleText({ ...weekly, interval: 86_400, day_of_week: null }, 'UTC', words)).toBe('alle 1 day um 07:00')
  expect(scheduleText(null, 'UTC', words)).toBe('Nie')
})
