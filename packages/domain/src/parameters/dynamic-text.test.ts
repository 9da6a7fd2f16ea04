import { expect, it } from 'vitest'
import { dynamicText } from './dynamic-text.ts'
import type { ClockContext } from './wall-clock.ts'

// 01:30 on Tuesday, 24 November, in India.
const clock: ClockContext = { now: new Date('2026-11-23T20:00:00Z'), timeZone: 'Asia/Kolkata', weekStart: 1 }
const range = { name: 'r', type: 'date-range' }

it.each([
  ['d_today', '24 Nov'],
  ['d_this_week', '23 Nov – 29 Nov'],
  ['d_last_7_days', '17 Nov – 24 Nov'],
  ['d_last_30_days', '25 Oct – 24 Nov'],
  ['d_last_12_months', '24 Nov 2025 – 24 Nov 2026'],
  ['d_last_year', '1 Jan – 31 Dec 2025'],
  ['2026-11-24', ''],
])('shows the dates of %s as "%s" (PARAM-72)', (key, text) => {
  expect(dynamicText(range, key, clock)).toBe(text)
})

it('shows the time of day of types that have one (PARAM-72)', () => {
  expect(dynamicText({ name: 'd', type: 'datetime-local' }, 'd_now', clock)).toBe('24 Nov 01:30')
  expect(dynamicText({ name: 'd', type: 'date' }, 'd_yesterday', clock)).toBe('23 Nov')
  const times = { name: 'r', type: 'datetime-range-with-seconds' }
  expect(dynamicText(times, 'd_last_7_days', clock)).toBe('17 Nov 00:00 – 24 Nov 01:30')
  expect(dynamicText(times, 'd_today', clock)).toBe('24 Nov 00:00 – 24 Nov 23:59')
})
