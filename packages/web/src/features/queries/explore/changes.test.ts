import { type Exploration, nothingExplored } from '@sightline/domain/explore/exploration.ts'
import { describe, expect, it } from 'vitest'
import {
  withAcross,
  withCondition,
  withGroup,
  withGroupAt,
  withMeasure,
  withMeasureAt,
  withoutGroup,
  withoutMeasure,
} from './changes.ts'
import { parseExploreSearch, withExploration } from './explore-search.ts'

const day = { name: 'day', type: 'date' as const }
const region = { name: 'region', type: 'string' as const }
const amount = { name: 'amount', type: 'float' as const }
const columns = [day, region, amount]
const explored = (changes: Partial<Exploration>): Exploration => ({ ...nothingExplored, ...changes })
const count = { kind: 'count' as const, column: null }
const month = { column: 'day', unit: 'month' as const }

describe('a choice in the explore panel', () => {
  it('starts grouping with the month of a date and the count of rows, and ends without both (OPEN-207)', () => {
    const grouped = withGroup(nothingExplored, day)
    expect(grouped).toEqual(explored({ groups: [month], measures: [count] }))
    expect(withoutGroup(grouped, 0)).toEqual(nothingExplored)
  })

  it('keeps other measures, and the order while its column is there (OPEN-207)', () => {
    const sum = { kind: 'sum' as const, column: 'amount' }
    const sort = [{ ...sum, descending: true }]
    const both = explored({ groups: [month], measures: [count, sum], sort })
    expect(withGroup(both, region).measures).toEqual([count, sum])
    expect(withoutMeasure(both, 0)).toEqual(explored({ groups: [month], measures: [sum], sort }))
    expect(withoutMeasure(both, 1).sort).toEqual([])
    expect(withoutGroup(both, 0).measures).toEqual([count, sum])
  })

  it('sorts by what takes the place of a group or measure (OPEN-670)', () => {
    const sort = [
      { ...count, descending: true },
      { kind: null, column: 'day', descending: true },
    ]
    const sorted = explored({ groups: [month], measures: [count], sort })
    expect(withGroupAt(sorted, 0, { column: 'region', unit: null }).sort[1]).toEqual({ ...sort[1], column: 'region' })
    const sum = { kind: 'sum' as const, column: 'amount' }
    expect(withMeasureAt(sorted, 0, sum).sort[0]).toEqual({ ...sum, descending: true })
    expect(withGroup(explored({ sort: [{ kind: null, column: 'amount', descending: true }] }), day).sort).toEqual([])
  })

  it('adds the count of rows first, then sums (OPEN-207)', () => {
    const once = withMeasure(nothingExplored, columns)
    expect(withMeasure(once, columns).measures).toEqual([count, { kind: 'sum', column: 'amount' }])
    expect(withMeasure(once, [region]).measures).toEqual([count, { kind: 'unique', column: 'region' }])
    expect(withMeasure(once, []).measures).toEqual([count])
  })

  it('starts a filter with the condition that suits the column (OPEN-207)', () => {
    expect(withCondition(nothingExplored, region).conditions).toEqual([{ column: 'region', kind: 'is', values: [] }])
    expect(withCondition(nothingExplored, amount).conditions).toEqual([{ column: 'amount', kind: 'min', values: [] }])
  })
})

describe('a group in columns', () => {
  it('stays there with another column, and is gone when it is removed (OPEN-241)', () => {
    const pivot = { ...nothingExplored, groups: [{ column: 'region', unit: null }], across: 'region', measures: [count] }
    expect(withGroupAt(pivot, 0, { column: 'day', unit: 'month' })).toMatchObject({
      groups: [{ column: 'day', unit: 'month' }],
      across: 'day',
    })
    expect(withoutGroup({ ...pivot, measures: [count, count] }, 0).across).toBeNull()
  })

  it('takes the order by its values along when it becomes another one (OPEN-453)', () => {
    const byNorth = { ...count, value: 'north', descending: true }
    const byDay = { kind: null, column: 'day', descending: true }
    const groups = [{ column: 'region', unit: null }, month]
    const pivot = explored({ groups, across: 'region', measures: [count], sort: [byNorth, byDay] })
    expect(withAcross(pivot, 'day')).toEqual({ ...pivot, across: 'day', sort: [byDay] })
    expect(withGroupAt(pivot, 0, { column: 'amount', unit: null }).sort).toEqual([byDay])
    expect(withGroupAt(pivot, 1, { column: 'day', unit: 'year' }).sort).toEqual([byNorth, byDay])
    const sum = { kind: 'sum' as const, column: 'amount' }
    expect(withMeasureAt(pivot, 0, sum).sort[0]).toEqual({ ...sum, value: 'north', descending: true })
    expect(withoutGroup(pivot, 0).sort).toEqual([byDay])
  })
})

describe('the URL of the explore page', () => {
  it('keeps the view when something else is chosen (OPEN-207)', () => {
    const search = parseExploreSearch({ by: 'month:day', view: 'chart', limit: 'many' })
    expect(search).toEqual({ by: ['month:day'], view: 'chart' })
    expect(withExploration(search, nothingExplored)).toEqual({ view: 'chart' })
    expect(parseExploreSearch({ view: 'map' }).view).toBeUndefined()
  })
})
