import { describe, expect, it } from 'vitest'
import type { ClickedMark } from '../echarts/chart-option.ts'
import { sampleFormats } from '../samples.ts'
import { clickedRow } from './clicked.ts'
import { ChartOptions } from './options.ts'
import { prepare } from './prepare.ts'
import type { RenderableChart } from './prepared.ts'

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
