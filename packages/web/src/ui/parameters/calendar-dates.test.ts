import { describe, expect, it } from 'vitest'
import { datesOf, firstMonth, isReversed, onDays } from './calendar-dates.ts'

const clock = { now: new Date('2024-03-20T10:00:00Z'), timeZone: 'UTC', weekStart: 1 } as const
const range = { name: 'r', type: 'date-range' }

describe('the dates of a calendar', () => {
  it('are those of the value, or those that a dynamic value has now (PARAM-52)', () => {
    expect(datesOf(range, { start: '2024-02-05', end: '2024-02-29' }, clock)).toEqual(['2024-02-05', '2024-02-29'])
    expect(datesOf(range, 'd_last_month', clock)).toEqual(['2024-02-01', '2024-02-29'])
    expect(datesOf(range, null, clock)).toEqual([null, null])
    expect(datesOf({ name: 'd', type: 'date' }, 'd_yesterday', clock)).toEqual(['2024-03-19'])
  })

  it('keep their times of day on other days; a new range lasts from the start of a day to the end of one (PARAM-53)', () => {
    const replaced = ['2024-02-05 08:00', '2024-02-29 09:30']
    expect(onDays(['2024-03-01', '2024-03-02'], replaced, 'minute')).toEqual(['2024-03-01 08:00', '2024-03-02 09:30'])
    expect(onDays(['2024-03-01', '2024-03-02'], [null, null], 'second')).toEqual(['2024-03-01 00:00:00', '2024-03-02 23:59:59'])
    expect(onDays(['2024-03-01', null], [null, null], 'day')).toEqual(['2024-03-01', null])
  })

  it('are no range if the end is before the start (PARAM-53)', () => {
    expect(isReversed(['2024-03-02', '2024-03-01'])).toBe(true)
    expect(isReversed(['2024-03-01 10:00', '2024-03-01 10:00'])).toBe(false)
    expect(isReversed(['2024-03-01', null])).toBe(false)
  })

  it('are in the last of the months that are shown (PARAM-52)', () => {
    expect(firstMonth(['2023-11-05', '2024-01-31'], '2024-03-20', 2)).toBe('2023-12-01')
    expect(firstMonth(['2024-01-31', null], '2024-03-20', 1)).toBe('2024-01-01')
    expect(firstMonth([null, null], '2024-03-31', 2)).toBe('2024-02-01')
  })
})
