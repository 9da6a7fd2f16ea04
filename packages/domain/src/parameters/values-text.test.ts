import { expect, it } from 'vitest'
import { pastValuesText, valuesText } from './values-text.ts'

it('the values of a report name titles, lists and ranges, without empty ones (DASH-80)', () => {
  const definitions = [
    { name: 'c', title: 'Country' },
    { name: 'p', title: 'Period', type: 'date-range' },
    { name: 'e', title: 'Empty' },
  ]
  const values = { c: ['CH', 'DE'], p: { start: '2026-10-27', end: '2026-11-25' }, e: null }
  expect(valuesText(definitions, values)).toBe('Country: CH, DE · Period: 2026-10-27 – 2026-11-25')
  expect(valuesText([], {})).toBeNull()
  expect(valuesText([{ name: 'c' }], { c: 'x'.repeat(400) })).toHaveLength(300)
})

it('the values of a past run name titles, lists, ranges and empty optional ones, and what is no longer declared (OPEN-513)', () => {
  const definitions = [
    { name: 'c', title: 'Country' },
    { name: 'p', title: 'Period', type: 'date-range' },
    { name: 'o', title: 'City', optional: true },
  ]
  const values = { c: ['CH', 'DE'], p: { start: '2026-10-27', end: '2026-11-25' }, o: null, old_one: 0, empty: '' }
  expect(pastValuesText(definitions, values)).toBe('Country: CH, DE · Period: 2026-10-27 – 2026-11-25 · City: All · Old One: 0')
  expect(pastValuesText([], { c: 'x'.repeat(400) })).toHaveLength(403)
})

it('the values of a past run have the order of the parameters, and those that are no longer declared come last (OPEN-700)', () => {
  const definitions = [{ name: 'search' }, { name: 'city' }, { name: 'n' }]
  expect(pastValuesText(definitions, { n: 1, gone: 2, city: 'Bonn', search: "O'" })).toBe(
    "Search: O' · City: Bonn · N: 1 · Gone: 2",
  )
})
