import { describe, expect, it } from 'vitest'
import { dateFormat, serialDate } from './dates.ts'

describe('number formats of a workbook', () => {
  it.each([
    [14, 'date'],
    [18, 'time'],
    [21, 'time'],
    [22, 'date'],
    [45, 'time'],
    [46, 'duration'],
    [47, 'time'],
    [58, 'date'],
    [0, null],
    [13, null],
    [23, null],
    [49, null],
  ])('knows what the built-in format %i shows: %s', (id, shown) => {
    expect(dateFormat(id, undefined)).toBe(shown)
  })

  it.each([
    ['yyyy\\-mm\\-dd', 'date'],
    ['d/m h:mm', 'date'],
    ['yyyy h', 'date'],
    ['mmmm', 'date'],
    ['[$-409]h:mm AM/PM', 'time'],
    ['mm:ss.0', 'time'],
    ['[h]:mm', 'duration'],
    ['[ss]', 'duration'],
    ['[hh]', 'duration'],
    ['[mm]', 'duration'],
    ['[Red]0.00', null],
    ['0.00', null],
    ['"days" 0', null],
    ['0\\d', null],
    ['0_d', null],
    ['*d0', null],
    ['General', null],
    ['[MAGENTA]0', null],
  ])('knows what a format shows by its code: %s', (code, shown) => {
    expect(dateFormat(14, code)).toBe(shown)
    expect(dateFormat(200, code)).toBe(shown)
  })
})

describe('serial numbers of a workbook', () => {
  it.each([
    [1, 'date', '1900-01-01'],
    [59, 'date', '1900-02-28'],
    [61, 'date', '1900-03-01'],
    [45_351, 'date', '2024-02-29'],
    [45_351.5, 'datetime', '2024-02-29 12:00:00'],
    [45_351.000_005_787, 'datetime', '2024-02-29 00:00:00.500'],
    [0, 'time', '00:00:00'],
    [0.75, 'time', '18:00:00'],
    [2_958_465, 'date', '9999-12-31'],
  ])('converts %d to a %s', (days, kind, text) => {
    expect(serialDate(days, 'date', false)).toEqual({ kind, text })
  })

  it('counts from 1904 if the workbook does', () => {
    expect(serialDate(0, 'date', true)).toEqual({ kind: 'date', text: '1904-01-01' })
    expect(serialDate(0.5, 'date', true)).toEqual({ kind: 'datetime', text: '1904-01-01 12:00:00' })
    expect(serialDate(59, 'date', true)).toEqual({ kind: 'date', text: '1904-02-29' })
  })

  it('are times of day in formats without a date, also from 1904 on (OPEN-741)', () => {
    expect([0, 0.75].map((days) => serialDate(days, 'time', true)?.text)).toEqual(['00:00:00', '18:00:00'])
    expect(serialDate(0.75, 'time', false)).toEqual({ kind: 'time', text: '18:00:00' })
  })

  it.each([
    [0.25, 'time', '06:00:00'],
    [1, 'text', '24:00:00'],
    [1.25, 'text', '30:00:00'],
    [416.666_671_3, 'text', '10000:00:00.400'],
  ])('are lengths of time in formats of hours beyond a day: %d is the %s %s (OPEN-741)', (days, kind, text) => {
    for (const is1904 of [false, true]) expect(serialDate(days, 'duration', is1904)).toEqual({ kind, text })
  })

  it('have no date before day 0 and beyond the year 9999', () => {
    expect([serialDate(-0.1, 'date', false), serialDate(2_958_466, 'date', false)]).toEqual([null, null])
  })
})
