import type { Schedule } from '@sightline/contract/queries.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wallTime } from '../format/time-zone.ts'
import { hasEnded, nextRun, type ScheduleState, scheduleStatus, timeInUtc, upcomingRuns } from './due.ts'
import { DAY, HOUR, WEEK, weekdays } from './intervals.ts'

const schedule = (fields: Partial<Schedule>): Schedule => ({
  interval: null,
  time: null,
  day_of_week: null,
  until: null,
  ...fields,
})
const utc = (text: string) => new Date(`${text.replace(' ', 'T')}Z`)
const course = (fields: Partial<Schedule>, lastRun: string | null, failures = 0): ScheduleState => ({
  schedule: schedule(fields),
  lastRun: lastRun === null ? null : utc(lastRun),
  failures,
})
const at = (time: number) => new Date(time)

const hourly = { interval: HOUR }
const daily = { interval: DAY, time: '00:15' }

describe('the next run of a query', () => {
  it.each<[lastRun: string, fields: Partial<Schedule>, failures: number, next: string]>([
    ['2024-05-02 08:00:00', hourly, 0, '2024-05-02 09:00:00'],
    ['2024-05-02 08:00:00', hourly, 3, '2024-05-02 09:08:00'],
    ['2024-05-02 00:16:10', daily, 0, '2024-05-03 00:15:10'],
    ['2024-05-01 23:50:00', { interval: DAY, time: '23:59' }, 0, '2024-05-01 23:59:00'],
    ['2024-05-01 06:00:00', { interval: WEEK, time: '05:00', day_of_week: 'Monday' }, 0, '2024-05-06 05:00:00'],
  ])('after a run at %s, every %j with %i failures, is after %s (SCHED-18)', (lastRun, fields, failures, next) => {
    expect(nextRun(course(fields, lastRun, failures))).toEqual(utc(next))
    expect(scheduleStatus(course(fields, lastRun, failures), utc(next)).state).toBe('waiting')
    expect(scheduleStatus(course(fields, lastRun, failures), at(utc(next).getTime() + 1)).state).toBe('due')
  })

  it('is due at once if it has never run (SCHED-18)', () => {
    for (const fields of [hourly, daily, { interval: WEEK, time: '05:00', day_of_week: 'Monday' }]) {
      expect(scheduleStatus(course(fields, null), utc('2024-05-02 08:00:00'))).toEqual({ state: 'due' })
    }
  })

  it('is on the weekday even if the last run was before the time of day (SCHED-18)', () => {
    const weekly = { interval: WEEK, time: '05:00', day_of_week: 'Monday' }
    expect(nextRun(course(weekly, '2024-05-06 04:00:00'))).toEqual(utc('2024-05-06 05:00:00'))
    expect(nextRun(course(weekly, '2024-05-07 03:00:00'))).toEqual(utc('2024-05-13 05:00:00'))
    expect(nextRun(course({ ...weekly, interval: 2 * WEEK }, '2024-05-06 05:00:20'))).toEqual(utc('2024-05-20 05:00:20'))
  })

  it('ignores the time of day for less than a day, and the weekday for an interval that is not whole weeks', () => {
    expect(nextRun(course({ interval: HOUR, time: '05:00' }, '2024-05-02 08:00:00'))).toEqual(utc('2024-05-02 09:00:00'))
    const monthly = { interval: 30 * DAY, time: '05:00', day_of_week: 'Monday' }
    expect(nextRun(course(monthly, '2024-05-01 05:00:00'))).toEqual(utc('2024-05-31 05:00:00'))
  })

  it('is delayed by a number of minutes that doubles with each failure (OPEN-48)', () => {
    const delays = [1, 2, 3, 10].map(
      (failures) =>
        (nextRun(course(hourly, '2024-05-02 08:00:00', failures))?.getTime() ?? 0) - utc('2024-05-02 09:00:00').getTime(),
    )
    expect(delays).toEqual([2, 4, 8, 1024].map((minutes) => minutes * 60_000))
  })

  it('never happens if the delay exceeds the range of dates (OPEN-48)', () => {
    for (const failures of [32, 60, 99, 5000]) {
      expect(nextRun(course(hourly, '2024-05-02 08:00:00', failures))).toBeNull()
      expect(scheduleStatus(course(hourly, '2024-05-02 08:00:00', failures), utc('2999-01-01 00:00:00'))).toEqual({
        state: 'waiting',
        next: null,
      })
    }
  })

  it('never happens after the start of its until date, in UTC (SCHED-19)', () => {
    const ending = course({ interval: HOUR, until: '2024-05-03' }, '2024-05-02 08:00:00')
    expect(scheduleStatus(ending, utc('2024-05-02 23:59:59.999'))).toEqual({ state: 'due' })
    expect(scheduleStatus(ending, utc('2024-05-03 00:00:00'))).toEqual({ state: 'ended' })
    expect(scheduleStatus({ ...ending, lastRun: null }, utc('2024-05-03 00:00:00'))).toEqual({ state: 'ended' })
    expect(hasEnded(schedule({ interval: HOUR }), utc('9999-01-01 00:00:00'))).toBe(false)
  })
})

describe('a clock that jumps', () => {
  it('forward makes one run due, and not one for each that was missed (SCHED-18)', () => {
    const after = utc('2024-05-09 08:00:00')
    expect(scheduleStatus(course(hourly, '2024-05-02 08:00:00'), after)).toEqual({ state: 'due' })
    expect(scheduleStatus(course(hourly, '2024-05-09 08:00:00'), after).state).toBe('waiting')
  })

  it('back by less than an interval does not run the same slot again (SCHED-18)', () => {
    const ran = course(daily, '2024-05-02 00:15:20')
    expect(scheduleStatus(ran, utc('2024-05-01 23:20:00'))).toEqual({ state: 'waiting', next: utc('2024-05-03 00:15:20') })
    expect(scheduleStatus(ran, utc('2024-05-02 00:15:40')).state).toBe('waiting')
  })

  it('back by more than an interval is detected, so that the query does not stop until then (SCHED-18)', () => {
    expect(scheduleStatus(course(hourly, '2031-01-01 00:00:00'), utc('2024-05-02 08:00:00'))).toEqual({ state: 'clock skew' })
    expect(scheduleStatus(course(hourly, '2024-05-02 08:59:59'), utc('2024-05-02 08:00:00')).state).toBe('waiting')
  })
})

describe('the upcoming runs', () => {
  it('are listed in order', () => {
    const weekly = course({ interval: WEEK, time: '05:00', day_of_week: 'Monday' }, '2024-05-01 06:00:00')
    expect(upcomingRuns(weekly, utc('2024-05-02 00:00:00'), 3)).toEqual([
      utc('2024-05-06 05:00:00'),
      utc('2024-05-13 05:00:00'),
      utc('2024-05-20 05:00:00'),
    ])
  })

  it('begin with now if one is due, and with a later one after failures', () => {
    const now = utc('2024-05-02 10:00:00')
    expect(upcomingRuns(course(hourly, null), now, 2)).toEqual([now, utc('2024-05-02 11:00:00')])
    expect(upcomingRuns(course(hourly, '2024-05-02 09:30:00', 3), now, 2)).toEqual([
      utc('2024-05-02 10:38:00'),
      utc('2024-05-02 11:38:00'),
    ])
  })

  it('end with the schedule (SCHED-19)', () => {
    const ending = course({ ...daily, until: '2024-05-04' }, '2024-05-01 00:15:00')
    expect(upcomingRuns(ending, utc('2024-05-02 00:00:00'), 5)).toHaveLength(2)
    expect(upcomingRuns(ending, utc('2024-05-04 00:00:00'), 5)).toEqual([])
  })

  it('are empty for Never', () => {
    expect(nextRun(course({}, '2024-05-01 00:15:00'))).toBeNull()
  })
})

const times = fc
  .record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) })
  .map(({ hour, minute }) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
const lastRuns = fc.date({ min: utc('2000-01-01 00:00:00'), max: utc('2100-01-01 00:00:00'), noInvalidDate: true })
const plain = fc.integer({ min: 30, max: 90 * DAY }).map((interval) => schedule({ interval }))
const timed = fc
  .record({ days: fc.integer({ min: 1, max: 90 }), time: times })
  .map(({ days, time }) => schedule({ interval: days * DAY, time }))
const weekly = fc
  .record({ weeks: fc.integer({ min: 1, max: 8 }), time: times, day_of_week: fc.constantFrom(...weekdays) })
  .map(({ weeks, time, day_of_week }) => schedule({ interval: weeks * WEEK, time, day_of_week }))
const odd = fc
  .record({ interval: fc.integer({ min: 30, max: 90 * DAY }), time: times, day_of_week: fc.constantFrom(null, ...weekdays) })
  .map(schedule)
const anySchedule = fc.oneof(plain, timed, weekly, odd)

/** The next run without failures, which always exists. */
function next(of: Schedule, lastRun: Date): Date {
  const run = nextRun({ schedule: of, lastRun, failures: 0 })
  if (run === null) throw new Error('There is no next run.')
  return run
}

describe('for any schedule and last run', () => {
  it('the next run is after the last one (SCHED-18)', () => {
    fc.assert(fc.property(anySchedule, lastRuns, (of, lastRun) => next(of, lastRun) > lastRun))
  })

  it('due times increase (SCHED-18)', () => {
    fc.assert(
      fc.property(anySchedule, lastRuns, (of, lastRun) => {
        const runs = upcomingRuns({ schedule: of, lastRun, failures: 0 }, lastRun, 10)
        expect(runs).toHaveLength(10)
        for (const [index, run] of runs.entries()) expect(run > (runs[index - 1] ?? lastRun)).toBe(true)
      }),
    )
  })

  it('the time of day and the weekday are kept (SCHED-18)', () => {
    fc.assert(
      fc.property(fc.oneof(timed, weekly), lastRuns, (of, lastRun) => {
        const run = next(of, lastRun)
        expect(run.toISOString().slice(11, 16)).toBe(of.time)
        if (of.day_of_week !== null) expect(weekdays[run.getUTCDay()]).toBe(of.day_of_week)
      }),
    )
  })

  it('no slot is skipped: runs are an interval apart (SCHED-18)', () => {
    fc.assert(
      fc.property(fc.oneof(plain, timed, weekly), lastRuns, (of, lastRun) => {
        const first = next(of, lastRun)
        expect(next(of, first).getTime() - first.getTime()).toBe((of.interval ?? 0) * 1000)
      }),
    )
  })

  it('failures only ever delay the next run (OPEN-48)', () => {
    fc.assert(
      fc.property(anySchedule, lastRuns, fc.integer({ min: 1, max: 200 }), (of, lastRun, failures) => {
        const later = nextRun({ schedule: of, lastRun, failures })
        return later === null || later > next(of, lastRun)
      }),
    )
  })

  it('a query that has just run is not due (SCHED-18)', () => {
    fc.assert(
      fc.property(
        anySchedule,
        lastRuns,
        (of, now) => scheduleStatus({ schedule: of, lastRun: now, failures: 0 }, now).state === 'waiting',
      ),
    )
  })

  it('a clock that jumps is detected, or the query is due within an interval and six days (SCHED-18)', () => {
    fc.assert(
      fc.property(anySchedule, lastRuns, lastRuns, (of, lastRun, now) => {
        const stands = scheduleStatus({ schedule: of, lastRun, failures: 0 }, now)
        if (stands.state !== 'waiting') return
        const longest = 2 * (of.interval ?? 0) + 6 * DAY
        expect((stands.next?.getTime() ?? Number.POSITIVE_INFINITY) - now.getTime()).toBeLessThanOrEqual(longest * 1000)
      }),
    )
  })
})

describe('the upcoming runs of a query', () => {
  const now = utc('2024-05-02 08:00:00')

  it('are empty without an interval, and the next run is null before the first one', () => {
    expect(nextRun(course({}, '2024-05-02 08:00:00'))).toBeNull()
    expect(nextRun(course(hourly, null))).toBeNull()
    expect(upcomingRuns(course({}, '2024-05-01 08:00:00'), now, 3)).toEqual([])
  })

  it('are empty if it failed so often that it is never retried', () => {
    expect(upcomingRuns(course(hourly, '2024-05-02 07:30:00', 2000), now, 3)).toEqual([])
  })

  it('are counted from now if the clock was far ahead at the last run', () => {
    expect(upcomingRuns(course(hourly, '2030-01-01 00:00:00'), now, 2)).toEqual([
      utc('2024-05-02 09:00:00'),
      utc('2024-05-02 10:00:00'),
    ])
  })

  it('begin with the next slot while it waits, and are limited by the count', () => {
    const waiting = course(hourly, '2024-05-02 07:30:00')
    expect(upcomingRuns(waiting, now, 2)).toEqual([utc('2024-05-02 08:30:00'), utc('2024-05-02 09:30:00')])
    expect(upcomingRuns(waiting, now, 0)).toEqual([])
  })

  it('are empty after the end of the schedule', () => {
    expect(upcomingRuns(course({ ...hourly, until: '2024-05-02' }, '2024-05-01 08:00:00'), now, 3)).toEqual([])
    expect(upcomingRuns(course({ ...hourly, until: '2024-05-01' }, '2030-01-01 08:00:00'), now, 3)).toEqual([])
  })

  it('accept a last run that is exactly one interval ahead', () => {
    expect(scheduleStatus(course(hourly, '2024-05-02 09:00:00'), now).state).toBe('waiting')
    expect(scheduleStatus(course(hourly, '2024-05-02 09:00:01'), now).state).toBe('clock skew')
  })

  it('end with the last year that dates support', () => {
    expect(nextRun(course({ interval: DAY }, '9999-12-30 12:00:00'))).toEqual(utc('9999-12-31 12:00:00'))
    expect(nextRun(course({ interval: DAY }, '9999-12-31 12:00:00'))).toBeNull()
  })
})

describe('a schedule in a time zone', () => {
  const runsIn = (time_zone: string, local_time: string, fields: Partial<Schedule>, lastRun: string, count = 3) => {
    const state = course({ interval: DAY, time: '00:00', local_time, time_zone, ...fields }, lastRun)
    return upcomingRuns(state, utc(lastRun), count).map((run) => `${run.toISOString().slice(0, 16).replace('T', ' ')}`)
  }

  it.each<[name: string, zone: string, time: string, lastRun: string, runs: string[]]>([
    [
      'in spring',
      'Europe/Berlin',
      '08:00',
      '2026-03-27 07:00:00',
      ['2026-03-28 07:00', '2026-03-29 06:00', '2026-03-30 06:00'],
    ],
    [
      'in autumn',
      'Europe/Berlin',
      '08:00',
      '2026-10-23 06:00:00',
      ['2026-10-24 06:00', '2026-10-25 07:00', '2026-10-26 07:00'],
    ],
    [
      'in spring',
      'America/New_York',
      '21:30',
      '2026-03-06 03:00:00',
      ['2026-03-07 02:30', '2026-03-08 02:30', '2026-03-09 01:30'],
    ],
    [
      'in autumn',
      'America/New_York',
      '00:00',
      '2026-10-31 04:00:00',
      ['2026-11-01 04:00', '2026-11-02 05:00', '2026-11-03 05:00'],
    ],
    ['never', 'Asia/Kolkata', '00:15', '2026-03-28 18:45:00', ['2026-03-29 18:45', '2026-03-30 18:45', '2026-03-31 18:45']],
  ])('keeps its time of day where the clock changes %s in %s at %s (SCHED-21)', (_, zone, time, lastRun, runs) => {
    expect(runsIn(zone, time, {}, lastRun)).toEqual(runs)
  })

  it('runs at the first moment after the gap if the clock skips its time (SCHED-23)', () => {
    const spring = ['2026-03-28 01:30', '2026-03-29 01:00', '2026-03-30 00:30']
    expect(runsIn('Europe/Berlin', '02:30', {}, '2026-03-27 01:30:00')).toEqual(spring)
    expect(runsIn('America/New_York', '02:00', {}, '2026-03-07 07:00:00', 2)).toEqual(['2026-03-08 07:00', '2026-03-09 06:00'])
    // Samoa skipped the whole of 30 December 2011.
    const samoa = ['2011-12-29 18:00', '2011-12-30 10:00', '2011-12-30 18:00', '2011-12-31 18:00']
    expect(runsIn('Pacific/Apia', '08:00', {}, '2011-12-28 18:00:00', 4)).toEqual(samoa)
  })

  it('runs once, at the first of two times, if the clock shows its time twice (SCHED-23)', () => {
    const autumn = ['2026-10-25 00:30', '2026-10-26 01:30', '2026-10-27 01:30']
    expect(runsIn('Europe/Berlin', '02:30', {}, '2026-10-24 00:30:00')).toEqual(autumn)
    expect(runsIn('Europe/Berlin', '02:30', {}, '2026-10-25 01:10:00', 1)).toEqual(['2026-10-26 01:30'])
    expect(runsIn('Europe/Berlin', '02:30', {}, '2026-10-25 00:30:17', 1)).toEqual(['2026-10-26 01:30'])
  })

  it('keeps its weekday in the time zone (SCHED-21)', () => {
    const monday = { interval: WEEK, day_of_week: 'Sunday', local_day_of_week: 'Monday' }
    const weeks = ['2026-10-18 22:15', '2026-10-25 23:15', '2026-11-01 23:15']
    expect(runsIn('Europe/Berlin', '00:15', monday, '2026-10-14 12:00:00')).toEqual(weeks)
    const saturday = { interval: 2 * WEEK, day_of_week: 'Sunday', local_day_of_week: 'Saturday' }
    const inNewYork = ['2026-10-25 01:30', '2026-11-08 02:30', '2026-11-22 02:30']
    expect(runsIn('America/New_York', '21:30', saturday, '2026-10-11 01:30:00')).toEqual(inNewYork)
  })

  it('keeps its time of day and never runs twice on a day, in every zone (SCHED-21, SCHED-23)', () => {
    const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'Australia/Lord_Howe')
    const times = fc.integer({ min: 0, max: 1439 }).map((minutes) => new Date(minutes * 60_000).toISOString().slice(11, 16))
    const lastRuns = fc.integer({ min: Date.UTC(2008, 0), max: Date.UTC(2038, 0) }).map(at)
    fc.assert(
      fc.property(zones, times, lastRuns, (time_zone, local_time, lastRun) => {
        const of = schedule({ interval: DAY, time: '00:00', local_time, time_zone })
        const runs = upcomingRuns({ schedule: of, lastRun, failures: 0 }, lastRun, 5)
        const days = runs.map((run) => new Date(wallTime(time_zone, run.getTime())).toISOString().slice(0, 10))
        expect(runs.every((run, index) => run > (runs[index - 1] ?? lastRun))).toBe(true)
        // Samoa runs at the first moment after the day that it skipped, and again at the time of that next day.
        if (time_zone !== 'Pacific/Apia') expect(new Set(days).size).toBe(days.length)
      }),
    )
  })

  it('has the time in UTC of its next run (SCHED-24)', () => {
    const daily = schedule({ interval: DAY, time: '00:00', local_time: '08:00', time_zone: 'Europe/Berlin' })
    expect(timeInUtc(daily, utc('2026-03-28 12:00:00'))).toEqual({ time: '06:00', day_of_week: null })
    expect(timeInUtc(daily, utc('2026-03-28 02:00:00'))).toEqual({ time: '07:00', day_of_week: null })
    const weekly = { ...daily, interval: WEEK, local_time: '00:15', local_day_of_week: 'Monday' }
    expect(timeInUtc(weekly, utc('2026-07-01 12:00:00'))).toEqual({ time: '22:15', day_of_week: 'Sunday' })
    expect(timeInUtc(schedule({ interval: DAY, time: '05:00' }), utc('2026-07-01 12:00:00'))).toEqual({
      time: '05:00',
      day_of_week: null,
    })
  })
})
