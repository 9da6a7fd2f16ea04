import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import { expect, describe as group, it } from 'vitest'
import { type Aggregation, aggregated, aggregations } from './aggregation.ts'
import { type CartesianSettings, prepareCartesian } from './cartesian.ts'
import { rolesOf } from './roles.ts'
import type { ChartColumn } from './series.ts'

const column = (name: string, type: ColumnType, ...values: Cell[]): ChartColumn => ({ name, type, values })
const settings: CartesianSettings = {
  type: 'line',
  series: {},
  xScale: 'auto',
  isStacked: false,
  isPercent: false,
  missingAsZero: false,
  fillMissingDates: false,
  aggregation: null,
  sortX: true,
  reverseX: false,
  isThinned: false,
  maxSeries: 200,
  timeZone: 'UTC',
}
const draw = (days: string[], values: Cell[], changes: Partial<CartesianSettings>) => {
  const columns = [column('day', 'date', ...days), column('sold', 'integer', ...values)]
  return prepareCartesian(columns, rolesOf({ day: 'x', sold: 'y' }, ['day', 'sold']), { ...settings, ...changes })
}
const ys = ({ series }: ReturnType<typeof draw>) => series[0]?.points.map(({ y }) => y)
const twice = ['2026-01-01', '2026-01-01', '2026-01-02']

group('values of one x', () => {
  it('are aggregated without the missing ones; rows are counted with them (CHART-48)', () => {
    const all = (values: (number | null)[]) => aggregations.map((how) => aggregated(values, how))
    expect(all([2, null, 6])).toEqual([8, 4, 2, 6, 3])
    expect(all([null])).toEqual([null, null, null, null, 1])
  })

  it('are combined if the chart says how (CHART-48)', () => {
    const drawn = (aggregation: Aggregation | null) => draw(twice, [10, 20, 5], { aggregation })
    expect(ys(drawn('sum'))).toEqual([30, 5])
    expect(ys(drawn('avg'))).toEqual([15, 5])
    expect(ys(drawn('count'))).toEqual([2, 1])
    expect(ys(drawn(null))).toEqual([10, 20, 5])
    expect(drawn('sum').sharingX).toBe(0)
    expect(drawn(null).sharingX).toBe(2)
  })

  it('are added up in stacks unless the chart says otherwise', () => {
    expect(ys(draw(twice, [10, -20, 5], { isStacked: true }))).toEqual([-10, 5])
    expect(ys(draw(twice, [10, -20, 5], { isStacked: true, aggregation: 'max' }))).toEqual([10, 5])
  })

  it('stay single points in scatter charts', () => {
    const drawn = draw(twice, [10, 20, 5], { type: 'scatter', aggregation: 'sum' })
    expect(ys(drawn)).toEqual([10, 20, 5])
    expect(drawn.sharingX).toBe(0)
  })
})

group('missing dates', () => {
  const days = ['2026-01-01', '2026-01-02', '2026-01-04']

  it('interrupt a line, or are zero, if the chart fills them in (CHART-47)', () => {
    expect(ys(draw(days, [1, 2, 4], {}))).toEqual([1, 2, 4])
    expect(ys(draw(days, [1, 2, 4], { fillMissingDates: true }))).toEqual([1, 2, null, 4])
    expect(ys(draw(days, [1, 2, 4], { fillMissingDates: true, missingAsZero: true }))).toEqual([1, 2, 0, 4])
  })

  it('are unknown in a selection of rows, and not looked for in rows of another order', () => {
    expect(ys(draw(days, [1, 2, 4], { fillMissingDates: true, isThinned: true }))).toEqual([1, 2, 4])
    expect(ys(draw(days.toReversed(), [4, 2, 1], { fillMissingDates: true, sortX: false }))).toEqual([4, 2, 1])
  })
})
