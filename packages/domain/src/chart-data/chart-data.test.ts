import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { type CartesianSettings, prepareCartesian } from './cartesian.ts'
import { pieGrid, preparePies } from './pies.ts'
import { rolesOf, withRole } from './roles.ts'
import { autoScale, toNumber } from './scale.ts'
import type { ChartColumn } from './series.ts'

const column = (name: string, type: ColumnType | null, ...values: Cell[]): ChartColumn => ({ name, type, values })
const names = (columns: ChartColumn[]) => columns.map(({ name }) => name)

const settings: CartesianSettings = {
  type: 'column',
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
  maxSeries: 200,
  timeZone: 'UTC',
}
const draw = (columns: ChartColumn[], mapping: Record<string, string>, changes: Partial<CartesianSettings> = {}) =>
  prepareCartesian(columns, rolesOf(mapping, names(columns)), { ...settings, ...changes })
const points = (series: { points: { x: number; y: number | null }[] } | undefined) => series?.points.map(({ x, y }) => [x, y])

const sales = [
  column('month', 'string', 'Feb', 'Jan', 'Jan', 'Mar'),
  column('shop', 'string', 'Oslo', 'Oslo', 'Bonn', 'Bonn'),
  column('sold', 'integer', 20, 10, 30, 60),
]
const bySeries = { month: 'x', shop: 'series', sold: 'y' }

describe('the roles of columns', () => {
  it('come from the stored mapping (CHART-04)', () => {
    expect(rolesOf({ month: 'x', sold: 'y', shop: 'unused' }, names(sales))).toMatchObject({
      x: 'month',
      y: ['sold'],
      series: null,
    })
    expect(rolesOf(bySeries, names(sales))).toMatchObject({ series: 'shop' })
  })

  it('come from the column names if the mapping does not have them', () => {
    expect(rolesOf({}, ['day::x', 'n::y', 'kind::series', 'm__y'])).toMatchObject({
      x: 'day::x',
      y: ['n::y', 'm__y'],
      series: 'kind::series',
    })
    expect(rolesOf({ m__y: 'unused' }, ['day::x', 'n::y', 'm__y']).y).toEqual(['n::y'])
  })

  it('do not include columns that are missing in the result', () => {
    expect(rolesOf({ gone: 'x', sold: 'y' }, names(sales)).x).toBeNull()
  })

  it('are changed one role at a time (CHART-04)', () => {
    expect(withRole({ a: 'x', b: 'y' }, 'x', ['c'], ['a', 'b', 'c'])).toEqual({ b: 'y', c: 'x' })
    expect(withRole({ a: 'x', b: 'y' }, 'x', ['b'], ['a', 'b'])).toEqual({ b: 'x' })
    expect(withRole({ e: 'yError' }, 'y', ['b'], ['b', 'e'])).toEqual({ e: 'yError', b: 'y' })
    expect(withRole({}, 'y', [], ['n::y'])).toEqual({ 'n::y': 'unused' })
  })
})

describe('the x scale', () => {
  it('follows the type of the column, or else the values (CHART-08)', () => {
    expect(autoScale('date', [])).toBe('datetime')
    expect(autoScale('float', ['1'])).toBe('linear')
    expect(autoScale('string', ['2024-01-01', null, '2024-02-01'])).toBe('datetime')
    expect(autoScale(null, [1, 2, null])).toBe('linear')
    expect(autoScale('string', ['a', '2024-01-01'])).toBe('category')
    expect(autoScale('boolean', [true])).toBe('category')
    expect(autoScale('string', [])).toBe('category')
  })

  it('reads texts as numbers, with thousands commas, and nothing else', () => {
    expect(['1,234.5', '12', '', 'x1', '1e3', null, true].map(toNumber)).toEqual([1234.5, 12, null, null, 1000, null, null])
  })

  it('drops points without a position', () => {
    const columns = [column('t', 'datetime', '2024-01-01T00:00:00', null, 'soon'), column('n', 'integer', 1, 2, 3)]
    expect(points(draw(columns, { t: 'x', n: 'y' }).series[0])).toEqual([[Date.UTC(2024, 0, 1), 1]])
    const log = [column('v', 'float', 0, 10, -1), column('n', 'integer', 1, 2, 3)]
    expect(points(draw(log, { v: 'x', n: 'y' }, { xScale: 'logarithmic' }).series[0])).toEqual([[10, 2]])
  })
})

describe('chart series', () => {
  it('are the y columns', () => {
    const columns = [column('x', 'integer', 1, 2), column('a', 'float', 1.5, 2.5), column('b', 'float', 3, '4,000')]
    const { series } = draw(columns, { x: 'x', a: 'y', b: 'y' })
    expect(series.map(({ key, points: p }) => [key, p.map(({ y }) => y)])).toEqual([
      ['a', [1.5, 2.5]],
      ['b', [3, 4000]],
    ])
  })

  it('are the values of the group by column (CHART-43)', () => {
    const { xs, series } = draw(sales, bySeries)
    expect(xs).toEqual(['Feb', 'Jan', 'Mar'])
    expect(series.map(({ key }) => key)).toEqual(['Oslo', 'Bonn'])
    expect(points(series[0])).toEqual([
      [0, 20],
      [1, 10],
    ])
  })

  it('have the value and the column in their name if both are needed', () => {
    const columns = [...sales, column('left', 'integer', 1, 2, 3, 4)]
    expect(draw(columns, { ...bySeries, left: 'y' }).series.map(({ key }) => key)).toEqual([
      'Oslo: sold',
      'Oslo: left',
      'Bonn: sold',
      'Bonn: left',
    ])
  })

  it('have their own name, type, axis, colour and order (CHART-11, CHART-13, CHART-14)', () => {
    const { series } = draw(sales, bySeries, {
      series: { Oslo: { zIndex: 2, name: 'Norway', type: 'line', yAxis: 1, color: '#D74E3D' }, Bonn: { zIndex: 1 } },
    })
    expect(series.map(({ key, name, type, axis, color }) => ({ key, name, type, axis, color }))).toEqual([
      { key: 'Bonn', name: 'Bonn', type: 'column', axis: 0, color: null },
      { key: 'Oslo', name: 'Norway', type: 'line', axis: 1, color: '#D74E3D' },
    ])
  })

  it('are counted if there are too many to show', () => {
    const { series, omitted } = draw(sales, bySeries, { maxSeries: 1 })
    expect([series.length, omitted]).toEqual([1, 1])
  })

  it('exist without rows', () => {
    expect(draw([column('x', 'integer'), column('y', 'integer')], { x: 'x', y: 'y' }).series).toMatchObject([
      { key: 'y', points: [] },
    ])
  })
})

describe('missing values', () => {
  const columns = [
    column('x', 'integer', 1, 2, 3, 1, 3),
    column('g', 'string', 'a', 'a', 'a', 'b', 'b'),
    column('y', 'integer', 5, null, 7, 8, 9),
  ]
  const mapping = { x: 'x', g: 'series', y: 'y' }

  it('are shown as 0 (CHART-19)', () => {
    const { series } = draw(columns, mapping, { type: 'line' })
    expect(series.map(points)).toEqual([
      [
        [1, 5],
        [2, 0],
        [3, 7],
      ],
      [
        [1, 8],
        [2, 0],
        [3, 9],
      ],
    ])
  })

  it('are shown as gaps if the option is off (CHART-20)', () => {
    const { series } = draw(columns, mapping, { type: 'area', missingAsZero: false })
    expect(series.map(points)).toEqual([
      [
        [1, 5],
        [2, null],
        [3, 7],
      ],
      [
        [1, 8],
        [2, null],
        [3, 9],
      ],
    ])
  })

  it('are left out of a scatter chart', () => {
    expect(points(draw(columns, mapping, { type: 'scatter' }).series[0])).toEqual([
      [1, 5],
      [3, 7],
    ])
  })

  it('are not shown as 0 if the rows are a selection', () => {
    const { series } = draw(columns, mapping, { type: 'line', isThinned: true })
    expect(points(series[1])).toEqual([
      [1, 8],
      [2, null],
      [3, 9],
    ])
    expect(points(series[0])?.[1]).toEqual([2, 0])
  })
})

describe('stacks and shares', () => {
  it('have a value of every series at every x (CHART-17)', () => {
    const { series } = draw(sales, bySeries, { isStacked: true })
    expect(series.map(points)).toEqual([
      [
        [0, 20],
        [1, 10],
        [2, 0],
      ],
      [
        [0, 0],
        [1, 30],
        [2, 60],
      ],
    ])
  })

  it('add up the rows of one series at one x (CHART-17)', () => {
    const columns = [column('x', 'string', 'a', 'a', 'a'), column('y', 'integer', 1, 2, null)]
    expect(points(draw(columns, { x: 'x', y: 'y' }, { isStacked: true }).series[0])).toEqual([[0, 3]])
    expect(points(draw(columns, { x: 'x', y: 'y' }).series[0])).toHaveLength(3)
  })

  it('are percentages of all series at the same x (CHART-18)', () => {
    const { series } = draw(sales, bySeries, { isPercent: true })
    expect(series.map(points)).toEqual([
      [
        [0, 100],
        [1, 25],
      ],
      [
        [1, 75],
        [2, 100],
      ],
    ])
    expect(series[0]?.points[1]).toMatchObject({ value: 10, share: 25 })
  })

  it('are relative to absolute values if there are values of both signs (CHART-18)', () => {
    const columns = [column('x', 'string', 'a', 'a'), column('g', 'string', 'p', 'n'), column('y', 'integer', 30, -10)]
    expect(draw(columns, { x: 'x', g: 'series', y: 'y' }, { isPercent: true }).series.map(points)).toEqual([
      [[0, 75]],
      [[0, -25]],
    ])
  })

  it('are 0 if all values are 0 (CHART-18)', () => {
    const columns = [column('x', 'string', 'a'), column('y', 'integer', 0)]
    expect(points(draw(columns, { x: 'x', y: 'y' }, { isPercent: true }).series[0])).toEqual([[0, 0]])
  })
})

describe('the order of x values', () => {
  const columns = [column('x', 'string', 'b10', 'b9', 'a'), column('y', 'integer', 1, 2, 3)]
  const mapping = { x: 'x', y: 'y' }

  it('is sorted or the order of the rows (CHART-21)', () => {
    expect(draw(columns, mapping).xs).toEqual(['a', 'b9', 'b10'])
    expect(draw(columns, mapping, { sortX: false }).xs).toEqual(['b10', 'b9', 'a'])
    const numbers = [column('x', 'integer', 3, 1), column('y', 'integer', 1, 2)]
    expect(points(draw(numbers, mapping).series[0])).toEqual([
      [1, 2],
      [3, 1],
    ])
    expect(points(draw(numbers, mapping, { sortX: false }).series[0])).toEqual([
      [3, 1],
      [1, 2],
    ])
  })

  it('is reversed (CHART-22)', () => {
    expect(draw(columns, mapping, { reverseX: true })).toMatchObject({ xs: ['b10', 'b9', 'a'], isReversed: false })
    const numbers = [column('x', 'integer', 3, 1), column('y', 'integer', 1, 2)]
    expect(draw(numbers, mapping, { reverseX: true }).isReversed).toBe(true)
  })
})

describe('pie charts', () => {
  const pie = (isSorted = true, maxPies = 50) =>
    preparePies(sales, rolesOf({ month: 'x', sold: 'y' }, names(sales)), { series: {}, isSorted, maxPies, maxSlices: 100 })

  it('add up the rows of a slice', () => {
    expect(pie().pies).toMatchObject([
      {
        key: 'sold',
        total: 120,
        slices: [
          { key: 'Mar', value: 60, share: 0.5 },
          { key: 'Jan', value: 40 },
          { key: 'Feb', value: 20 },
        ],
      },
    ])
  })

  it('keep the order of the rows if sorting is off', () => {
    expect(pie(false).pies[0]?.slices.map(({ key }) => key)).toEqual(['Feb', 'Jan', 'Mar'])
  })

  it('have one slice for all small values beyond the maximum number of slices', () => {
    const columns = [column('x', 'string', 'a', 'b', 'c', 'd'), column('y', 'integer', 4, 1, 3, 2)]
    const settings = { series: {}, isSorted: false, maxPies: 1, maxSlices: 2 }
    const { pies, keys } = preparePies(columns, rolesOf({ x: 'x', y: 'y' }, names(columns)), settings)
    expect(pies[0]?.slices).toEqual([
      { key: 'a', value: 4, share: 0.4, row: 0 },
      { key: 'c', value: 3, share: 0.3, row: 2 },
      { key: '2 others', value: 3, share: 0.30000000000000004, row: null },
    ])
    expect(keys).toEqual(['a', 'c', '2 others'])
  })

  it('are shown one per group (CHART-43)', () => {
    const { pies, keys } = preparePies(sales, rolesOf(bySeries, names(sales)), {
      series: {},
      isSorted: true,
      maxPies: 50,
      maxSlices: 100,
    })
    expect(pies.map(({ key, total }) => [key, total])).toEqual([
      ['Oslo', 30],
      ['Bonn', 90],
    ])
    expect(keys).toEqual(['Feb', 'Jan', 'Mar'])
  })

  it('have no slice for values of zero and below', () => {
    const columns = [column('x', 'string', 'a', 'b', 'c'), column('y', 'integer', 0, -5, 5)]
    const { pies } = preparePies(columns, rolesOf({ x: 'x', y: 'y' }, names(columns)), {
      series: {},
      isSorted: true,
      maxPies: 50,
      maxSlices: 100,
    })
    expect(pies[0]?.slices).toMatchObject([{ key: 'c', share: 1 }])
  })

  it('are arranged in at most two rows (CHART-35)', () => {
    expect([1, 2, 3, 4, 5, 7].map(pieGrid)).toEqual([
      { columns: 1, rows: 1 },
      { columns: 2, rows: 1 },
      { columns: 2, rows: 2 },
      { columns: 2, rows: 2 },
      { columns: 3, rows: 2 },
      { columns: 4, rows: 2 },
    ])
  })
})
