import { array, assert, boolean, constantFrom, option, property, record, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  answerColumns,
  conditionKinds,
  conditionsFor,
  type Exploration,
  exploredMeasures,
  fitted,
  groupLimits,
  keptSort,
  nothingExplored,
  sortOf,
  unitsFor,
  withSort,
} from './exploration.ts'
import { explorationOf, paramsOf } from './search-params.ts'

const columns = [
  { name: 'day', type: 'date' as const },
  { name: 'region', type: 'string' as const },
  { name: 'amount', type: 'float' as const },
]
const explored = (changes: Partial<Exploration>): Exploration => ({ ...nothingExplored, ...changes })

describe('an exploration in a URL', () => {
  it('is readable (OPEN-207)', () => {
    const params = paramsOf(
      explored({
        groups: [
          { column: 'day', unit: 'month' },
          { column: 'a:b', unit: null },
        ],
        measures: [
          { kind: 'count', column: null },
          { kind: 'sum', column: 'amount' },
        ],
        conditions: [{ column: 'region', kind: 'is', values: ['north', null, 7] }],
        sort: [
          { kind: 'sum', column: 'amount', descending: true },
          { kind: null, column: 'a:b', descending: false },
          { kind: 'count', column: null, descending: false },
        ],
        limit: 100,
      }),
    )
    expect(params).toEqual({
      by: ['month:day', 'each:a:b'],
      show: ['count', 'sum:amount'],
      where: ['is:["region","north",null,7]'],
      sort: ['-sum:amount', 'each:a:b', 'count'],
      limit: '100',
    })
  })

  it('is the same after it was read (OPEN-207)', () => {
    const exploration = record({
      groups: array(record({ column: string(), unit: option(constantFrom('month', 'hour')) }), { maxLength: 5 }),
      measures: array(record({ kind: constantFrom(...exploredMeasures.slice(1)), column: string() }), { maxLength: 10 }),
      conditions: array(
        record({ column: string(), kind: constantFrom(...conditionKinds), values: array(option(string()), { maxLength: 3 }) }),
        { maxLength: 10 },
      ),
      sort: array(
        record({ kind: option(constantFrom(...exploredMeasures.slice(1))), column: string(), descending: boolean() }),
        { maxLength: 10 },
      ),
      limit: constantFrom(...groupLimits),
    })
    assert(
      property(exploration, (one) => {
        const groups = one.groups.filter(({ column }, at) => one.groups.findIndex((other) => other.column === column) === at)
        const expected = { ...one, groups, across: groups[0]?.column ?? null } as Exploration
        expect(explorationOf(paramsOf(expected))).toEqual(expected)
      }),
    )
  })

  it('leaves out whatever cannot be read (OPEN-207)', () => {
    const bad = {
      by: ['month', 'eon:day', ':day', 'each:region', 'month:region'],
      show: ['count:amount', 'sum', 'sum:', 'product:amount'],
      where: ['is:', 'is:{}', 'is:[7]', 'like:["region"]', 'is:["region",{"a":1},"north"]'],
      sort: ['group0', 'group2', 'sum', 'each', 'product:amount'],
      limit: '7',
    }
    expect(explorationOf(bad)).toEqual(
      explored({
        groups: [{ column: 'region', unit: null }],
        measures: [{ kind: 'sum', column: '' }],
        conditions: [{ column: 'region', kind: 'is', values: ['north'] }],
      }),
    )
    expect(explorationOf({ by: Array.from({ length: 9 }, (_, at) => `each:c${at}`) }).groups).toHaveLength(5)
  })
})

describe('an exploration of a result that has changed', () => {
  it('loses what the columns cannot answer, and names the missing ones (OPEN-207)', () => {
    const before = explored({
      groups: [
        { column: 'gone', unit: 'month' },
        { column: 'region', unit: 'month' },
      ],
      measures: [
        { kind: 'sum', column: 'region' },
        { kind: 'sum', column: 'amount' },
        { kind: 'max', column: 'old' },
      ],
      conditions: [
        { column: 'region', kind: 'min', values: ['1'] },
        { column: 'gone', kind: 'empty', values: [] },
        { column: 'amount', kind: 'is', values: ['many', 7, '1e3'] },
      ],
      sort: [
        { kind: 'max', column: 'old', descending: true },
        { kind: 'sum', column: 'amount', descending: true },
        { kind: null, column: 'gone', descending: false },
      ],
    })
    expect(fitted(before, columns)).toEqual({
      exploration: explored({
        groups: [{ column: 'region', unit: null }],
        measures: [{ kind: 'sum', column: 'amount' }],
        conditions: [{ column: 'amount', kind: 'is', values: [7, '1e3'] }],
        sort: [{ kind: 'sum', column: 'amount', descending: true }],
      }),
      missing: ['gone', 'old'],
    })
  })

  it('keeps the order of its columns with and without groups, and forgets what is gone (OPEN-670)', () => {
    const byDay = { kind: null, column: 'day', descending: true }
    const byCount = { kind: 'count' as const, column: null, descending: true }
    expect(keptSort([byCount, byDay], explored({}))).toEqual([byDay])
    expect(keptSort([byCount, byDay], explored({ groups: [{ column: 'day', unit: 'month' }] }))).toEqual([byDay])
    expect(keptSort([byDay], explored({ groups: [{ column: 'region', unit: null }] }))).toEqual([])
    expect(fitted(explored({ sort: [{ kind: null, column: 'gone', descending: true }] }), columns).exploration.sort).toEqual([])
  })

  it('reads the numbered groups and measures of older links (OPEN-670)', () => {
    const read = (sort: string) => explorationOf({ by: ['each:region'], show: ['count', 'sum:amount'], sort }).sort
    expect(read('-measure2')).toEqual([{ kind: 'sum', column: 'amount', descending: true }])
    expect(read('group1')).toEqual([{ kind: null, column: 'region', descending: false }])
  })
})

describe('the answer to an exploration', () => {
  it('has columns with unique names and the types of their values (OPEN-207)', () => {
    const exploration = explored({
      groups: [
        { column: 'day', unit: 'month' },
        { column: 'region', unit: null },
      ],
      measures: [
        { kind: 'count', column: null },
        { kind: 'avg', column: 'amount' },
        { kind: 'max', column: 'day' },
        { kind: 'max', column: 'day' },
      ],
    })
    expect(answerColumns(exploration, columns)).toEqual([
      { name: 'day_month', type: 'date' },
      { name: 'region', type: 'string' },
      { name: 'rows', type: 'integer' },
      { name: 'average_amount', type: 'float' },
      { name: 'max_day', type: 'date' },
      { name: 'max_day_2', type: 'date' },
    ])
  })

  it('is sorted by time, else by the first measure, else by the first group, unless an order is chosen (OPEN-207)', () => {
    const month = { column: 'day', unit: 'month' as const }
    const region = { column: 'region', unit: null }
    const count = { kind: 'count' as const, column: null }
    const ascending = (column: string) => [{ kind: null, column, descending: false }]
    const largest = [{ ...count, descending: true }]
    expect(sortOf(explored({ groups: [region, month], measures: [count] }))).toEqual(ascending('day'))
    expect(sortOf(explored({ groups: [region], measures: [count] }))).toEqual(largest)
    expect(sortOf(explored({ groups: [region] }))).toEqual(ascending('region'))
    expect(sortOf(explored({}))).toEqual([])
    // The order that the groups have anyway follows them when they change.
    expect(withSort(explored({ groups: [region], measures: [count] }), largest).sort).toEqual([])
  })
})

describe('what a column offers', () => {
  it('follows from its type (OPEN-207)', () => {
    expect(unitsFor({ name: 'd', type: 'date' })).not.toContain('hour')
    expect(unitsFor({ name: 't', type: 'datetime' })).toContain('hour')
    expect(unitsFor({ name: 's', type: 'string' })).toEqual([])
    expect(conditionsFor({ name: 's', type: 'string' })).toEqual(['is', 'is_not', 'contains', 'empty', 'not_empty'])
    expect(conditionsFor({ name: 'n', type: 'float' })).toEqual(['is', 'is_not', 'min', 'max', 'below', 'empty', 'not_empty'])
    expect(conditionsFor({ name: 'b', type: 'boolean' })).toEqual(['is', 'is_not', 'empty', 'not_empty'])
  })
})
