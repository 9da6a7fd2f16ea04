import { expect, it } from 'vitest'
import { numberMarks, plainMarks } from '../format/number.ts'
import { currentText, pastValuesText, valuesText, valueText } from './values-text.ts'

const plain = { dateFormat: 'YYYY-MM-DD', dateTimeFormat: 'YYYY-MM-DD HH:mm', numberMarks: plainMarks }
const german = { dateFormat: 'DD.MM.YYYY', dateTimeFormat: 'DD.MM.YYYY HH:mm', numberMarks: numberMarks('.', ',') }
const clock = { now: new Date('2026-11-29T10:00:00Z'), timeZone: 'Europe/Zurich', weekStart: 1 } as const

it('the values of a report name titles, lists and ranges, without empty ones (DASH-80)', () => {
  const definitions = [
    { name: 'c', title: 'Country', type: 'enum', enumOptions: 'CH\nDE', multiValuesOptions: {}, value: ['CH', 'DE'] },
    { name: 'p', title: 'Period', type: 'date-range', value: { start: '2026-10-27', end: '2026-11-25' } },
    { name: 'e', title: 'Empty', value: null },
  ]
  expect(valuesText(definitions, clock, plain)).toBe('Country: CH, DE · Period: 2026-10-27 – 2026-11-25')
  expect(valuesText([], clock, plain)).toBeNull()
  expect(valuesText([{ name: 'c', value: 'x'.repeat(400) }], clock, plain)).toHaveLength(300)
})

it('a dynamic value has its name and the dates that it stands for, a single day once (OPEN-465)', () => {
  const written = (value: string, type: string) => currentText({ name: 'p', type, value }, clock, german)
  expect(written('d_last_7_days', 'date-range')).toBe('Last 7 days (22.11.2026 – 29.11.2026)')
  expect(written('d_today', 'date-range')).toBe('Today (29.11.2026)')
  expect(written('d_yesterday', 'date')).toBe('Yesterday (28.11.2026)')
  expect(written('d_last_hour', 'datetime-range')).toBe('Last hour (29.11.2026 10:00 – 29.11.2026 11:00)')
  expect(written('d_last_7_days', 'text')).toBe('d_last_7_days')
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
  expect([2026, -0.25, 1_000_000].map((value) => valueText(value, german, { name: 'n', type: 'number' }))).toEqual([
    '2026',
    '-0,25',
    '1000000',
  ])
})

it('a text keeps its form unless its parameter is a date, also if the query no longer declares the parameter (OPEN-469)', () => {
  expect(valueText('2026-11-01', german, { name: 'p', type: 'text' })).toBe('2026-11-01')
  expect(valueText(['2026-11-01', 'soon'], german, { name: 'p' })).toBe('2026-11-01, soon')
  const values = {
    release: '2026-11-01',
    day: '2026-11-01',
    gone: '2026-11-01',
    span: { start: '2026-11-01', end: '2026-11-02' },
  }
  const definitions = [
    { name: 'release', type: 'text' },
    { name: 'day', type: 'date' },
  ]
  expect(pastValuesText(definitions, values, german)).toBe(
    'Release: 2026-11-01 · Day: 01.11.2026 · Gone: 2026-11-01 · Span: 01.11.2026 – 02.11.2026',
  )
})

it('the values of a past run have the order of the parameters, and those that are no longer declared come last (OPEN-700)', () => {
  const definitions = [{ name: 'search' }, { name: 'city' }, { name: 'n' }]
  expect(pastValuesText(definitions, { n: 1, gone: 2, city: 'Bonn', search: "O'" }, plain)).toBe(
    "Search: O' · City: Bonn · N: 1 · Gone: 2",
  )
})
