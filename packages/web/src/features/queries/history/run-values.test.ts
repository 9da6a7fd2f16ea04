import { plainMarks } from '@sightline/domain/format/number.ts'
import { describe, expect, it } from 'vitest'
import { ownValuesText, ranParameters } from './run-values.ts'

const formats = { dateFormat: 'YYYY-MM-DD', dateTimeFormat: 'YYYY-MM-DD HH:mm', numberMarks: plainMarks }
const parameters = [
  { name: 'c', title: 'Country' },
  { name: 'n', title: 'Later' },
]

describe('the values of an own run', () => {
  it('stand after the titles of its query, and after titles made of their names without one (OPEN-792)', () => {
    const query = { id: 1, name: 'Sales', parameters }
    expect(ownValuesText({ query, parameters: { c: ['CH', 'DE'] } }, formats)).toBe('Country: CH, DE')
    expect(ownValuesText({ query: null, parameters: { c: 'CH' } }, formats)).toBe('C: CH')
    expect(ownValuesText({ query, parameters: null }, formats)).toBe('')
  })

  it('open its query with those parameters that the run had a value for (OPEN-792)', () => {
    expect(ranParameters(parameters, { c: 'CH', gone: 1 })).toEqual([{ name: 'c', title: 'Country', value: 'CH' }])
    expect(ranParameters(parameters, null)).toEqual([])
  })
})
