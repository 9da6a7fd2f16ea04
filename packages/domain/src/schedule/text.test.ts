import type { Schedule } from '@sightline/contract/queries.ts'
import { describe, expect, it } from 'vitest'
import { scheduleText } from './text.ts'

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
  ])('%j reads "%s"', (value, text) => {
    expect(scheduleText(value, 0)).toBe(text)
  })

  it("tells the time on the reader's clock, on the day it falls there", () => {
    const weekly = schedule({ interval: 604800, time: '23:15', day_of_week: 'Saturday' })
    expect(scheduleText(weekly, 120)).toBe('Every week, Sun 01:15')
    expect(scheduleText(schedule({ interval: 86400, time: '00:15' }), -300)).toBe('Every day at 19:15')
  })
})
