import type { DropdownOption } from '@sightline/contract/queries.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import type { ClockContext } from '@sightline/domain/parameters/wall-clock.ts'
import { describe, expect, it } from 'vitest'
import { toApiError } from '../api/error.ts'
import { choicesOf, chosenQuery } from './dropdown-options.ts'
import { dropdownsOf, neededFirst, withDropdownValues } from './dropdowns.ts'

const clock: ClockContext = { now: new Date('2024-05-15T10:20:30Z'), timeZone: 'UTC', weekStart: 0 }
const land: Definition = { name: 'land', type: 'query', queryId: 1 }
const city: Definition = { name: 'city', type: 'query', queryId: 2, dependsOn: { country: 'land' } }

describe('dropdowns from queries', () => {
  it('look up chosen values that are not among the options, if there may be more options than are loaded (PARAM-55)', () => {
    const rows = (count: number) => Array.from({ length: count }, (_, row) => ({ name: `Row ${row}`, value: String(row) }))
    const [dropdown] = dropdownsOf([{ ...land, multiValuesOptions: {}, value: ['7', '60001'] }], clock)
    const lookUp = (loaded: DropdownOption[]) => dropdown && chosenQuery(5, dropdown, loaded)
    expect(lookUp(rows(50_000))).toMatchObject({ enabled: true })
    expect(lookUp(rows(50_000))?.queryKey.at(-1)).toEqual({ values: ['60001'] })
    expect(lookUp(rows(49_999))?.enabled).toBe(false)
    expect(lookUp([...rows(50_000), { name: null, value: '60001' }])?.enabled).toBe(false)
  })

  it('offer each value once, with its first name or else itself (PARAM-55)', () => {
    const rows = [
      { name: 'One', value: '1' },
      { name: 'Uno', value: '1' },
      { name: null, value: '2' },
    ]
    const { choices } = choicesOf(rows, [{ name: 3, value: '3' }])
    expect(choices).toEqual([
      { name: 'One', value: '1' },
      { name: '2', value: '2' },
      { name: '3', value: '3' },
    ])
    expect(choicesOf(rows).choices).toHaveLength(2)
  })

  it('load their options with the values they depend on, applied or not', () => {
    const dropdowns = dropdownsOf([{ ...land, value: 'de', pendingValue: 'fr' }, city], clock)
    expect(dropdowns).toEqual([
      { name: 'land', chosen: ['fr'], from: 1, values: {}, awaited: [], empty: new Map() },
      { name: 'city', chosen: [], from: 2, values: { country: 'fr' }, awaited: [], empty: new Map() },
    ])
  })

  it('name the parameters that have to be chosen first', () => {
    expect(dropdownsOf([{ ...land, title: 'Country' }, city], clock)[1]).toEqual({
      name: 'city',
      chosen: [],
      from: 2,
      values: null,
      awaited: ['Country'],
      empty: new Map(),
    })
  })

  it('name the empty optional parameters that their query cannot do without (PARAM-46)', () => {
    const country: Definition = { ...land, title: 'Country', optional: true }
    const [, ofCity] = dropdownsOf([country, city, { name: 'unused', optional: true }], clock)
    expect(ofCity).toMatchObject({ values: { country: null }, awaited: [] })
    const refusal = (code: string, names: string) => toApiError(400, { code, message: 'Refused', details: { names } })
    const needed = (error: Error) => neededFirst(ofCity ?? { empty: new Map() }, error)
    expect(needed(refusal('incompatible_parameters', 'other, country'))).toEqual(['Country'])
    expect(needed(refusal('incompatible_parameters', 'other'))).toEqual([])
    expect(needed(refusal('dropdown_failed', 'country'))).toEqual([])
  })

  const choices = ({ from, values }: { from: number | null; values: Record<string, unknown> | null }) => {
    if (from === 1) return ['de', 'fr']
    return values?.country === 'de' ? ['Bonn', 'Ulm'] : null
  }

  it('start with their first option, each after the one it depends on', () => {
    expect(withDropdownValues([city, land], clock, choices)).toEqual([
      { ...city, value: 'Bonn' },
      { ...land, value: 'de' },
    ])
  })

  it('replace a value that is no longer an option, and then the values of dropdowns that depend on it (PARAM-20)', () => {
    const gone = [
      { ...land, value: 'gone' },
      { ...city, value: 'Lyon' },
    ]
    expect(withDropdownValues(gone, clock, choices, () => ({ isOnScreen: false }))).toEqual([
      { ...land, value: 'de' },
      { ...city, value: 'Bonn' },
    ])
  })

  it('keep all values while their options are unknown', () => {
    const definitions = [land, city]
    expect(withDropdownValues(definitions, clock, () => null)).toBe(definitions)
  })

  it('do not loop forever if they depend on each other', () => {
    const one: Definition = { name: 'one', type: 'query', queryId: 1, value: 'a', dependsOn: { x: 'other' } }
    const other: Definition = { name: 'other', type: 'query', queryId: 1, value: 'a', dependsOn: { x: 'one' } }
    const opposite = ({ values }: { values: Record<string, unknown> | null }) => (values?.x === 'a' ? ['b'] : ['a'])
    expect(withDropdownValues([one, other], clock, opposite)).toHaveLength(2)
  })
})
