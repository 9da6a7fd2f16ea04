import { describe, expect, it } from 'vitest'
import { newSchedule, normaliseSchedule, scheduleToStore } from './normalise.ts'

describe('a schedule in its stored form', () => {
  it('has all four keys (SCHED-02)', () => {
    expect(normaliseSchedule({ interval: 3600 })).toEqual({ interval: 3600, time: null, day_of_week: null, until: null })
  })

  it('is read from the texts of older clients: seconds, or a time of day (SCHED-03)', () => {
    expect(normaliseSchedule('3600')).toMatchObject({ interval: 3600, time: null })
    expect(normaliseSchedule('06:15')).toMatchObject({ interval: 86_400, time: '06:15' })
  })

  it('is null for never', () => {
    expect(normaliseSchedule(null)).toBeNull()
    expect(normaliseSchedule({ interval: null, time: null, day_of_week: null, until: null })).toBeNull()
  })

  it('ends on the day of an ISO date and time', () => {
    for (const until of ['2030-01-31', '2030-01-31T00:00:00', '2030-01-31T23:59:59.5Z', '2030-01-31T00:00:00+02:00'])
      expect(normaliseSchedule({ interval: 60, until })).toMatchObject({ until: '2030-01-31' })
    for (const until of ['2030-01-31T25:00:00Z', '2030-01-31T', '2030-02-30T00:00:00Z', '2030-01-31 soon'])
      expect(() => normaliseSchedule({ interval: 60, until })).toThrow(`"${until}" is no day like 2026-01-31.`)
  })

  it('is refused in one sentence if the shape is wrong (OPEN-53)', () => {
    expect(() => normaliseSchedule('soon')).toThrow('"soon" is no time of day like 06:15.')
    expect(() => normaliseSchedule({ interval: 60, day_of_week: 'Montag' })).toThrow('"Montag" is no English weekday.')
    expect(() => normaliseSchedule({ interval: 60, until: '2026-02-30' })).toThrow('"2026-02-30" is no day like 2026-01-31.')
    expect(() => normaliseSchedule({ time: '06:15' })).toThrow('A schedule needs an interval of at least 30 seconds.')
  })
  it('is refused below 30 seconds (SCHED-04)', () => {
    for (const interval of [29, 1, 0, -60])
      expect(() => normaliseSchedule({ interval })).toThrow('A schedule needs an interval of at least 30 seconds.')
    expect(() => normaliseSchedule('29')).toThrow('at least 30 seconds')
    expect(normaliseSchedule({ interval: 30 })).toMatchObject({ interval: 30 })
  })

  it('is refused if it ends before it begins (SCHED-19)', () => {
    const now = new Date('2026-06-01T12:00:00Z')
    expect(() => newSchedule({ interval: 60, until: '2026-06-01' }, now)).toThrow('This schedule ended on 2026-06-01.')
    expect(newSchedule({ interval: 60, until: '2026-06-02' }, now)).toMatchObject({ until: '2026-06-02' })
  })
})

describe('a schedule in a request', () => {
  it.each(['6:15', '24:00', '29:00', '06:60', '06:15:00', 'at 06:15', '106:15'])('cannot have the time of day %j', (time) => {
    expect(() => normaliseSchedule({ interval: 86_400, time })).toThrow(`"${time}" is no time of day like 06:15.`)
  })

  it.each(['00:00', '09:59', '19:00', '20:30', '23:59'])('may have the time of day %s', (time) => {
    expect(normaliseSchedule({ interval: 86_400, time })).toMatchObject({ time })
  })

  it.each(['soon', '2026-13-01', '2026-1-1', 'on 2026-01-01', '12026-01-01', ''])('cannot end on %j', (until) => {
    expect(() => normaliseSchedule({ interval: 60, until })).toThrow(`"${until}" is no day like 2026-01-31.`)
  })

  it('must have an interval if it has any other field', () => {
    for (const sent of [{ time: '06:15' }, { day_of_week: 'Monday' }, { until: '2026-01-31' }])
      expect(() => normaliseSchedule(sent)).toThrow('A schedule needs an interval of at least 30 seconds.')
    expect(normaliseSchedule({})).toBeNull()
    expect(newSchedule(null, new Date(0))).toBeNull()
  })
})

describe('a schedule in a time zone', () => {
  const summer = new Date('2026-07-01T12:00:00Z')
  const winter = new Date('2026-12-01T12:00:00Z')
  const local = { local_time: '08:00', local_day_of_week: null, time_zone: 'Europe/Berlin' }
  const daily = { interval: 86_400, time: '06:00', day_of_week: null, until: null, ...local }

  it('is stored with the time in UTC of its next run (SCHED-24)', () => {
    expect(scheduleToStore({ interval: 86_400, ...local }, null, summer)).toEqual(daily)
    expect(scheduleToStore({ interval: 86_400, ...local }, null, winter)).toEqual({ ...daily, time: '07:00' })
    expect(scheduleToStore(daily, daily, winter)).toEqual({ ...daily, time: '07:00' })
  })

  it('keeps its time zone if a client changes anything but the time, and loses it with another time in UTC (SCHED-25)', () => {
    const inUtc = { interval: 86_400, time: '06:00', day_of_week: null, until: null }
    expect(scheduleToStore({ ...inUtc, until: '2030-01-01' }, daily, summer)).toEqual({ ...daily, until: '2030-01-01' })
    expect(scheduleToStore({ ...inUtc, time: '05:00' }, daily, summer)).toEqual({ ...inUtc, time: '05:00' })
    expect(scheduleToStore({ ...daily, time: '05:00' }, daily, summer)).toEqual({ ...inUtc, time: '05:00' })
    const weekly = { ...inUtc, interval: 604_800, day_of_week: 'Monday' }
    expect(scheduleToStore({ ...daily, ...weekly }, daily, summer)).toEqual(weekly)
    expect(scheduleToStore('06:00', { ...daily, ...local, time_zone: 'Asia/Kolkata', time: '02:30' }, summer)).toEqual(inUtc)
  })

  it('follows the local time that a client changes (SCHED-25)', () => {
    const later = { ...daily, local_time: '09:30' }
    expect(scheduleToStore(later, daily, summer)).toEqual({ ...later, time: '07:30' })
    expect(scheduleToStore({ ...daily, time_zone: 'UTC' }, daily, summer)).toMatchObject({ time: '08:00', time_zone: 'UTC' })
  })

  it('has no time zone without a time of day, and a weekday only for whole weeks (SCHED-21)', () => {
    expect(normaliseSchedule({ interval: 3600, ...local })).toEqual({
      interval: 3600,
      time: null,
      day_of_week: null,
      until: null,
    })
    expect(normaliseSchedule({ ...daily, local_day_of_week: 'Monday' })).toEqual(daily)
    const weekly = { ...daily, interval: 604_800, local_day_of_week: 'Monday' }
    expect(scheduleToStore(weekly, null, summer)).toEqual({ ...weekly, day_of_week: 'Monday' })
  })

  it.each([
    [{ time_zone: 'Mars/Olympus' }, '"Mars/Olympus" is not the name of a time zone, such as Europe/Berlin.'],
    [{ local_time: '8:00' }, '"8:00" is no time of day like 06:15.'],
    [{ local_day_of_week: 'Montag' }, '"Montag" is no English weekday.'],
    [{ local_time: undefined }, 'A schedule in a time zone needs both "local_time" and "time_zone".'],
    [{ time_zone: undefined }, 'A schedule in a time zone needs both "local_time" and "time_zone".'],
  ])('is refused with %j in one sentence (SCHED-21)', (fields, message) => {
    expect(() => normaliseSchedule({ ...daily, ...fields })).toThrow(message)
  })
})
