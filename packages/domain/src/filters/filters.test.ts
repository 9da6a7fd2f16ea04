import { describe, expect, it } from 'vitest'
import { columnTitle, filterKind, friendlyName, splitColumnName } from './column-name.ts'
import { asShared, filtersOf, missingFilters, notFilteredText, sharedFilters, withChosen } from './filters.ts'

describe('the names of columns', () => {
  it('define by their suffix whether they are filters, and of how many values (FILTER-01)', () => {
    const kinds = [
      ['country::filter', 'single'],
      ['country__filter', 'single'],
      ['country::multi-filter', 'multiple'],
      ['country::multiFilter', 'multiple'],
      ['country__multi-filter', 'multiple'],
      ['country__multiFilter', 'multiple'],
      ['country', null],
      ['filter', null],
      ['day::x', null],
    ] as const
    for (const [name, kind] of kinds) expect([name, filterKind(name)]).toEqual([name, kind])
  })

  it('are displayed without the suffix (FILTER-03)', () => {
    expect(friendlyName('home_country::filter')).toBe('Home Country')
    expect(friendlyName('IATA code')).toBe('IATA Code')
  })

  it('lose only a filter suffix in a title', () => {
    expect(columnTitle('country::multi-filter')).toBe('country')
    expect(columnTitle('day::x')).toBe('day::x')
    expect(columnTitle('a::b')).toBe('a::b')
  })

  it('may end with a chart role', () => {
    expect(splitColumnName('day::x')).toEqual({ base: 'day', role: 'x' })
    expect(splitColumnName('my__value__y')).toEqual({ base: 'my__value', role: 'y' })
    expect(splitColumnName('::x')).toEqual({ base: '::x', role: null })
  })
})

describe('the filters of a result', () => {
  const columns = [{ name: 'country::filter' }, { name: 'n' }, { name: 'kind::multi-filter' }]
  const values = [
    ['DE', 'FR', 'DE'],
    [1, 2, 3],
    ['a', null, 'b'],
  ]

  it('have the distinct values and an initial choice (FILTER-02, FILTER-04)', () => {
    expect(filtersOf(columns, values)).toEqual([
      { name: 'country::filter', friendlyName: 'Country', multiple: false, values: ['DE', 'FR'], current: ['DE'] },
      { name: 'kind::multi-filter', friendlyName: 'Kind', multiple: true, values: ['a', null, 'b'], current: ['a', null, 'b'] },
    ])
  })

  it('keep the choice as long as the values exist', () => {
    const filters = filtersOf(columns, values)
    const chosen = new Map([
      ['country::filter', ['FR']],
      ['kind::multi-filter', ['b', 'gone']],
    ])
    expect(withChosen(filters, chosen).map(({ current }) => current)).toEqual([['FR'], ['b']])
    expect(withChosen(filters, new Map([['country::filter', ['gone']]]))[0]?.current).toEqual(['DE'])
    expect(withChosen(filters, new Map([['kind::multi-filter', []]]))[1]?.current).toEqual([])
  })

  it('are merged if several results have the same filter (FILTER-10)', () => {
    const one = filtersOf([{ name: 'country::filter' }], [['DE', 'FR']])
    const other = filtersOf([{ name: 'country::filter' }, { name: 'kind::multi-filter' }], [['FR', 'IT'], ['a']])
    expect(sharedFilters([one, other])).toMatchObject([
      { name: 'country::filter', values: ['DE', 'FR', 'IT'], current: ['DE'] },
      { name: 'kind::multi-filter', values: ['a'], current: ['a'] },
    ])
    expect(sharedFilters([])).toEqual([])
  })

  it('select only the values that each result has, if they are shared (FILTER-10)', () => {
    const own = filtersOf(
      [{ name: 'country::filter' }, { name: 'kind::multi-filter' }],
      [
        ['FR', 'IT'],
        ['a', 'b'],
      ],
    )
    const [country] = sharedFilters([own])
    const chosen = (current: string[]) => asShared(own, country ? [{ ...country, values: ['DE', 'FR'], current }] : [])
    expect(chosen(['FR']).map(({ current }) => current)).toEqual([['FR'], ['a', 'b']])
    expect(chosen(['DE'])[0]?.current).toEqual([])
    expect(asShared(own, [])).toEqual(own)
  })

  it('do not filter a result without their column, if they leave values out (FILTER-18)', () => {
    const withBoth = filtersOf(
      [{ name: 'home_country::filter' }, { name: 'kind::multi-filter' }],
      [
        ['DE', 'FR'],
        ['a', 'b'],
      ],
    )
    const withKind = filtersOf([{ name: 'kind::multi-filter' }], [['a']])
    const shared = sharedFilters([withBoth, withKind])
    expect(missingFilters(withKind, shared)).toEqual(['home_country::filter'])
    expect(missingFilters([], shared)).toEqual(['home_country::filter'])
    expect(missingFilters([], withChosen(shared, new Map([['kind::multi-filter', ['a']]])))).toHaveLength(2)
    expect(missingFilters(withBoth, shared)).toEqual([])
    expect(notFilteredText(['home_country::filter', 'home_country', 'kind'])).toBe('Not filtered by Home Country, Kind')
  })
})
