import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { describe, expect, it } from 'vitest'
import { dropdownsOf, optionsIn, settled } from './dropdowns.ts'

const moment = { now: new Date('2024-05-15T10:20:30Z'), timeZone: 'UTC' }
const land: Definition = { name: 'land', type: 'query', queryId: 1 }
const city: Definition = { name: 'city', type: 'query', queryId: 2, dependsOn: { country: 'land' } }

describe('dropdowns from queries', () => {
  it('say so where there may be more rows than options', () => {
    const rows = (count: number) => Array.from({ length: count }, (_, row) => ({ name: `Row ${row}`, value: String(row) }))
    const full = optionsIn(rows(50_000))
    expect(full.choices).toHaveLength(50_000)
    expect(full.note).toBe('No more than 50,000 rows of the query behind this dropdown are its options.')
    expect(optionsIn(rows(49_999)).note).toBeUndefined()
  })

  it('are asked for with the values they depend on, applied or not', () => {
    const dropdowns = dropdownsOf([{ ...land, value: 'de', pendingValue: 'fr' }, city], moment)
    expect(dropdowns).toEqual([
      { name: 'land', from: 1, values: {}, awaited: [] },
      { name: 'city', from: 2, values: { country: 'fr' }, awaited: [] },
    ])
  })

  it('wait for values that are not chosen, and name them', () => {
    expect(dropdownsOf([{ ...land, title: 'Country' }, city], moment)[1]).toEqual({
      name: 'city',
      from: 2,
      values: null,
      awaited: ['Country'],
    })
  })

  const choices = ({ from, values }: { from: number | null; values: Record<string, unknown> | null }) => {
    if (from === 1) return ['de', 'fr']
    return values?.country === 'de' ? ['Bonn', 'Ulm'] : null
  }

  it('begin with their first option, one after the other', () => {
    expect(settled([city, land], moment, choices)).toEqual([
      { ...city, value: 'Bonn' },
      { ...land, value: 'de' },
    ])
  })

  it('begin with an option in place of a value that is none any more, and so do those that depend on it (PARAM-20)', () => {
    const gone = [
      { ...land, value: 'gone' },
      { ...city, value: 'Lyon' },
    ]
    expect(settled(gone, moment, choices, () => ({ isOnScreen: false }))).toEqual([
      { ...land, value: 'de' },
      { ...city, value: 'Bonn' },
    ])
  })

  it('leave everything as it is while their options are not known', () => {
    const definitions = [land, city]
    expect(settled(definitions, moment, () => null)).toBe(definitions)
  })

  it('come to an end when they depend on each other', () => {
    const one: Definition = { name: 'one', type: 'query', queryId: 1, value: 'a', dependsOn: { x: 'other' } }
    const other: Definition = { name: 'other', type: 'query', queryId: 1, value: 'a', dependsOn: { x: 'one' } }
    const opposite = ({ values }: { values: Record<string, unknown> | null }) => (values?.x === 'a' ? ['b'] : ['a'])
    expect(settled([one, other], moment, opposite)).toHaveLength(2)
  })
})
