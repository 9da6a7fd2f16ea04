import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { weekdays } from './spans.ts'
import { toLocal, toUtc, type WeekTime } from './zone.ts'

describe("a schedule's time on the reader's clock", () => {
  it('is stored in UTC, on the weekday on which it falls there (OPEN-46)', () => {
    expect(toUtc({ time: '01:15', day_of_week: 'Sunday' }, 120)).toEqual({ time: '23:15', day_of_week: 'Saturday' })
    expect(toUtc({ time: '19:30', day_of_week: 'Saturday' }, -300)).toEqual({ time: '00:30', day_of_week: 'Sunday' })
    expect(toUtc({ time: '12:00', day_of_week: 'Monday' }, 0)).toEqual({ time: '12:00', day_of_week: 'Monday' })
    expect(toUtc({ time: '05:45', day_of_week: null }, 345)).toEqual({ time: '00:00', day_of_week: null })
  })

  it('is shown as the reader reads it (OPEN-46)', () => {
    expect(toLocal({ time: '23:15', day_of_week: 'Saturday' }, 120)).toEqual({ time: '01:15', day_of_week: 'Sunday' })
    expect(toLocal({ time: '00:15', day_of_week: 'Sunday' }, -300)).toEqual({ time: '19:15', day_of_week: 'Saturday' })
  })

  const weekTimes: fc.Arbitrary<WeekTime> = fc
    .record({
      minutes: fc.integer({ min: 0, max: 1439 }),
      day_of_week: fc.constantFrom(null, ...weekdays),
    })
    .map(({ minutes, day_of_week }) => ({ time: new Date(minutes * 60_000).toISOString().slice(11, 16), day_of_week }))
  // Of all zones that there are: 12 hours behind UTC to 14 hours ahead of it, by quarters of an hour.
  const offsets = fc.integer({ min: -48, max: 56 }).map((quarters) => quarters * 15)

  it('comes back as it was, in every zone (OPEN-46)', () => {
    fc.assert(
      fc.property(weekTimes, offsets, (time, offset) => {
        expect(toLocal(toUtc(time, offset), offset)).toEqual(time)
        expect(toUtc(toLocal(time, offset), offset)).toEqual(time)
      }),
    )
  })

  it('is the same moment of the week, in every zone (OPEN-46)', () => {
    const minuteOfWeek = ({ time, day_of_week }: WeekTime) =>
      weekdays.indexOf(day_of_week ?? '') * 1440 + Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
    fc.assert(
      fc.property(weekTimes, offsets, (utc, offset) => {
        fc.pre(utc.day_of_week !== null)
        const week = 7 * 1440
        const apart = minuteOfWeek(toLocal(utc, offset)) - minuteOfWeek(utc) - offset
        expect(Math.abs(apart % week)).toBe(0)
      }),
    )
  })
})

describe('a weekday that nobody knows', () => {
  it('is none on the clock of a reader', () => {
    expect(toLocal({ time: '12:00', day_of_week: 'Someday' }, 60)).toEqual({ time: '13:00', day_of_week: null })
  })
})
