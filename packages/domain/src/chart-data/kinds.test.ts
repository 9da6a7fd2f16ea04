import type { Cell } from '@sightline/contract/results.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prepareBoxes } from './boxes.ts'
import { type CartesianSettings, prepareCartesian } from './cartesian.ts'
import { prepareHeatmap } from './heatmap.ts'
import { boxOf } from './quartiles.ts'
import { rolesOf } from './roles.ts'
import type { ChartColumn } from './series.ts'

const column = (name: string, type: ChartColumn['type'], ...values: Cell[]): ChartColumn => ({ name, type, values })
const roles = (mapping: Record<string, string>, columns: readonly ChartColumn[]) =>
  rolesOf(
    mapping,
    columns.map(({ name }) => name),
  )

describe('the numbers of a box', () => {
  it('include quartiles, and whiskers of at most 1.5 times the interquartile range (CHART-45, BOX-04)', () => {
    // The quartiles are 3.25, 5.5 and 7.75, so the whiskers may extend from -3.5 to 14.5.
    expect(boxOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 30])).toEqual({
      q1: 3.25,
      median: 5.5,
      q3: 7.75,
      low: 1,
      high: 9,
      outliers: [30],
    })
    expect(boxOf([7])).toEqual({ q1: 7, median: 7, q3: 7, low: 7, high: 7, outliers: [] })
  })

  it('count every value as either within the whiskers or an outlier', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { minLength: 1 }), (numbers) => {
        const { low, q1, median, q3, high, outliers } = boxOf(numbers)
        expect(q1 <= median && median <= q3).toBe(true)
        expect(low <= high).toBe(true)
        expect(numbers.filter((value) => value >= low && value <= high).length + outliers.length).toBe(numbers.length)
      }),
    )
  })
})

describe('the boxes of a chart', () => {
  const columns = [
    column('day', 'string', 'b', 'a', 'a', 'a', 'b'),
    column('kind', 'string', 'x', 'x', 'x', 'y', 'x'),
    column('value', 'integer', 5, 1, 3, 9, null),
  ]
  const settings = {
    series: {},
    xScale: 'auto' as const,
    sortX: true,
    reverseX: false,
    maxSeries: 9,
    timeZone: 'UTC',
    made: null,
  }

  it('are one per series and x (CHART-45)', () => {
    const { xs, series } = prepareBoxes(columns, roles({ day: 'x', kind: 'series', value: 'y' }, columns), settings)
    expect(xs).toEqual(['a', 'b'])
    expect(series.map(({ key, boxes }) => [key, boxes.map(({ x, median, values }) => [x, median, values])])).toEqual([
      [
        'x',
        [
          [1, 5, [5]],
          [0, 2, [1, 3]],
        ],
      ],
      ['y', [[0, 9, [9]]]],
    ])
  })

  it('are in the order of x (CHART-21, CHART-22)', () => {
    const order = (changed: Partial<typeof settings>) =>
      prepareBoxes(columns, roles({ day: 'x', value: 'y' }, columns), { ...settings, ...changed }).xs
    expect(order({ sortX: false })).toEqual(['b', 'a'])
    expect(order({ reverseX: true })).toEqual(['b', 'a'])
  })
})

describe('a heatmap', () => {
  const columns = [
    column('x', 'string', 'b', 'a', 'b', 'a', 'b'),
    column('y', 'string', 'q', 'p', 'p', 'q', 'q'),
    column('z', 'integer', 4, 1, null, 3, 8),
  ]
  const mapping = { x: 'x', y: 'y', z: 'zVal' }
  const draw = (order = {}) =>
    prepareHeatmap(columns, roles(mapping, columns), { sortX: true, reverseX: false, sortY: false, reverseY: false, ...order })

  it('takes the values of cells from the color column, and leaves a missing one empty (HEAT-06)', () => {
    const { xs, ys, cells, min, max, repeated } = draw()
    expect(cells.map(({ x, y, value }) => [xs[x], ys[y], value])).toEqual([
      ['b', 'q', 4],
      ['a', 'p', 1],
      ['a', 'q', 3],
    ])
    expect([min, max, repeated]).toEqual([1, 4, 1])
  })

  it('sorts its axes (HEAT-05, CHART-23)', () => {
    expect([draw().xs, draw().ys]).toEqual([
      ['a', 'b'],
      ['q', 'p'],
    ])
    const other = draw({ sortX: false, reverseX: true, sortY: true, reverseY: true })
    expect([other.xs, other.ys]).toEqual([
      ['a', 'b'],
      ['q', 'p'],
    ])
    expect(draw({ sortY: true }).ys).toEqual(['p', 'q'])
  })
})

describe('points with further columns', () => {
  const columns = [column('x', 'integer', 1, 2), column('y', 'integer', 10, 30), column('more', 'float', 2.5, null)]
  const settings: CartesianSettings = {
    type: 'bubble',
    series: {},
    xScale: 'auto',
    isStacked: false,
    isPercent: false,
    missingAsZero: true,
    fillMissingDates: false,
    aggregation: null,
    sortX: true,
    reverseX: false,
    isThinned: false,
    maxSeries: 9,
    timeZone: 'UTC',
  }

  it('have the size of the size column (CHART-42)', () => {
    const { series } = prepareCartesian(columns, roles({ x: 'x', y: 'y', more: 'size' }, columns), settings)
    expect(series[0]?.points.map(({ size }) => size)).toEqual([2.5, null])
  })

  it('have error bars of the errors column, in percent if the values are (CHART-41)', () => {
    const mapping = roles({ x: 'x', y: 'y', more: 'yError' }, columns)
    const errors = (changed: Partial<CartesianSettings>) =>
      prepareCartesian(columns, mapping, { ...settings, type: 'column', ...changed }).series[0]?.points.map(
        ({ error }) => error,
      )
    expect(errors({})).toEqual([2.5, null])
    expect(errors({ isPercent: true })).toEqual([25, null])
  })
})
