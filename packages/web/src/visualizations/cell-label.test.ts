import { expect, it } from 'vitest'
import { cellLabel, fractionLabel, tickLabel } from './cell-label.ts'
import { column, sampleFormats } from './samples.ts'

const formats = { ...sampleFormats, dateFormat: 'DD.MM.YYYY', dateTimeFormat: 'DD.MM.YYYY HH:mm', nullText: 'none' }
const date = column('day', 'date')
const datetime = column('at', 'datetime')
const text = column('word', 'string')

it('writes dates in the formats of the installation', () => {
  expect(cellLabel('2024-05-01', date, formats)).toBe('01.05.2024')
  expect(cellLabel('2024-05-01T10:07:30', datetime, formats)).toBe('01.05.2024 10:07')
})

it('leaves other values unchanged whatever the column type is', () => {
  expect(cellLabel('2024-05-01', text, formats)).toBe('2024-05-01')
  expect(cellLabel('2024-05-01', undefined, formats)).toBe('2024-05-01')
  expect(cellLabel('soon', date, formats)).toBe('soon')
  expect(cellLabel(2024, date, formats)).toBe('2024')
  expect(cellLabel(2024, datetime, formats)).toBe('2024')
  expect(cellLabel(1.5, text, formats)).toBe('1.5')
  expect(cellLabel(false, text, formats)).toBe('false')
})

it('writes a missing value as tables do', () => {
  for (const each of [date, datetime, text, undefined]) expect(cellLabel(null, each, formats)).toBe('none')
})

it('writes fractions with the separators of the installation, and nothing else', () => {
  const marks = { ...formats, numberMarks: { ...formats.numberMarks, thousands: '.', decimal: ',' } }
  expect(fractionLabel(1234.5, marks)).toBe('1.234,5')
  expect(fractionLabel(1234, marks)).toBeNull()
  for (const cell of ['1.5', null, true]) expect(fractionLabel(cell, marks)).toBeNull()
})

it('writes ticks with an exponent where abbreviations end, and zero without (CHART-58)', () => {
  const ticks = [0, 5e17, 1e18].map((value) => tickLabel(value, 1e18, sampleFormats.numberMarks))
  expect(ticks).toEqual(['0', '5e+17', '1e+18'])
  expect(tickLabel(5e12, 9e14, sampleFormats.numberMarks)).toBe('5T')
})
