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
  toUtc,
  type WeekTime,
  withInterval,
  withLocalTime,
} from './display.ts'
import { weekdays } from './intervals.ts'

const weekly: Schedule = { interval: 604800, time: '07:00', day_of_week: 'Monday', until: '2027-01-31' }
const none = scheduleToEdit(null)

describe('choosing an interval', () => {
  it('clears until and time for Never, which is saved as no schedule (SCHED-06)', () => {
    const never = withInterval(weekly, null)
    expect(never).toEqual({ interval: null, time: null, day_of_week: null, until: null })
    expect(scheduleToSave(never)).toBeNull()
  })

  it('clears the time for minutes and hours (SCHED-07)', () => {
    for (const interval of [30, 60, 3600, 43200]) {
      expect(withInterval(weekly, interval)).toEqual({ interval, time: null, day_of_week: null, until: '2027-01-31' })
    }
  })

  it('clears the weekday for an interval that is not whole weeks (SCHED-08)', () => {
    for (const interval of [60, 86400, 2592000]) expect(withInterval(weekly, interval).day_of_week).toBeNull()
    expect(withInterval(weekly, 1209600).day_of_week).toBe('Monday')
  })

  it('sets the time to 00:15 UTC for days and weeks if there is none (SCHED-09)', () => {
    for (const interval of [86400, 604800, 2592000]) {
      expect(withInterval(none, interval).time).toBe('00:15')
      expect(withInterval(weekly, interval).time).toBe('07:00')
    }
  })

  it('sets the weekday to Sunday for weeks if there is none (SCHED-10, OPEN-47)', () => {
    expect(withInterval(none, 604800).day_of_week).toBe('Sunday')
    expect(withInterval(none, 1209600).day_of_week).toBe('Sunday')
    expect(withInterval(weekly, 1209600).day_of_week).toBe('Monday')
  })
})

describe('the schedule dialog in local time', () => {
  it('shows the local time and weekday, and none if the interval has none (OPEN-46)', () => {
    expect(localTimeOf({ ...weekly, time: '23:15' }, 120)).toEqual({ time: '01:15', day_of_week: 'Tuesday' })
    expect(localTimeOf(withInterval(weekly, 3600), 120)).toBeNull()
  })

  it('keeps the displayed weekday if another time changes the day in UTC (OPEN-46)', () => {
    const shown = localTimeOf(weekly, -300)
    expect(shown).toEqual({ time: '02:00', day_of_week: 'Monday' })
    const evening = withLocalTime(weekly, { time: '21:00', day_of_week: 'Monday' }, -300)
    expect(evening).toEqual({ ...weekly, time: '02:00', day_of_week: 'Tuesday' })
    expect(localTimeOf(evening, -300)).toEqual({ time: '21:00', day_of_week: 'Monday' })
  })

  it('begins with the stored schedule, without the flag of an unreadable one', () => {
    expect(scheduleToEdit({ ...weekly, disabled: true })).toEqual(weekly)
    expect(scheduleToSave(weekly)).toEqual(weekly)
  })
})

describe('converting the time of a schedule', () => {
  it('stores it in UTC, on the weekday in UTC (OPEN-46)', () => {
    expect(toUtc({ time: '01:15', day_of_week: 'Sunday' }, 120)).toEqual({ time: '23:15', day_of_week: 'Saturday' })
    expect(toUtc({ time: '19:30', day_of_week: 'Saturday' }, -300)).toEqual({ time: '00:30', day_of_week: 'Sunday' })
    expect(toUtc({ time: '12:00', day_of_week: 'Monday' }, 0)).toEqual({ time: '12:00', day_of_week: 'Monday' })
    expect(toUtc({ time: '05:45', day_of_week: null }, 345)).toEqual({ time: '00:00', day_of_week: null })
  })

  it('shows it in local time (OPEN-46)', () => {
    expect(toLocal({ time: '23:15', day_of_week: 'Saturday' }, 120)).toEqual({ time: '01:15', day_of_week: 'Sunday' })
    expect(toLocal({ time: '00:15', day_of_week: 'Sunday' }, -300)).toEqual({ time: '19:15', day_of_week: 'Saturday' })
  })

  const weekTimes: fc.Arbitrary<WeekTime> = fc
    .record({
      minutes: fc.integer({ min: 0, max: 1439 }),
      day_of_week: fc.constantFrom(null, ...weekdays),
    })
    .map(({ minutes, day_of_week }) => ({ time: new Date(minutes * 60_000).toISOString().slice(11, 16), day_of_week }))
  // All existing time zones: from 12 hours behind UTC to 14 hours ahead of it, in quarters of an hour.
  const offsets = fc.integer({ min: -48, max: 56 }).map((quarters) => quarters * 15)

  it('returns the original time after both conversions, in every time zone (OPEN-46)', () => {
    fc.assert(
      fc.property(weekTimes, offsets, (time, offset) => {
        expect(toLocal(toUtc(time, offset), offset)).toEqual(time)
        expect(toUtc(toLocal(time, offset), offset)).toEqual(time)
      }),
    )
  })

  it('keeps the point in time within the week, in every time zone (OPEN-46)', () => {
    const minuteOfWeek = ({ time, day_of_week }: WeekTime) =>
      weekdays.indexOf(day_of_week ?? '') * 1440 + Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
    fc.assert(
      fc.property(weekTimes, offsets, (utc, offset) => {
        fc.pre(utc.day_of_week !== null)
        const week = 7 * 1440
        const apart = minuteOfWeek(toLocal(utc, offset)) - minuteOfWeek(utc) - offset
        expect(Math.abs(apart % week)).toBe(0)
      }),
    )
  })
})

describe('an unknown weekday', () => {
  it('is null in local time', () => {
    expect(toLocal({ time: '12:00', day_of_week: 'Someday' }, 60)).toEqual({ time: '13:00', day_of_week: null })
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
    expect(scheduleText(value, 0)).toBe(text)
  })

  it('has the local time, on the local weekday', () => {
    const weekly = schedule({ interval: 604800, time: '23:15', day_of_week: 'Saturday' })
    expect(scheduleText(weekly, 120)).toBe('Every week, Sun 01:15')
    expect(scheduleText(schedule({ interval: 86400, time: '00:15' }), -300)).toBe('Every day at 19:15')
  })
  it('has its interval in the largest unit that fits, and weeks as seven days (SCHED-13, SCHED-14, SCHED-15)', () => {
    const texts = [30, 60, 300, 3600, 86400, 518400, 604800, 691200, 1209600, 2592000].map(intervalText)
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
    expect(scheduleText(schedule({ interval: 21 * 86_400 + 60 }), 0)).toBe('Every 30241 minutes')
    expect(scheduleText(schedule({ interval: 11 * 3600 }), 0)).toBe('Every 11 hours')
    expect(scheduleText(schedule({ interval: 31 * 86_400 }), 0)).toBe('Every 31 days')
  })

  it('has no time of day below a day, or if none is stored', () => {
    expect(scheduleText(schedule({ interval: 3600, time: '06:15' }), 0)).toBe('Every hour')
    expect(scheduleText(schedule({ interval: 86_400 }), 0)).toBe('Every day')
  })
})
