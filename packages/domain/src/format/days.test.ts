import { describe, expect, it } from 'vitest'
import { areDays, areWholeDays, formatsFor, isDayStart } from './days.ts'

describe('the beginning of a day', () => {
  it.each([
    ['2026-06-30T22:00:00Z', 'Europe/Berlin', true],
    ['2026-06-30T22:00:00.000000Z', 'Europe/Berlin', true],
    ['2026-07-01T00:00:00+02:00', 'Europe/Berlin', true],
    ['2026-06-30T22:00:00Z', 'UTC', false],
    ['2026-06-30T18:30:00Z', 'Asia/Kolkata', true],
    ['2026-06-30T22:00:00.000001Z', 'Europe/Berlin', false],
    ['2026-06-30T22:01:00Z', 'Europe/Berlin', false],
    // Both days on which the clock changes at two or three o'clock.
    ['2026-03-28T23:00:00Z', 'Europe/Berlin', true],
    ['2026-10-24T22:00:00Z', 'Europe/Berlin', true],
    ['2026-03-29T22:00:00Z', 'Europe/Berlin', true],
    // The day begins at one o'clock, because the clock is put forward at midnight.
    ['2026-09-06T04:00:00Z', 'America/Santiago', true],
    ['2026-09-07T04:00:00Z', 'America/Santiago', false],
    ['0001-01-01T00:00:00Z', 'UTC', true],
    // Times without a zone are shown as the database returns them.
    ['2026-07-01T00:00:00', 'UTC', false],
    ['2026-07-01', 'UTC', false],
    [null, 'UTC', false],
    [0, 'UTC', false],
  ])('is %s in %s: %s (TABLE-41)', (cell, timeZone, expected) => {
    expect(isDayStart(cell, timeZone)).toBe(expected)
  })
})

describe('a column of times', () => {
  const formats = { dateFormat: 'DD/MM/YY', dateTimeFormat: 'DD/MM/YY HH:mm', timeZone: 'Europe/Berlin' }

  it('holds days if all of its values are the beginning of one (TABLE-41)', () => {
    expect(areDays(['2026-06-30T22:00:00Z', null, '2026-07-31T22:00:00Z'], 'Europe/Berlin')).toBe(true)
    expect(areDays(['2026-06-30T22:00:00Z', '2026-07-31T22:30:00Z'], 'Europe/Berlin')).toBe(false)
    expect(areDays([null], 'Europe/Berlin')).toBe(false)
    expect(areDays([], 'Europe/Berlin')).toBe(false)
  })

  it('of days has the format of dates (TABLE-41)', () => {
    expect(formatsFor(['2026-06-30T22:00:00Z'], formats)).toEqual({ ...formats, dateTimeFormat: 'DD/MM/YY' })
    expect(formatsFor(['2026-06-30T22:10:00Z'], formats)).toBe(formats)
  })

  it('are whole days as the names of categories if those with and without a zone are (OPEN-140)', () => {
    const areAll = (...names: string[]) => areWholeDays(names, 'Europe/Berlin')
    expect(areAll('2026-06-30T22:00:00Z', 'null', '2026-07-01', '2026-07-01T00:00:00')).toBe(true)
    for (const name of ['2026-07-01T00:00:00Z', '2026-07-01T12:00:00', '2026-07-01T00:00:00.000001']) {
      expect(areAll('2026-07-01', name)).toBe(false)
    }
    expect([areAll(), areAll('null')]).toEqual([false, false])
  })
})
