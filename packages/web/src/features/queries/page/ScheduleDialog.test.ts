import type { Schedule } from '@sightline/contract/queries.ts'
import { describe, expect, it } from 'vitest'
import { clockText, dueTimeText } from '../../../ui/schedule/local-time.ts'
import { failureText } from './ScheduleDialog.tsx'

const PATTERN = 'YYYY-MM-DD HH:mm'
const now = new Date('2026-11-22T22:30:00Z')
const berlin = 'Europe/Berlin'
const at = (text: string) => dueTimeText(new Date(text), now, PATTERN, berlin)
const hourly: Schedule = { interval: 3600, time: null, day_of_week: null, until: null }

describe('a future time', () => {
  it('is shown with the day in the time zone of the reader', () => {
    expect(at('2026-11-22T22:45:00Z')).toBe('Today, 2026-11-22 23:45')
    expect(at('2026-11-22T23:15:00Z')).toBe('Tomorrow, 2026-11-23 00:15')
    expect(at('2026-11-23T23:15:00Z')).toBe('Tue, 2026-11-24 00:15')
  })

  it('is shown with the UTC offset of that time', () => {
    expect(at('2027-07-01T10:00:00Z')).toBe('Thu, 2027-07-01 12:00')
  })
})

describe('the text beside the time', () => {
  const daily: Schedule = { ...hourly, interval: 86_400, time: '05:15', local_time: '06:15', time_zone: 'Europe/Berlin' }
  const weekly = { ...daily, interval: 604_800, local_time: '00:15', local_day_of_week: 'Sunday' }

  it('is the time in UTC, with its weekday if that differs (OPEN-46)', () => {
    expect(clockText(daily, berlin, now)).toBe('05:15 UTC')
    expect(clockText(weekly, berlin, now)).toBe('Saturday 23:15 UTC')
    expect(clockText({ ...weekly, local_time: '06:15' }, berlin, now)).toBe('05:15 UTC')
  })

  it('names the zone in which the time is kept if the reader has another one (SCHED-22)', () => {
    expect(clockText(daily, 'Asia/Kolkata', now)).toBe('Europe/Berlin, 05:15 UTC')
    expect(clockText(weekly, 'Asia/Kolkata', now)).toBe('Europe/Berlin, Saturday 23:15 UTC')
  })

  it('names UTC for a time that is kept there, and what it is for the reader (OPEN-142)', () => {
    const inUtc = { ...weekly, time_zone: 'UTC', local_time: '23:15', local_day_of_week: 'Saturday' }
    expect(clockText(inUtc, berlin, now)).toBe('UTC (Sunday 00:15 in Europe/Berlin)')
    expect(clockText({ ...inUtc, local_time: '05:15' }, berlin, now)).toBe('UTC (06:15 in Europe/Berlin)')
    expect(clockText({ ...daily, time_zone: 'UTC', local_time: '23:15' }, berlin, now)).toBe('UTC (00:15 in Europe/Berlin)')
    expect(clockText(inUtc, 'UTC', now)).toBe('23:15 UTC')
  })
})

describe('failed runs', () => {
  const text = (schedule_failures: number, scheduled_at: string | null = '2026-11-22T21:40:00Z') =>
    failureText({ schedule: hourly, schedule_failures, scheduled_at }, now, PATTERN, berlin)

  it('are counted, and the next attempt is named (OPEN-48)', () => {
    expect(text(0)).toBeNull()
    expect(text(1)).toBe('The last scheduled run failed. Next try: Today, 2026-11-22 23:42.')
    expect(text(4)).toBe('The last 4 scheduled runs failed. Next try: Today, 2026-11-22 23:56.')
    expect(text(2, '2026-11-22T20:00:00Z')).toBe('The last 2 scheduled runs failed. It is tried again within half a minute.')
    expect(text(60)).toBe('The last 60 scheduled runs failed. It is not tried again by itself.')
  })

  it('are not shown for a query without a schedule', () => {
    expect(failureText({ schedule: null, schedule_failures: 3, scheduled_at: null }, now, PATTERN, berlin)).toBeNull()
  })
})
