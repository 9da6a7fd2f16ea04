import { describe, expect, it } from 'vitest'
import type { ClickedMark } from '../echarts/chart-option.ts'
import { conditionsOfMark } from '../picked-mark.ts'
import { sampleFormats } from '../samples.ts'
import { clickedMark, clickedRow } from './clicked.ts'
import { ChartOptions } from './options.ts'
import { prepare } from './prepare.ts'
import type { RenderableChart } from './prepared.ts'
import { draw, renderable, textColumn } from './testing.ts'

const columns = [
  { name: 'carrier', type: 'string', source_type: '' },
  { name: 'flights', type: 'integer', source_type: '' },
] as const
const values = [
  ['United', 'Delta', null],
  [3, 9, 4],
]

function drawn(globalSeriesType: string): RenderableChart {
  const options = ChartOptions.parse({ globalSeriesType, columnMapping: { carrier: 'x', flights: 'y' }, sortX: true })
  const data = { kind: 'columns' as const, columns: [...columns], total: 3, shown: 3, values }
  const chart = prepare(data, options, sampleFormats)
  if (chart.kind === 'nothing' || chart.kind === 'custom') throw new Error('Nothing is drawn.')
  return chart
}

function xOf(chart: RenderableChart, mark: ClickedMark) {
  const row = clickedRow(chart, mark)
  return row === null ? undefined : chart.x.values[row]
}

describe('a clicked mark', () => {
  it.each(['column', 'pie', 'box'])(
    'of a chart of the kind %s stands for the x value of its row, however it was sorted',
    (kind) => {
      const chart = drawn(kind)
      const clicked = [0, 1, 2].map((dataIndex) => xOf(chart, { seriesId: 'flights', dataIndex }))
      expect(clicked.toSorted()).toEqual(expect.arrayContaining(['Delta', 'United']))
      expect(new Set(clicked).size).toBe(3)
    },
  )

  it('has no row outside of the series and points', () => {
    const chart = drawn('column')
    expect(xOf(chart, { seriesId: 'flights', dataIndex: 9 })).toBeUndefined()
    expect(xOf(chart, { seriesId: 'other', dataIndex: 0 })).toBeUndefined()
    expect(xOf(chart, {})).toBeUndefined()
  })
})

/** The conditions of the rows behind a clicked mark, as short texts. */
function conditionsOf(drawn: ReturnType<typeof draw>, clicked: ClickedMark) {
  const mark = clickedMark(renderable(drawn.chart), drawn.options, clicked)
  return mark && conditionsOfMark(mark).map(({ column, kind, values }) => `${column} ${kind} ${values.join('|')}`)
}

describe('the slice of all small values', () => {
  const sizes = [
    ['a', 9],
    ['b', 8],
    ['c', 2],
    ['d', 1],
    ['e', 1],
    ['f', 1],
    ['g', -5],
  ]
  const pie = (rows: (string | number | null)[][], stored: object = {}) =>
    draw({ globalSeriesType: 'pie', maxSlices: 2, ...stored }, { rows })

  it('stands for the values that it merges, or for all but those that it does not, if they are fewer (OPEN-479)', () => {
    const others = { seriesId: 'sold', dataIndex: 2 }
    expect(conditionsOf(pie(sizes), others)).toEqual(['month is_not a|b|g'])
    expect(conditionsOf(pie(sizes.slice(0, 4)), others)).toEqual(['month is c|d'])
    expect(conditionsOf(pie(sizes), { seriesId: 'sold', dataIndex: 0 })).toEqual(['month is a'])
  })

  it('stays within its pie, and has no rows if the conditions were too long (OPEN-479)', () => {
    const columns = [textColumn('month'), textColumn('sold', 'integer'), textColumn('shop')]
    const rows = ['x', 'y'].flatMap((shop) => sizes.slice(0, 4).map((row) => [...row, shop]))
    const byShop = { maxSlices: 2, globalSeriesType: 'pie', columnMapping: { month: 'x', sold: 'y', shop: 'series' } }
    const drawn = draw(byShop, { columns, rows })
    expect(conditionsOf(drawn, { seriesId: 'y', dataIndex: 2 })).toEqual(['shop is y', 'month is c|d'])
    const many = Array.from({ length: 400 }, (_, index) => [`m${index}`, index < 150 ? -1 : 400 - index])
    expect(conditionsOf(pie(many), { seriesId: 'sold', dataIndex: 2 })).toBeNull()
  })
})

describe('a clicked point', () => {
  const columns = [textColumn('month'), textColumn('sold', 'integer'), textColumn('left', 'integer'), textColumn('shop')]
  const rows = [
    ['Jan', 3, 7, 'x'],
    ['Jan', 4, 8, 'x'],
    ['Jan', 5, 9, 'y'],
  ]
  const points = (stored: object) => draw({ globalSeriesType: 'scatter', ...stored }, { columns, rows })

  it('is told apart from others at the same x by its value on the y axis, as other marks are not (OPEN-481)', () => {
    const clicked = { seriesId: 'sold', dataIndex: 1 }
    expect(conditionsOf(points({}), clicked)).toEqual(['sold is 4', 'month is Jan'])
    expect(conditionsOf(points({ globalSeriesType: 'line' }), clicked)).toEqual(['month is Jan'])
    const bubbles = { globalSeriesType: 'bubble', columnMapping: { month: 'x', sold: 'y', left: 'size' } }
    expect(conditionsOf(points(bubbles), clicked)).toEqual(['sold is 4', 'month is Jan'])
  })

  it('has the value of the column that its series is drawn from, of several (OPEN-481)', () => {
    const both = { columnMapping: { month: 'x', sold: 'y', left: 'y', shop: 'series' } }
    expect(conditionsOf(points(both), { seriesId: 'y: left', dataIndex: 0 })).toEqual([
      'left is 9',
      'month is Jan',
      'shop is y',
    ])
  })
})
