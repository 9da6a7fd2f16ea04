import { type Exploration, nothingExplored } from '@sightline/domain/explore/exploration.ts'
import { describe, expect, it } from 'vitest'
import { pivotVisualizations } from './pivot-visualizations.ts'

const exploration: Exploration = {
  ...nothingExplored,
  groups: [
    { column: 'shop_region', unit: null },
    { column: 'day', unit: 'month' },
  ],
  across: 'shop_region',
  measures: [
    { kind: 'sum', column: 'amount' },
    { kind: 'avg', column: 'amount' },
  ],
}

describe('a saved exploration with a group in columns', () => {
  it('has a pivot table of each measure under its name, with totals of what adds up (OPEN-241) (OPEN-671) (OPEN-454)', () => {
    const columns = ['day_month', 'shop_region', 'sum_amount', 'average_amount'].map((name) => ({ name }))
    const [sum, average] = pivotVisualizations(exploration, columns)
    expect(sum).toEqual({
      type: 'PIVOT',
      name: 'Sum of amount by Shop Region',
      options: {
        rows: ['day_month'],
        cols: ['shop_region'],
        vals: ['sum_amount'],
        aggregatorName: 'Sum',
        measureNames: { 'Sum of sum_amount': 'Sum of amount' },
        rowOrder: 'result',
        rendererName: 'Table',
        rendererOptions: { table: { rowTotals: true, colTotals: true } },
      },
    })
    expect(average).toMatchObject({
      name: 'Average of amount by Shop Region',
      options: {
        vals: ['average_amount'],
        aggregatorName: 'Average',
        rendererOptions: { table: { rowTotals: false, colTotals: false } },
      },
    })
  })
})
