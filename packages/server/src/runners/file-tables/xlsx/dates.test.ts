import { describe, expect, it } from 'vitest'
import { isDateFormat, serialDate } from './dates.ts'

describe('number formats of a workbook', () => {
  it.each([
    [14, true],
    [22, true],
    [58, true],
    [0, false],
    [13, false],
    [23, false],
    [49, false],
  ])('recognizes the built-in date format %i', (id, isDate) => {
    expect(isDateFormat(id, undefined)).toBe(isDate)
  })

  it.each([
    ['yyyy\\-mm\\-dd', true],
    ['[$-409]h:mm AM/PM', true],
    ['[h]:mm', true],
    ['[ss]', true],
    ['[hh]', true],
    ['[mm]', true],
    ['[Red]0.00', false],
    ['0.00', false],
    ['"days" 0', false],
    ['0\\d', false],
    ['0_d', false],
    ['*d0', false],
    ['General', false],
    ['[MAGENTA]0', false],
  ])('recognizes a date format by its code: %s', (code, isDate) => {
    expect(isDateFormat(14, code)).toBe(isDate)
    expect(isDateFormat(200, code)).toBe(isDate)
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
    expect(serialDate(days, false)).toEqual({ kind, text })
  })

  it('counts from 1904 if the workbook does', () => {
    expect(serialDate(0, true)).toEqual({ kind: 'date', text: '1904-01-01' })
    expect(serialDate(0.5, true)).toEqual({ kind: 'datetime', text: '1904-01-01 12:00:00' })
    expect(serialDate(59, true)).toEqual({ kind: 'date', text: '1904-02-29' })
  })

  it('have no date before day 0 and beyond the year 9999', () => {
    expect([serialDate(-0.1, false), serialDate(2_958_466, false)]).toEqual([null, null])
  })
})
