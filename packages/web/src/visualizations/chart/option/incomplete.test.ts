import type { Cell } from '@sightline/contract/results.ts'
import { expect, describe as group, it } from 'vitest'
import { sampleData, sampleFormats } from '../../samples.ts'
import { needs } from '../needs.ts'
import { ChartOptions } from '../options.ts'
import { prepare } from '../prepare.ts'
import { renderable, textColumn, theme } from '../testing.ts'
import { incompleteLine } from './incomplete.ts'
import { optionOf } from './option-of.ts'

const columns = [textColumn('month', 'date'), textColumn('sold', 'integer')]
const rows: Cell[][] = ['2026-09-01', '2026-10-01', '2026-11-01'].map((month, at) => [month, 10 + at])

/** The chart at a time; months are sold items. */
function at(now: string | null, stored: Record<string, unknown> = {}, timeZone = 'UTC') {
  const columnMapping = { month: 'x', sold: 'y' }
  const options = ChartOptions.parse({ globalSeriesType: 'line', columnMapping, marksIncomplete: true, ...stored })
  const data = sampleData({ title: '', options: {}, columns, rows, total: null }, needs(options, columns))
  if (data.kind !== 'columns') throw new Error('A chart needs columns.')
  const chart = renderable(prepare(data, options, { ...sampleFormats, timeZone }, now === null ? null : Date.parse(now)))
  const stage = { options, formats: sampleFormats, theme, width: 800, height: 400, hidden: new Set<string>(), zoom: null }
  const option = optionOf(chart, { ...stage, renderTooltip: () => Object.create(null) })
  const series = [option.series ?? []].flat()
  return { note: chart.note, ids: series.map(({ id }) => id), first: JSON.parse(JSON.stringify(series[0])) }
}
const NOTE = 'the last period is not over yet'

group('the last period of a chart', () => {
  it('is dashed while it is not over, and a note says so (CHART-59)', () => {
    expect(at('2026-11-26T12:00Z')).toMatchObject({ note: NOTE, ids: ['sold', 'sold incomplete'] })
    expect(at('2026-12-01T00:00Z')).toMatchObject({ note: null, ids: ['sold'] })
    expect(at('2026-10-31T00:00Z')).toMatchObject({ note: null, ids: ['sold'] })
  })

  it('ends at midnight in the time zone of the reader (CHART-59)', () => {
    expect(at('2026-11-30T23:30Z', {}, 'Asia/Kolkata').note).toBeNull()
    expect(at('2026-12-01T03:00Z', {}, 'America/New_York').note).toBe(NOTE)
  })

  it('is dashed by a line of the background over the last two points, which does not react to the pointer (CHART-59)', () => {
    const stage = { axisIndex: 1, isLying: false, theme }
    const point = (x: number, y: number | null) => ({ x, y, row: null, error: null, size: null })
    const line = (points: ReturnType<typeof point>[], isLying = false) =>
      incompleteLine({ key: 'sold', type: 'line', axis: 1, points } as never, 2, { ...stage, isLying })
    expect(line([point(0, 7), point(1, 8), point(2, 9)])).toMatchObject({
      type: 'line',
      name: 'sold',
      yAxisIndex: 1,
      data: [
        [1, 8],
        [2, 9],
      ],
      silent: true,
      symbol: 'none',
      lineStyle: { color: theme.surface, type: [4, 4], cap: 'butt' },
      emphasis: { disabled: true },
    })
    expect(line([point(1, 8), point(2, 9)], true)).toMatchObject({
      xAxisIndex: 1,
      data: [
        [8, 1],
        [9, 2],
      ],
    })
    for (const points of [
      [],
      [point(2, 9)],
      [point(0, 7), point(1, 8)],
      [point(1, null), point(2, 9)],
      [point(1, 8), point(2, null)],
    ])
      expect(line(points)).toBeNull()
  })

  it('has paler bars (CHART-59)', () => {
    const { first, ids } = at('2026-11-26T12:00Z', { globalSeriesType: 'column' })
    expect(ids).toEqual(['sold'])
    expect(first.data.map(({ itemStyle }: { itemStyle: { opacity?: number } }) => itemStyle.opacity)).toEqual([
      undefined,
      undefined,
      0.45,
    ])
  })

  it('is drawn like any other if the chart does not set it apart, or there is no present time', () => {
    expect(at('2026-11-26T12:00Z', { marksIncomplete: false })).toMatchObject({ note: null, ids: ['sold'] })
    expect(at(null)).toMatchObject({ note: null, ids: ['sold'] })
    expect(ChartOptions.parse({}).marksIncomplete).toBe(false)
  })
})
