import { type Exploration, nothingExplored } from '@sightline/domain/explore/exploration.ts'
import { describe, expect, it } from 'vitest'
import { chartOptions } from './chart-options.ts'

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
