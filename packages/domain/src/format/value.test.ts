import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { comparedText, computedText, type ValueFormats, valueText } from './value.ts'

const formats: ValueFormats = {
  dateFormat: 'DD.MM.YYYY',
  dateTimeFormat: 'DD.MM.YYYY HH:mm',
  integerFormat: '0,0',
  floatFormat: '0,0.00',
  nullText: '–',
  timeZone: 'UTC',
  numberMarks: { thousands: '.', decimal: ',' },
}

describe('a value in the formats of the organization', () => {
  it('is formatted by the type of its column', () => {
    expect(valueText(1234567, 'integer', formats)).toBe('1.234.567')
    expect(valueText('12345678901234567890', 'integer', formats)).toBe('12.345.678.901.234.567.890')
    expect(valueText(1234567.5, 'float', formats)).toBe('1.234.567,50')
    expect(valueText('2026-11-22', 'date', formats)).toBe('22.11.2026')
    expect(valueText('2026-11-22T14:05:09.000Z', 'datetime', formats)).toBe('22.11.2026 14:05')
  })

  it('is unchanged if its type has no format, or if it does not have that type', () => {
    expect(valueText('01234', 'string', formats)).toBe('01234')
    expect(valueText(1234567, null, formats)).toBe('1234567')
    expect(valueText('soon', 'date', formats)).toBe('soon')
    expect(valueText('many', 'integer', formats)).toBe('many')
    expect(valueText(true, 'integer', formats)).toBe('true')
  })

  it('keeps every digit for a comparison', () => {
    expect(comparedText(1234567.5, formats.numberMarks)).toBe('1.234.567,5')
    expect(comparedText(20.004, formats.numberMarks)).toBe('20,004')
    expect(comparedText(1e-7, formats.numberMarks)).toBe('0,0000001')
    expect(comparedText(-1e21, formats.numberMarks)).toBe('-1.000.000.000.000.000.000.000')
    expect(comparedText('01234', formats.numberMarks)).toBe('01234')
  })

  it('has no more decimals than the organization writes, if it is computed and stays different from the other (OPEN-798)', () => {
    const beside = (value: Cell & {}, reference: Cell) => computedText(value, reference, { ...formats, floatFormat: '0,0.00' })
    expect(beside(11.188015148139897, 20)).toBe('11,19')
    expect(beside(11.188015148139897, null)).toBe('11,19')
    expect(beside(20.004, 20)).toBe('20,004')
    expect(beside(19.9961, 20)).toBe('19,9961')
    expect([beside(25.5, 20), beside(25, 20), beside('01234', 20)]).toEqual(['25,5', '25', '01234'])
  })
})

describe('a value that does not fit the format of its column', () => {
  it('is unchanged: booleans, numbers in date columns, dates in columns of other types', () => {
    expect(valueText(false, 'float', formats)).toBe('false')
    expect(valueText(0, 'date', formats)).toBe('0')
    expect(valueText(0, 'datetime', formats)).toBe('0')
    expect(valueText('2026-11-22T14:05:09Z', 'string', formats)).toBe('2026-11-22T14:05:09Z')
    expect(valueText('2026-11-22', null, formats)).toBe('2026-11-22')
  })
})
