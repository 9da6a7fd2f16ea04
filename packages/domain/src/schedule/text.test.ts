import type { Schedule } from '@sightline/contract/queries.ts'
import { describe, expect, it } from 'vitest'
import { intervalText, scheduleText } from './text.ts'

const schedule = (fields: Partial<Schedule>): Schedule => ({
  interval: null,
  time: null,
  day_of_week: null,
  until: null,
  ...fields,
})

describe('a schedule in words', () => {
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
  ])('%j reads "%s"', (value, text) => {
    expect(scheduleText(value, 0)).toBe(text)
  })

  it("tells the time on the reader's clock, on the day it falls there", () => {
    const weekly = schedule({ interval: 604800, time: '23:15', day_of_week: 'Saturday' })
    expect(scheduleText(weekly, 120)).toBe('Every week, Sun 01:15')
    expect(scheduleText(schedule({ interval: 86400, time: '00:15' }), -300)).toBe('Every day at 19:15')
  })
  it('names its interval in the largest unit that fits, and weeks by seven days (SCHED-13, SCHED-14, SCHED-15)', () => {
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

describe('an interval in words', () => {
  it('keeps a number that only ends in a one', () => {
    expect(scheduleText(schedule({ interval: 21 * 86_400 + 60 }), 0)).toBe('Every 30241 minutes')
    expect(scheduleText(schedule({ interval: 11 * 3600 }), 0)).toBe('Every 11 hours')
    expect(scheduleText(schedule({ interval: 31 * 86_400 }), 0)).toBe('Every 31 days')
  })

  it('has no time of day below a day, nor where none is stored', () => {
    expect(scheduleText(schedule({ interval: 3600, time: '06:15' }), 0)).toBe('Every hour')
    expect(scheduleText(schedule({ interval: 86_400 }), 0)).toBe('Every day')
  })
})
