import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { describe, expect, it } from 'vitest'
import { dropdownsOf, settled } from './dropdowns.ts'
import { moved } from './QueryParameters.tsx'
import { followed } from './use-parameters.ts'

const moment = { now: new Date('2024-05-15T10:20:30Z'), timeZone: 'UTC' }
const land: Definition = { name: 'land', type: 'query', queryId: 1 }
const city: Definition = { name: 'city', type: 'query', queryId: 2, dependsOn: { country: 'land' } }

describe('parameters that follow the text', () => {
  const n: Definition = { name: 'n', type: 'number', title: 'How many', value: 3 }
  const start = { definitions: [n], left: [] }

  it('PARAM-01 PARAM-02 come and go with their names', () => {
    expect(followed('{{ n }} {{ city }}', start).definitions.map(({ name }) => name)).toEqual(['n', 'city'])
    expect(followed('SELECT 1', start)).toEqual({ definitions: [], left: [n] })
  })

  it('are as they were when their names come back', () => {
    const { definitions, left } = followed('{{ n }}', followed('SELECT 1', start))
    expect(definitions).toEqual([n])
    expect(left).toEqual([])
  })

  it('stay as they are while a tag is being typed', () => {
    const without = followed('SELECT 1', start)
    expect(followed('SELECT {{ n', without)).toEqual(without)
    expect(followed('{{ n }} {{', start)).toEqual(start)
  })
})

describe('dropdowns from queries', () => {
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

describe('the order of parameters', () => {
  const names = (definitions: readonly Definition[]) => definitions.map(({ name }) => name).join(' ')
  const three = [{ name: 'a' }, { name: 'b' }, { name: 'c' }]

  it('PARAM-39 has one of them at another place', () => {
    expect(names(moved(three, 'a', 2))).toBe('b c a')
    expect(names(moved(three, 'c', 0))).toBe('c a b')
    expect(names(moved(three, 'b', 1))).toBe('a b c')
  })
})
