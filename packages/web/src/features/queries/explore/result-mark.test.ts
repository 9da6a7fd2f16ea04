import { type Exploration, nothingExplored, type SortTerm } from '@sightline/domain/explore/exploration.ts'
import { describe, expect, it } from 'vitest'
import { conditionsOfMark, markOf } from '../../../visualizations/picked-mark.ts'
import { markOfCell, resultMark } from './result-mark.ts'

const columns = [
  { name: 'day', type: 'datetime' as const },
  { name: 'region', type: 'string' as const },
  { name: 'amount', type: 'integer' as const },
]

const by = (unit: Exploration['groups'][number]['unit'], change: Partial<Exploration> = {}): Exploration => ({
  ...nothingExplored,
  groups: [
    { column: 'region', unit: null },
    { column: 'day', unit },
  ],
  measures: [{ kind: 'sum', column: 'amount' }],
  ...change,
})

const rowsOf = (exploration: Exploration, column: string, value: string | number | null) => {
  const found = resultMark(markOf({ column, value }), exploration, columns)
  return found && conditionsOfMark(found).map(({ column: of, kind, values }) => [of, kind, ...values])
}

describe('the rows behind a mark of a chart of groups', () => {
  it('have the value of its group (OPEN-789)', () => {
    expect(rowsOf(by('month'), 'region', 'north')).toEqual([['region', 'is', 'north']])
    expect(rowsOf(by('month'), 'day_month', null)).toEqual([['day', 'is', null]])
  })

  it('are within its unit of time, from the first to the last day or millisecond (OPEN-789)', () => {
    const day = (unit: 'year' | 'quarter' | 'month' | 'week' | 'day', value: string) => rowsOf(by(unit), `day_${unit}`, value)
    const within = (first: string, last: string) => [
      ['day', 'min', first],
      ['day', 'max', last],
    ]
    expect(day('year', '2024-01-01')).toEqual(within('2024-01-01', '2024-12-31'))
    expect(day('quarter', '2024-10-01')).toEqual(within('2024-10-01', '2024-12-31'))
    expect(day('month', '2024-02-01')).toEqual(within('2024-02-01', '2024-02-29'))
    expect(day('week', '2024-12-30')).toEqual(within('2024-12-30', '2025-01-05'))
    expect(day('day', '2024-02-29')).toEqual(within('2024-02-29', '2024-02-29'))
    expect(rowsOf(by('hour'), 'day_hour', '2024-05-01T10:00:00Z')).toEqual(
      within('2024-05-01T10:00:00Z', '2024-05-01T10:59:59.999Z'),
    )
    expect(rowsOf(by('hour'), 'day_hour', '2024-05-01T10:00:00')).toEqual(
      within('2024-05-01T10:00:00', '2024-05-01T10:59:59.999'),
    )
  })

  it('have the value of its series too (OPEN-789)', () => {
    const mark = { ...markOf({ column: 'day_year', value: '2024-01-01' }), series: { column: 'region', value: 'north' } }
    const found = resultMark(mark, by('year', { across: 'region' }), columns)
    expect(found && conditionsOfMark(found).map(({ column, kind }) => [column, kind])).toEqual([
      ['day', 'min'],
      ['day', 'max'],
      ['region', 'is'],
    ])
  })

  it('are not found for the value of a measure (OPEN-789)', () => {
    expect(rowsOf(by('month'), 'sum_amount', 5)).toBeNull()
  })

  it('ignore the value of a measure that belongs to one value of each group (OPEN-481)', () => {
    const exploration = by(null, { groups: [{ column: 'region', unit: null }] })
    const point = markOf({ column: 'region', value: 'north' }, [{ column: 'sum_amount', kind: 'is', values: [5] }])
    const found = resultMark(point, exploration, columns)
    expect(found && conditionsOfMark(found)).toEqual([{ column: 'region', kind: 'is', values: ['north'] }])
    expect(resultMark(point, by('month'), columns)).toBeNull()
  })

  it('are those of the mark itself if rows are charted (OPEN-789)', () => {
    expect(rowsOf(nothingExplored, 'amount', 5)).toEqual([['amount', 'is', 5]])
  })
})

describe('the rows behind a cell of the table', () => {
  const conditionsOf = (exploration: Exploration, row: (string | number | null)[], term: SortTerm) => {
    const found = resultMark(markOfCell(exploration, columns, row, term), exploration, columns)
    return found && conditionsOfMark(found).map(({ column, kind, values }) => [column, kind, ...values])
  }
  const sum = { kind: 'sum' as const, column: 'amount' }

  it('are those of the groups of its line (OPEN-470)', () => {
    expect(conditionsOf(by('month'), [null, '2024-02-01', 5], sum)).toEqual([
      ['region', 'is', null],
      ['day', 'min', '2024-02-01'],
      ['day', 'max', '2024-02-29'],
    ])
  })

  it('have the value of its column in a pivot table (OPEN-470)', () => {
    const pivot = by('month', { across: 'region' })
    const february = [
      ['day', 'min', '2024-02-01'],
      ['day', 'max', '2024-02-29'],
    ]
    const row = ['2024-02-01', 5, 7]
    expect(conditionsOf(pivot, row, { ...sum, value: 'north' })).toEqual([...february, ['region', 'is', 'north']])
    expect(conditionsOf(pivot, row, { ...sum, value: null })).toEqual([...february, ['region', 'is', null]])
  })

  it('are all rows if there are no groups (OPEN-470)', () => {
    expect(conditionsOf(by(null, { groups: [] }), [5], sum)).toEqual([])
  })
})
