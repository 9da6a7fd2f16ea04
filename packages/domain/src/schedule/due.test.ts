import type { Schedule } from '@sightline/contract/queries.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasEnded, nextRun, type ScheduleState, scheduleStatus, upcomingRuns } from './due.ts'
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

describe('when a query runs next', () => {
  it.each<[lastRun: string, fields: Partial<Schedule>, failures: number, next: string]>([
    ['2024-05-02 08:00:00', hourly, 0, '2024-05-02 09:00:00'],
    ['2024-05-02 08:00:00', hourly, 3, '2024-05-02 09:08:00'],
    ['2024-05-02 00:16:10', daily, 0, '2024-05-03 00:15:10'],
    ['2024-05-01 23:50:00', { interval: DAY, time: '23:59' }, 0, '2024-05-01 23:59:00'],
    ['2024-05-01 06:00:00', { interval: WEEK, time: '05:00', day_of_week: 'Monday' }, 0, '2024-05-06 05:00:00'],
  ])('SCHED-18 after a run at %s, every %j with %i failures: after %s', (lastRun, fields, failures, next) => {
    expect(nextRun(course(fields, lastRun, failures))).toEqual(utc(next))
    expect(scheduleStatus(course(fields, lastRun, failures), utc(next)).state).toBe('waiting')
    expect(scheduleStatus(course(fields, lastRun, failures), at(utc(next).getTime() + 1)).state).toBe('due')
  })

  it('is at once when it has never run (SCHED-18)', () => {
    for (const fields of [hourly, daily, { interval: WEEK, time: '05:00', day_of_week: 'Monday' }]) {
      expect(scheduleStatus(course(fields, null), utc('2024-05-02 08:00:00'))).toEqual({ state: 'due' })
    }
  })

  it('falls on the weekday also when the last run was earlier in the day than the time (SCHED-18)', () => {
    const weekly = { interval: WEEK, time: '05:00', day_of_week: 'Monday' }
    expect(nextRun(course(weekly, '2024-05-06 04:00:00'))).toEqual(utc('2024-05-06 05:00:00'))
    expect(nextRun(course(weekly, '2024-05-07 03:00:00'))).toEqual(utc('2024-05-13 05:00:00'))
    expect(nextRun(course({ ...weekly, interval: 2 * WEEK }, '2024-05-06 05:00:20'))).toEqual(utc('2024-05-20 05:00:20'))
  })

  it('takes no time of day for less than a day, and no weekday for what is no whole weeks', () => {
    expect(nextRun(course({ interval: HOUR, time: '05:00' }, '2024-05-02 08:00:00'))).toEqual(utc('2024-05-02 09:00:00'))
    const monthly = { interval: 30 * DAY, time: '05:00', day_of_week: 'Monday' }
    expect(nextRun(course(monthly, '2024-05-01 05:00:00'))).toEqual(utc('2024-05-31 05:00:00'))
  })

  it('each further failure doubles the delay, in minutes (OPEN-48)', () => {
    const delays = [1, 2, 3, 10].map(
      (failures) =>
        (nextRun(course(hourly, '2024-05-02 08:00:00', failures))?.getTime() ?? 0) - utc('2024-05-02 09:00:00').getTime(),
    )
    expect(delays).toEqual([2, 4, 8, 1024].map((minutes) => minutes * 60_000))
  })

  it('is never once the delay leads beyond all calendars (OPEN-48)', () => {
    for (const failures of [32, 60, 99, 5000]) {
      expect(nextRun(course(hourly, '2024-05-02 08:00:00', failures))).toBeNull()
      expect(scheduleStatus(course(hourly, '2024-05-02 08:00:00', failures), utc('2999-01-01 00:00:00'))).toEqual({
        state: 'waiting',
        next: null,
      })
    }
  })

  it('stops when its until date begins, in UTC (SCHED-19)', () => {
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

  it('back by more than an interval is noticed, so that the query is not forgotten until then (SCHED-18)', () => {
    expect(scheduleStatus(course(hourly, '2031-01-01 00:00:00'), utc('2024-05-02 08:00:00'))).toEqual({ state: 'clock skew' })
    expect(scheduleStatus(course(hourly, '2024-05-02 08:59:59'), utc('2024-05-02 08:00:00')).state).toBe('waiting')
  })
})

describe('the next runs', () => {
  it('are told as they will come', () => {
    const weekly = course({ interval: WEEK, time: '05:00', day_of_week: 'Monday' }, '2024-05-01 06:00:00')
    expect(upcomingRuns(weekly, utc('2024-05-02 00:00:00'), 3)).toEqual([
      utc('2024-05-06 05:00:00'),
      utc('2024-05-13 05:00:00'),
      utc('2024-05-20 05:00:00'),
    ])
  })

  it('begin with now when one is due, and with a later one after failures', () => {
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

  it('are none for Never', () => {
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

/** The next run without failures, which there always is. */
function next(of: Schedule, lastRun: Date): Date {
  const run = nextRun({ schedule: of, lastRun, failures: 0 })
  if (run === null) throw new Error('There is no next run.')
  return run
}

describe('whatever the schedule and the last run', () => {
  it('the next run comes after the last one (SCHED-18)', () => {
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

  it('the time of day is kept, and the weekday (SCHED-18)', () => {
    fc.assert(
      fc.property(fc.oneof(timed, weekly), lastRuns, (of, lastRun) => {
        const run = next(of, lastRun)
        expect(run.toISOString().slice(11, 16)).toBe(of.time)
        if (of.day_of_week !== null) expect(weekdays[run.getUTCDay()]).toBe(of.day_of_week)
      }),
    )
  })

  it('no slot is left out: runs follow each other an interval apart (SCHED-18)', () => {
    fc.assert(
      fc.property(fc.oneof(plain, timed, weekly), lastRuns, (of, lastRun) => {
        const first = next(of, lastRun)
        expect(next(of, first).getTime() - first.getTime()).toBe((of.interval ?? 0) * 1000)
      }),
    )
  })

  it('failures only ever put it off (OPEN-48)', () => {
    fc.assert(
      fc.property(anySchedule, lastRuns, fc.integer({ min: 1, max: 200 }), (of, lastRun, failures) => {
        const later = nextRun({ schedule: of, lastRun, failures })
        return later === null || later > next(of, lastRun)
      }),
    )
  })

  it('it is due once: having run now, it is not due now (SCHED-18)', () => {
    fc.assert(
      fc.property(
        anySchedule,
        lastRuns,
        (of, now) => scheduleStatus({ schedule: of, lastRun: now, failures: 0 }, now).state === 'waiting',
      ),
    )
  })

  it('wherever the clock jumps to, it is due within an interval and six days of running, or noticed (SCHED-18)', () => {
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

describe('runs that come', () => {
  const now = utc('2024-05-02 08:00:00')

  it('are none without an interval, nor before the first run is counted', () => {
    expect(nextRun(course({}, '2024-05-02 08:00:00'))).toBeNull()
    expect(nextRun(course(hourly, null))).toBeNull()
    expect(upcomingRuns(course({}, '2024-05-01 08:00:00'), now, 3)).toEqual([])
  })

  it('are none where it failed so often that it is not tried again', () => {
    expect(upcomingRuns(course(hourly, '2024-05-02 07:30:00', 2000), now, 3)).toEqual([])
  })

  it('are counted from now where the last run was noted by a clock far ahead', () => {
    expect(upcomingRuns(course(hourly, '2030-01-01 00:00:00'), now, 2)).toEqual([
      utc('2024-05-02 09:00:00'),
      utc('2024-05-02 10:00:00'),
    ])
  })

  it('begin with the next slot where it waits, as many as are asked for', () => {
    const waiting = course(hourly, '2024-05-02 07:30:00')
    expect(upcomingRuns(waiting, now, 2)).toEqual([utc('2024-05-02 08:30:00'), utc('2024-05-02 09:30:00')])
    expect(upcomingRuns(waiting, now, 0)).toEqual([])
  })

  it('are none once it has ended', () => {
    expect(upcomingRuns(course({ ...hourly, until: '2024-05-02' }, '2024-05-01 08:00:00'), now, 3)).toEqual([])
    expect(upcomingRuns(course({ ...hourly, until: '2024-05-01' }, '2030-01-01 08:00:00'), now, 3)).toEqual([])
  })

  it('believe a last run that is exactly one interval ahead', () => {
    expect(scheduleStatus(course(hourly, '2024-05-02 09:00:00'), now).state).toBe('waiting')
    expect(scheduleStatus(course(hourly, '2024-05-02 09:00:01'), now).state).toBe('clock skew')
  })

  it('reach to the last year of calendars, and no further', () => {
    expect(nextRun(course({ interval: DAY }, '9999-12-30 12:00:00'))).toEqual(utc('9999-12-31 12:00:00'))
    expect(nextRun(course({ interval: DAY }, '9999-12-31 12:00:00'))).toBeNull()
  })
})
