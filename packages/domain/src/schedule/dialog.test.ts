import type { Schedule } from '@sightline/contract/queries.ts'
import { describe, expect, it } from 'vitest'
import { localTimeOf, scheduleToEdit, scheduleToSave, withInterval, withLocalTime } from './dialog.ts'

const weekly: Schedule = { interval: 604800, time: '07:00', day_of_week: 'Monday', until: '2027-01-31' }
const none = scheduleToEdit(null)

describe('choosing an interval', () => {
  it('Never clears until and time, and is saved as no schedule (SCHED-06)', () => {
    const never = withInterval(weekly, null)
    expect(never).toEqual({ interval: null, time: null, day_of_week: null, until: null })
    expect(scheduleToSave(never)).toBeNull()
  })

  it('minutes and hours clear the time (SCHED-07)', () => {
    for (const interval of [30, 60, 3600, 43200]) {
      expect(withInterval(weekly, interval)).toEqual({ interval, time: null, day_of_week: null, until: '2027-01-31' })
    }
  })

  it('what is no whole weeks clears the weekday (SCHED-08)', () => {
    for (const interval of [60, 86400, 2592000]) expect(withInterval(weekly, interval).day_of_week).toBeNull()
    expect(withInterval(weekly, 1209600).day_of_week).toBe('Monday')
  })

  it('days and weeks set the time to 00:15 UTC when there is none (SCHED-09)', () => {
    for (const interval of [86400, 604800, 2592000]) {
      expect(withInterval(none, interval).time).toBe('00:15')
      expect(withInterval(weekly, interval).time).toBe('07:00')
    }
  })

  it('weeks set the weekday to Sunday when there is none (SCHED-10, OPEN-47)', () => {
    expect(withInterval(none, 604800).day_of_week).toBe('Sunday')
    expect(withInterval(none, 1209600).day_of_week).toBe('Sunday')
    expect(withInterval(weekly, 1209600).day_of_week).toBe('Monday')
  })
})

describe("the dialog on the reader's clock", () => {
  it('shows the local time and weekday, and none where the interval has none (OPEN-46)', () => {
    expect(localTimeOf({ ...weekly, time: '23:15' }, 120)).toEqual({ time: '01:15', day_of_week: 'Tuesday' })
    expect(localTimeOf(withInterval(weekly, 3600), 120)).toBeNull()
  })

  it('keeps the weekday that is seen when another time moves the day in UTC (OPEN-46)', () => {
    const shown = localTimeOf(weekly, -300)
    expect(shown).toEqual({ time: '02:00', day_of_week: 'Monday' })
    const evening = withLocalTime(weekly, { time: '21:00', day_of_week: 'Monday' }, -300)
    expect(evening).toEqual({ ...weekly, time: '02:00', day_of_week: 'Tuesday' })
    expect(localTimeOf(evening, -300)).toEqual({ time: '21:00', day_of_week: 'Monday' })
  })

  it('begins with what is stored, without the mark of a schedule that could not be read', () => {
    expect(scheduleToEdit({ ...weekly, disabled: true })).toEqual(weekly)
    expect(scheduleToSave(weekly)).toEqual(weekly)
  })
})
