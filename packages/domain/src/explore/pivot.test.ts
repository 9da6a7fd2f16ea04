import { describe, expect, it } from 'vitest'
import { type Exploration, fitted, nothingExplored } from './exploration.ts'
import { answerSort, cellsOf, cellsOfFirstLines, columnName, isPivoted, pivoted } from './pivot.ts'
import { groupsRequest } from './request.ts'
import { explorationOf, paramsOf } from './search-params.ts'

const columns = [
  { name: 'day', type: 'date' as const },
  { name: 'region', type: 'string' as const },
  { name: 'amount', type: 'float' as const },
]
const byRegion: Exploration = {
  ...nothingExplored,
  groups: [
    { column: 'region', unit: null },
    { column: 'day', unit: 'month' },
  ],
  across: 'region',
  measures: [{ kind: 'count', column: null }],
}
const groups = [
  ['2024-01-01', 'north', 3],
  ['2024-01-01', null, 1],
  ['2024-02-01', 'east', 5],
  ['2024-02-01', 'north', 2],
]

describe('a group in columns', () => {
  it('asks for the cells of each row one after the other (OPEN-241)', () => {
    expect(cellsOf(byRegion)).toEqual({
      ...byRegion,
      groups: [byRegion.groups[1], byRegion.groups[0]],
      sort: [{ kind: null, column: 'day', descending: false }],
      limit: 10_000,
    })
    const last = { ...byRegion, sort: [{ kind: null, column: 'day', descending: true }] }
    expect(cellsOf(last).sort).toEqual([{ kind: null, column: 'day', descending: true }])
    const bySum = { ...byRegion, sort: [{ kind: 'count' as const, column: null, descending: true }] }
    expect(cellsOf(bySum).sort).toEqual([{ kind: null, column: 'day', descending: false }])
  })

  it('makes a row of each other group and a column of each value (OPEN-241)', () => {
    expect(pivoted(byRegion, columns, groups, 4, 'UTC')).toEqual({
      columns: [
        { name: 'day_month', type: 'date' },
        { name: 'east', type: 'integer' },
        { name: 'north', type: 'integer' },
        { name: '(empty)', type: 'integer' },
      ],
      rows: [
        ['2024-01-01', null, 3, 1],
        ['2024-02-01', 5, 2, null],
      ],
      terms: [
        { kind: null, column: 'day' },
        { kind: 'count', column: null, value: 'east' },
        { kind: 'count', column: null, value: 'north' },
        { kind: 'count', column: null, value: null },
      ],
      values: { shown: 3, total: 3 },
      rowCount: 2,
      isCut: false,
    })
  })

  it('has all measures below each value, named by their times (OPEN-241)', () => {
    const byMonth: Exploration = {
      ...byRegion,
      across: 'day',
      measures: [...byRegion.measures, { kind: 'sum', column: 'amount' }],
    }
    const answer = pivoted(byMonth, columns, [['north', '2024-02-01', 2, 7.5]], 1, 'UTC')
    expect(answer.columns.map(({ name }) => name)).toEqual(['region', '2024-02 rows', '2024-02 sum_amount'])
    expect(answer.rows).toEqual([['north', 2, 7.5]])
  })

  it('says how many values have no column, and shows no row that misses cells (OPEN-241)', () => {
    const many = Array.from({ length: 60 }, (_, i) => ['2024-01-01', `region ${String(i).padStart(2, '0')}`, i])
    const answer = pivoted(byRegion, columns, [...many, ['2024-02-01', 'region 00', 1]], 200, 'UTC')
    expect(answer.values).toEqual({ shown: 50, total: 60 })
    expect(answer.columns).toHaveLength(51)
    expect(answer).toMatchObject({ rowCount: 1, isCut: true })
    expect(answer.rows.map(([day]) => day)).toEqual(['2024-01-01'])
  })

  it('names hours on the clock of the reader (OPEN-241)', () => {
    const hourly: Exploration = { ...byRegion, groups: [{ column: 'day', unit: 'hour' }], across: 'day' }
    const { columns: named } = pivoted(hourly, columns, [['2024-07-01T22:00:00Z', 1]], 1, 'Europe/Berlin')
    expect(named.map(({ name }) => name)).toEqual(['2024-07-02 00:00'])
  })

  it('needs a measure, and is gone with its group (OPEN-241)', () => {
    expect(isPivoted(byRegion)).toBe(true)
    expect(isPivoted({ ...byRegion, measures: [] })).toBe(false)
    expect(cellsOf({ ...byRegion, measures: [] }).limit).toBe(1000)
    expect(fitted(byRegion, columns.slice(0, 1)).exploration.across).toBeNull()
  })

  it('sorts the lines by the measure below one of its values, named after both (OPEN-453)', () => {
    const term = { kind: 'count' as const, column: null, value: 'north' }
    const sorted = { ...byRegion, sort: [{ ...term, descending: true }] }
    expect(answerSort(sorted)).toEqual(sorted.sort)
    expect(groupsRequest(cellsOf(sorted), columns, 'UTC').order).toEqual([
      { by: 'measure', index: 0, descending: true, across: { index: 1, value: 'north' } },
    ])
    expect(columnName(term, sorted, 'UTC')).toBe('Count of rows · north')
    expect(columnName({ ...term, value: null }, sorted, 'UTC')).toBe('Count of rows · (empty)')
    expect(columnName({ ...term, value: '2024-02-01' }, { ...byRegion, across: 'day' }, 'UTC')).toBe('Count of rows · 2024-02')
    expect(explorationOf(paramsOf(sorted))).toEqual(sorted)
    const byEmpty = { ...byRegion, sort: [{ kind: 'sum' as const, column: 'a:b', value: null, descending: false }] }
    expect(explorationOf(paramsOf(byEmpty)).sort).toEqual(byEmpty.sort)
  })

  it('has the cells of its first lines alone where few lines are chosen, and all of them else (OPEN-459)', () => {
    expect(cellsOfFirstLines({ ...byRegion, limit: 1 }, groups)).toEqual(groups.slice(0, 2))
    expect(cellsOfFirstLines({ ...byRegion, limit: 2 }, groups)).toEqual(groups)
    expect(pivoted({ ...byRegion, limit: 1 }, columns, groups, 4, 'UTC').rows).toEqual([['2024-01-01', null, 3, 1]])
    expect(cellsOfFirstLines(byRegion, groups)).toEqual(groups)
    expect(cellsOfFirstLines({ ...byRegion, across: null, limit: 1 }, groups)).toEqual(groups)
  })

  it('takes the order by its values away with it, and an order by a value that it cannot have (OPEN-453)', () => {
    const sort = [{ kind: 'count' as const, column: null, value: 'north', descending: true }]
    const sorted = { ...byRegion, sort }
    expect(fitted(sorted, columns).exploration.sort).toEqual(sort)
    expect(fitted({ ...sorted, across: null }, columns).exploration.sort).toEqual([])
    expect(fitted({ ...sorted, measures: [{ kind: 'sum', column: 'amount' }] }, columns).exploration.sort).toEqual([])
    const numbers = columns.map((column) => ({
      ...column,
      type: column.name === 'region' ? ('integer' as const) : column.type,
    }))
    expect(fitted(sorted, numbers).exploration.sort).toEqual([])
  })

  it('is kept in the URL (OPEN-241)', () => {
    expect(paramsOf(byRegion)).toMatchObject({ by: ['each:region', 'month:day'], across: 'region' })
    expect(explorationOf(paramsOf(byRegion))).toEqual(byRegion)
    expect(explorationOf({ by: ['each:region'], across: 'day' }).across).toBeNull()
  })
})
