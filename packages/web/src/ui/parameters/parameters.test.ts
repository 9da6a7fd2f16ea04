import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { describe, expect, it } from 'vitest'
import {
  choiceName,
  chosenBy,
  displayName,
  emptyText,
  filterChoices,
  inOrder,
  nameOf,
  type Options,
  optionsOf,
  tagText,
  valueText,
  valueWith,
} from './options.ts'

const cities: Extract<Options, { status: 'ready' }> = {
  status: 'ready',
  find: null,
  choices: [
    { value: 'b', name: 'Berlin' },
    { value: 'p', name: 'Paris' },
  ],
}

describe('the options of a parameter', () => {
  it.each(['enum', 'identifier'])('of an %s are its distinct lines (PARAM-19, OPEN-203)', (type) => {
    const definition = { name: 'e', type, enumOptions: 'a\n\nb\na' }
    expect(optionsOf(definition, new Map())).toEqual({
      status: 'ready',
      find: null,
      choices: [
        { value: 'a', name: 'a' },
        { value: 'b', name: 'b' },
      ],
    })
    expect(optionsOf({ name: 'e', type }, new Map())).toMatchObject({ status: 'missing', retry: null })
  })

  it('of a query are the loaded ones', () => {
    const definition = { name: 'city', type: 'query', queryId: 1 }
    expect(optionsOf(definition, new Map())).toEqual({ status: 'loading' })
    expect(optionsOf(definition, new Map([['city', cities]]))).toBe(cities)
  })

  it('are null for other types', () => {
    for (const type of [undefined, 'text', 'number', 'date']) expect(optionsOf({ name: 'x', type }, new Map())).toBeNull()
  })

  it('are filtered by name, ignoring case', () => {
    expect(filterChoices(cities.choices, ' BER ')).toEqual([{ value: 'b', name: 'Berlin' }])
    expect(filterChoices(cities.choices, 'b')).toHaveLength(1)
    expect(filterChoices(cities.choices, ' ')).toHaveLength(2)
  })

  it('that are chosen are in the order of the list, and those that are not loaded come last (PARAM-55)', () => {
    const several: Definition = { name: 'city', type: 'query', multiValuesOptions: {} }
    expect(valueWith(several, cities.choices, ['z', 'p'], 'b')).toEqual(['b', 'p', 'z'])
    expect(valueWith(several, cities.choices, ['b', 'p', 'z'], 'z')).toEqual(['b', 'p'])
    expect(valueWith({ name: 'city', type: 'query' }, cities.choices, ['b'], 'z')).toBe('z')
    expect(inOrder(cities.choices, new Set(['x', 'p', 'b']))).toEqual(['b', 'p', 'x'])
  })

  it('with an empty value stand for no value if that means the same', () => {
    const some: Options = { status: 'ready', choices: [{ value: '', name: '' }], find: null }
    const city: Definition = { name: 'city', type: 'query' }
    expect(chosenBy(city, '', some)).toEqual([''])
    expect(chosenBy(city, null, some)).toEqual([])
    expect(chosenBy({ ...city, optional: true }, null, some)).toEqual([''])
    expect(chosenBy({ ...city, optional: true }, null, cities)).toEqual([])
    expect(chosenBy({ ...city, optional: true, multiValuesOptions: {} }, null, some)).toEqual([])
    expect(chosenBy(city, ['b', 'p'], cities)).toEqual(['b', 'p'])
  })

  it('give a value its name; an unknown value is its own name', () => {
    expect(nameOf('p', cities)).toBe('Paris')
    expect(nameOf('x', cities)).toBe('x')
    expect(nameOf('p', { status: 'loading' })).toBe('p')
  })
})

it('a choice with an empty name is shown as (empty) (FILTER-05)', () => {
  expect(displayName('')).toBe('(empty)')
  expect(displayName(' ')).toBe(' ')
})

it('an option without value and name reads All in an optional dropdown of one choice, and (empty) in others (PARAM-45)', () => {
  const empty = { value: '', name: '' }
  const city: Definition = { name: 'city', type: 'query' }
  expect(choiceName({ ...city, optional: true }, empty)).toBe('All')
  expect(choiceName({ ...city, optional: true }, { value: '', name: 'Everywhere' })).toBe('Everywhere')
  expect(choiceName({ ...city, optional: true }, { value: 'x', name: '' })).toBe('(empty)')
  expect(choiceName({ ...city, optional: true, multiValuesOptions: {} }, empty)).toBe('(empty)')
  expect(choiceName(city, empty)).toBe('(empty)')
})

describe('the short text of a value', () => {
  const words = (
    definition: Omit<Definition, 'name'>,
    value: Parameters<typeof valueText>[1],
    options: Options | null = null,
  ) => valueText({ name: 'x', ...definition }, value, options, 'DD/MM/YYYY')

  it('shows dates in the format of the client config (PARAM-27)', () => {
    expect(words({ type: 'date' }, '2024-02-29')).toBe('29/02/2024')
    expect(words({ type: 'datetime-with-seconds' }, '2024-02-29 08:05:09')).toBe('29/02/2024 08:05:09')
    expect(words({ type: 'date-range' }, { start: '2024-02-01', end: '2024-02-29' })).toBe('01/02/2024 – 29/02/2024')
  })

  it('calls dynamic values by their labels (PARAM-31, PARAM-32)', () => {
    expect(words({ type: 'date' }, 'd_now')).toBe('Today/Now')
    expect(words({ type: 'date-range' }, 'd_last_7_days')).toBe('Last 7 days')
    expect(words({ type: 'text' }, 'd_now')).toBe('d_now')
  })

  it('names one choice and counts several', () => {
    expect(words({ type: 'query' }, 'p', cities)).toBe('Paris')
    expect(words({ type: 'query' }, '', cities)).toBe('(empty)')
    expect(words({ type: 'query', multiValuesOptions: {} }, ['p'], cities)).toBe('Paris')
    expect(words({ type: 'query', multiValuesOptions: {} }, ['p', 'b'], cities)).toBe('2 selected')
  })

  it('is empty without a value, but not for zero', () => {
    expect(words({ type: 'number' }, null)).toBe('')
    expect(words({ type: 'number' }, 0)).toBe('0')
  })
})

it('the tag of a chosen value shows its first ten characters (CTRL-13)', () => {
  expect(tagText('Copenhagen')).toBe('Copenhagen')
  expect(tagText('Copenhagen Airport')).toBe('Copenhagen…')
  expect(tagText('🛫🛫🛫🛫🛫🛫🛫🛫🛫🛫🛬')).toBe('🛫🛫🛫🛫🛫🛫🛫🛫🛫🛫…')
})

it('an optional parameter without a value reads All, a required one None (PARAM-45)', () => {
  expect(emptyText({ name: 'country', optional: true })).toBe('All')
  expect(emptyText({ name: 'country' })).toBe('None')
})
