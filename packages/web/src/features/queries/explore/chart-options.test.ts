import { type Exploration, nothingExplored } from '@sightline/domain/explore/exploration.ts'
import { describe, expect, it } from 'vitest'
import { chartOptions, drawnMeasures } from './chart-options.ts'
import { chartsOf } from './shown-visualization.ts'

const column = (name: string, type: 'date' | 'string' | 'integer') => ({ name, type, source_type: '' })
const exploration: Exploration = {
  ...nothingExplored,
  groups: [
    { column: 'region', unit: null },
    { column: 'day', unit: 'month' },
  ],
  across: 'region',
  measures: [{ kind: 'count', column: null }],
}

describe('the chart of a pivot table', () => {
  it('has a series for each value in columns (OPEN-241)', () => {
    const columns = [column('day_month', 'date'), column('region', 'string'), column('rows', 'integer')]
    expect(chartOptions(exploration, columns, [['2024-01-01', 'north', 1]])).toMatchObject({
      globalSeriesType: 'line',
      columnMapping: { day_month: 'x', region: 'series', rows: 'y' },
    })
    const byShop = [column('shop', 'string'), ...columns.slice(1)]
    expect(chartOptions(exploration, byShop, [['a', 'north', 1]])).toMatchObject({
      globalSeriesType: 'column',
      columnMapping: { shop: 'x', region: 'series', rows: 'y' },
    })
  })
})

describe('the axes of several measures', () => {
  it('are two if one measure would be flat on the axis of the first one (OPEN-673)', () => {
    const columns = [column('region', 'string'), column('rows', 'integer'), column('sum_amount', 'integer')]
    const exploration: Exploration = {
      ...nothingExplored,
      groups: [{ column: 'region', unit: null }],
      measures: [
        { kind: 'count', column: null },
        { kind: 'sum', column: 'amount' },
      ],
    }
    const of = (sum: number) =>
      chartOptions(exploration, columns, [
        ['north', 5, sum],
        ['south', 7, sum + 1],
      ])
    expect(of(90_000)).toMatchObject({ seriesOptions: { sum_amount: { yAxis: 1 } } })
    expect(of(9)).not.toHaveProperty('seriesOptions')
  })

  it('leave out a measure that would be flat on both, which a sentence says (OPEN-458)', () => {
    const measures: Exploration['measures'] = [
      { kind: 'count', column: null },
      { kind: 'sum', column: 'amount' },
      { kind: 'avg', column: 'score' },
      { kind: 'max', column: 'amount' },
    ]
    const names = ['rows', 'sum_amount', 'average_score', 'max_amount']
    const columns = [column('region', 'string'), ...names.map((name) => column(name, 'integer'))]
    const three: Exploration = { ...nothingExplored, groups: [{ column: 'region', unit: null }], measures }
    const options = chartOptions(three, columns, [
      ['north', 500, 90_000, 2, 30_000],
      ['south', 700, 80_000, 3, 40_000],
    ])
    expect(options.columnMapping).toEqual({ region: 'x', rows: 'y', sum_amount: 'y', max_amount: 'y' })
    expect(options.seriesOptions).toEqual({ sum_amount: { yAxis: 1 }, max_amount: { yAxis: 1 } })
    expect(drawnMeasures(three, columns, options)).toEqual([0, 1, 3])
  })
})

describe('the chart of several measures', () => {
  const measures: Exploration['measures'] = [
    { kind: 'count', column: null },
    { kind: 'sum', column: 'amount' },
    { kind: 'max', column: 'name' },
  ]
  const ofMeasures = [column('rows', 'integer'), column('sum_amount', 'integer'), column('max_name', 'string')]
  const columns = [column('region', 'string'), ...ofMeasures]

  it('draws all numbers of a single group, whatever their size, and says what it leaves out (OPEN-788)', () => {
    const one: Exploration = { ...nothingExplored, groups: [{ column: 'region', unit: null }], measures }
    const options = chartOptions(one, columns, [['north', 1, 1_000_000, 'z']])
    expect(options.columnMapping).toEqual({ region: 'x', rows: 'y', sum_amount: 'y' })
    expect(drawnMeasures(one, columns, options)).toEqual([0, 1])
    expect(drawnMeasures({ ...one, measures: measures.slice(0, 2) }, columns.slice(0, 3), options)).toBeNull()
  })

  it('draws the first one of two groups (OPEN-788)', () => {
    const two: Exploration = { ...exploration, measures }
    const all = [column('day_month', 'date'), ...columns]
    const options = chartOptions(two, all, [['2024-01-01', 'north', 1, 7, 'z']])
    expect(drawnMeasures(two, all, options)).toEqual([0])
  })

  it('is saved with a name of its columns, and not at all without numbers (OPEN-221)', () => {
    const [saved] = chartsOf(
      exploration,
      [column('day_month', 'date'), column('region', 'string'), column('rows', 'integer')],
      [],
    )
    expect(saved).toMatchObject({
      type: 'CHART',
      name: 'Rows by Day Month and Region',
      options: { columnMapping: { day_month: 'x', region: 'series', rows: 'y' } },
    })
    expect(chartsOf({ ...exploration, measures: [] }, [column('shop', 'string'), column('region', 'string')], [])).toEqual([])
  })
})
