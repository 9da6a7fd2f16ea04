import { expect, it } from 'vitest'
import { healthOf, staleAfter } from './health.ts'

const NOW = new Date('2026-11-26T12:00:00Z')
const before = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)
const schedule = { interval: 3600, time: null, day_of_week: null, until: null }
const DAY_S = 86_400

it('a result is stale two intervals of the schedule after it was retrieved, with a tenth and five minutes of grace (QLIST-19)', () => {
  expect(staleAfter(schedule, NOW)).toBe(7860)
  expect(staleAfter({ ...schedule, interval: DAY_S }, NOW)).toBe(181_740)
  expect(healthOf(null, 7860, before(7860), NOW)).toBe('ok')
  expect(healthOf(null, 7860, before(7861), NOW)).toBe('stale')
})

it('a result without a running schedule is never stale (QLIST-19)', () => {
  const stopped = [null, { ...schedule, interval: null }, { ...schedule, disabled: true }, { ...schedule, until: '2026-11-26' }]
  expect(stopped.map((each) => staleAfter(each, NOW))).toEqual([null, null, null, null])
  expect(staleAfter({ ...schedule, until: '2026-11-27' }, NOW)).toBe(7860)
  expect(healthOf(null, null, before(365 * DAY_S), NOW)).toBe('ok')
  expect(healthOf(null, 7860, null, NOW)).toBe('ok')
})

it('a result is failing if a refresh failed after it was retrieved, or if there is none (WIDGET-40)', () => {
  expect(healthOf(before(60), null, before(61), NOW)).toBe('failing')
  expect(healthOf(before(60), 7860, before(DAY_S), NOW)).toBe('failing')
  expect(healthOf(before(60), null, null, NOW)).toBe('failing')
  expect(healthOf(before(60), null, before(59), NOW)).toBe('ok')
})
