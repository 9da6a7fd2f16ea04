import { expect, it } from 'vitest'
import { numberMarks, plainMarks } from '../format/number.ts'
import { pastValuesText, valuesText, valueText } from './values-text.ts'

const plain = { dateFormat: 'YYYY-MM-DD', dateTimeFormat: 'YYYY-MM-DD HH:mm', numberMarks: plainMarks }
const german = { dateFormat: 'DD.MM.YYYY', dateTimeFormat: 'DD.MM.YYYY HH:mm', numberMarks: numberMarks('.', ',') }

it('the values of a report name titles, lists and ranges, without empty ones (DASH-80)', () => {
  const definitions = [
    { name: 'c', title: 'Country' },
    { name: 'p', title: 'Period', type: 'date-range' },
    { name: 'e', title: 'Empty' },
  ]
  const values = { c: ['CH', 'DE'], p: { start: '2026-10-27', end: '2026-11-25' }, e: null }
  expect(valuesText(definitions, values, plain)).toBe('Country: CH, DE · Period: 2026-10-27 – 2026-11-25')
  expect(valuesText([], {}, plain)).toBeNull()
  expect(valuesText([{ name: 'c' }], { c: 'x'.repeat(400) }, plain)).toHaveLength(300)
})

it('the values of a past run name titles, lists, ranges and empty optional ones, and what is no longer declared (OPEN-513)', () => {
  const definitions = [
    { name: 'c', title: 'Country' },
    { name: 'p', title: 'Period', type: 'date-range' },
    { name: 'o', title: 'City', optional: true },
  ]
  const values = { c: ['CH', 'DE'], p: { start: '2026-10-27', end: '2026-11-25' }, o: null, old_one: 0, empty: '' }
  expect(pastValuesText(definitions, values, plain)).toBe(
    'Country: CH, DE · Period: 2026-10-27 – 2026-11-25 · City: All · Old One: 0',
  )
  expect(pastValuesText([], { c: 'x'.repeat(400) }, plain)).toHaveLength(403)
})

it('dates and ranges have the formats of the organization, with the seconds of the value (OPEN-658)', () => {
  const written = (value: unknown, type: string) => valueText(value, german, { name: 'p', type })
  expect(written('2026-11-01', 'date')).toBe('01.11.2026')
  expect(written({ start: '2026-11-01', end: '2026-11-30' }, 'date-range')).toBe('01.11.2026 – 30.11.2026')
  expect(written('2026-11-01 08:05', 'datetime-local')).toBe('01.11.2026 08:05')
  expect(written('2026-11-01 08:05:09', 'datetime-with-seconds')).toBe('01.11.2026 08:05:09')
})

it('numbers have the decimal separator of the organization and no groups, since many are years and ids (OPEN-658)', () => {
  expect([2026, -0.25, 1_000_000].map((value) => valueText(value, german))).toEqual(['2026', '-0,25', '1000000'])
})

it('a text keeps its form if its parameter is a text, and is a date by its form without a parameter (OPEN-658)', () => {
  expect(valueText('2026-11-01', german, { name: 'p', type: 'text' })).toBe('2026-11-01')
  expect(valueText(['2026-11-01', 'soon'], german)).toBe('01.11.2026, soon')
})

it('the values of a past run have the order of the parameters, and those that are no longer declared come last (OPEN-700)', () => {
  const definitions = [{ name: 'search' }, { name: 'city' }, { name: 'n' }]
  expect(pastValuesText(definitions, { n: 1, gone: 2, city: 'Bonn', search: "O'" }, plain)).toBe(
    "Search: O' · City: Bonn · N: 1 · Gone: 2",
  )
})
