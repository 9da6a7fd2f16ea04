import { expect, it } from 'vitest'
import { valuesText } from './values-text.ts'

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
