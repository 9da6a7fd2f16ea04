import { describe, expect, it } from 'vitest'
import { clockChanges, instantAt, isTimeZone, offsetAt, wallTime } from './time-zone.ts'

const HOUR_MS = 3_600_000
const at = (iso: string) => Date.parse(iso)

describe('the offset of a time zone', () => {
  it.each([
    ['UTC', '2026-07-01T00:00:00Z', 0],
    ['Europe/Zurich', '2026-01-15T12:00:00Z', 1],
    ['Europe/Zurich', '2026-07-15T12:00:00Z', 2],
    ['America/New_York', '2026-01-15T12:00:00Z', -5],
    ['Asia/Kolkata', '2026-07-01T00:00:00Z', 5.5],
    ['Asia/Kathmandu', '2026-07-01T00:00:00Z', 5.75],
    ['Australia/Lord_Howe', '2026-07-01T00:00:00Z', 10.5],
    ['Australia/Lord_Howe', '2026-01-01T00:00:00Z', 11],
    ['Pacific/Kiritimati', '2026-01-01T00:00:00Z', 14],
  ])('of %s at %s is %d hours', (zone, time, hours) => {
    expect(offsetAt(zone, at(time))).toBe(hours * HOUR_MS)
  })

  it('changes to the second on the days when the clock changes', () => {
    const offsets = ['2026-03-29T00:59:59.999Z', '2026-03-29T01:00:00Z', '2026-10-25T00:59:59Z', '2026-10-25T01:00:00Z'].map(
      (time) => offsetAt('Europe/Zurich', at(time)) / HOUR_MS,
    )
    expect(offsets).toEqual([1, 2, 2, 1])
  })

  it('is the local mean time of a city before time zones, to the second', () => {
    expect(offsetAt('Europe/Zurich', at('1850-01-01T00:00:00Z'))).toBe((34 * 60 + 8) * 1000)
    expect(offsetAt('Europe/Zurich', at('0099-01-01T00:00:00Z'))).toBe((34 * 60 + 8) * 1000)
    expect(offsetAt('Europe/Zurich', at('-000100-01-01T00:00:00Z'))).toBe((34 * 60 + 8) * 1000)
  })

  it('is the same for every hour of a decade as that of the formatter alone', () => {
    const zone = 'America/Santiago'
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    for (let time = at('2020-01-01T00:00:00Z'); time < at('2030-01-01T00:00:00Z'); time += 7 * HOUR_MS) {
      expect(wallTime(zone, time)).toBe(at(`${format.format(time).replace(' ', 'T')}Z`))
    }
  })
})

describe('the instant of a time on a clock', () => {
  it.each([
    ['UTC', '2026-03-29T02:30:00Z', '2026-03-29T02:30:00Z'],
    ['Europe/Berlin', '2026-07-01T08:00:00Z', '2026-07-01T06:00:00Z'],
    ['Asia/Kolkata', '2026-07-01T00:00:00Z', '2026-06-30T18:30:00Z'],
    // Skipped times, and one that is shown twice.
    ['Europe/Berlin', '2026-03-29T02:30:00Z', '2026-03-29T01:00:00Z'],
    ['Pacific/Apia', '2011-12-30T08:00:00Z', '2011-12-30T10:00:00Z'],
    ['Europe/Berlin', '2026-10-25T02:30:00Z', '2026-10-25T00:30:00Z'],
    ['Australia/Lord_Howe', '2026-04-05T01:45:00Z', '2026-04-04T14:45:00Z'],
  ])('of %s at %s is %s (SCHED-23)', (zone, wall, instant) => {
    expect(new Date(instantAt(zone, at(wall)))).toEqual(new Date(instant))
  })
})

describe('the name of a time zone', () => {
  it('is known or not', () => {
    expect(['UTC', 'Europe/Zurich', 'Nowhere/Land', ''].map(isTimeZone)).toEqual([true, true, false, false])
  })
})

describe('the changes of a clock', () => {
  it('are found between two instants (OPEN-207)', () => {
    const at = (text: string) => Date.parse(text)
    const hour = 3_600_000
    expect(clockChanges('Europe/Berlin', at('2024-01-01T00:00:00Z'), at('2024-12-31T00:00:00Z'))).toEqual([
      { from: at('2024-01-01T00:00:00Z'), offset: hour },
      { from: at('2024-03-31T01:00:00Z'), offset: 2 * hour },
      { from: at('2024-10-27T01:00:00Z'), offset: hour },
    ])
    expect(clockChanges('Asia/Kolkata', 0, at('2024-12-31T00:00:00Z'))).toEqual([{ from: 0, offset: 5.5 * hour }])
    expect(clockChanges('Europe/Berlin', 5, 5)).toEqual([{ from: 5, offset: hour }])
  })
})
