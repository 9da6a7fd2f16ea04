import { describe, expect, it } from 'vitest'
import { normaliseSchedule } from './normalise.ts'

describe('a schedule as it is stored', () => {
  it('has all four keys', () => {
    expect(normaliseSchedule({ interval: 3600 })).toEqual({ interval: 3600, time: null, day_of_week: null, until: null })
  })

  it('reads the texts of older clients: seconds, or a time of day', () => {
    expect(normaliseSchedule('3600')).toMatchObject({ interval: 3600, time: null })
    expect(normaliseSchedule('06:15')).toMatchObject({ interval: 86_400, time: '06:15' })
  })

  it('is null for never', () => {
    expect(normaliseSchedule(null)).toBeNull()
    expect(normaliseSchedule({ interval: null, time: null, day_of_week: null, until: null })).toBeNull()
  })

  it('OPEN-53 refuses other shapes in one sentence', () => {
    expect(() => normaliseSchedule('soon')).toThrow('"soon" is no time of day like 06:15.')
    expect(() => normaliseSchedule({ interval: 60, day_of_week: 'Montag' })).toThrow('"Montag" is no English weekday.')
    expect(() => normaliseSchedule({ interval: 60, until: '2026-02-30' })).toThrow('"2026-02-30" is no day like 2026-01-31.')
    expect(() => normaliseSchedule({ time: '06:15' })).toThrow('A schedule needs an interval of at least one second.')
  })
})
