import { describe, expect, it } from 'vitest'
import { nextReport, reportSchedule } from './timing.ts'

const now = new Date('2026-11-22T12:34:56.789Z')
const daily = { interval: 86_400, time: '08:00', day_of_week: null, until: null }

describe('the schedule of reports', () => {
  it('accepts the intervals of queries, but no more than one report per hour', () => {
    expect(reportSchedule('08:00', now)).toEqual(daily)
    expect(reportSchedule({ interval: 3600 }, now)).toMatchObject({ interval: 3600, time: null })
    expect(() => reportSchedule({ interval: 3599 }, now)).toThrow('Reports are sent once an hour at most.')
    for (const nothing of [null, {}]) expect(() => reportSchedule(nothing, now)).toThrow('A subscription needs a schedule.')
    expect(() => reportSchedule({ ...daily, until: '2026-11-22' }, now)).toThrow('ended on 2026-11-22')
  })

  it('returns each time to the minute, whenever the last report was finished', () => {
    expect(nextReport(daily, now)).toEqual(new Date('2026-11-23T08:00:00Z'))
    expect(nextReport(daily, new Date('2026-11-23T07:59:59Z'))).toEqual(new Date('2026-11-23T08:00:00Z'))
    expect(nextReport(daily, new Date('2026-11-23T08:00:30Z'))).toEqual(new Date('2026-11-24T08:00:00Z'))
    expect(nextReport({ ...daily, interval: 7 * 86_400, day_of_week: 'Monday' }, now)).toEqual(new Date('2026-11-23T08:00:00Z'))
    expect(nextReport({ ...daily, interval: 7200, time: null }, now)).toEqual(new Date('2026-11-22T14:34:00Z'))
  })

  it('ends before its last day', () => {
    expect(nextReport({ ...daily, until: '2026-11-23' }, now)).toBeNull()
    expect(nextReport({ ...daily, until: '2026-11-24' }, now)).toEqual(new Date('2026-11-23T08:00:00Z'))
  })
})
