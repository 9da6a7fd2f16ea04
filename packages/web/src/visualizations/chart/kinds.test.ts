import type { Cell } from '@sightline/contract/results.ts'
import { expect, describe as group, it } from 'vitest'
import { sampleFormats } from '../samples.ts'
import { automaticOf, automaticShown, heatColors, labelColor, schemeChoices } from './colors.ts'
import { drawMessage, readFromFrame } from './custom/frame-protocol.ts'
import { describe } from './describe.ts'
import { offeredKinds } from './kinds.ts'
import { problem } from './needs.ts'
import { bubbleSizes } from './option/marks.ts'
import { ChartOptions } from './options.ts'
import { tableOf } from './table-rows.ts'
import { draw, hover, mapping, renderable, sales, textColumn } from './testing.ts'

group('the kinds of chart', () => {
  const all = ['line', 'column', 'area', 'pie', 'scatter', 'bubble', 'heatmap', 'box', 'custom']

  it('are nine, and columns are called Bar (CHART-01)', () => {
    expect(offeredKinds(true, 'line').map(({ kind }) => kind)).toEqual(all)
    expect(offeredKinds(true, 'line').map(({ name }) => name())[1]).toBe('Bar')
    for (const globalSeriesType of all.slice(0, 5)) expect(draw({ globalSeriesType }).chart.kind).not.toBe('nothing')
  })

  it('exclude custom code where it is not allowed, except for charts that already use it (CHART-02)', () => {
    expect(offeredKinds(false, 'line').map(({ kind }) => kind)).toEqual(all.slice(0, -1))
    expect(offeredKinds(false, 'custom').map(({ kind }) => kind)).toEqual(all)
  })
})

const grid = {
  columns: [textColumn('day'), textColumn('hour'), textColumn('flights', 'integer')],
  rows: [
    ['Mon', '08', 10],
    ['Mon', '09', 100],
    ['Tue', '08', 50],
  ] satisfies Cell[][],
}
const heat = { globalSeriesType: 'heatmap', columnMapping: { day: 'x', hour: 'y', flights: 'zVal' } }

group('a heatmap', () => {
  it('reads its options (HEAT-01)', () => {
    expect(ChartOptions.parse({})).toMatchObject({ sortX: true, sortY: false, reverseX: false, reverseY: false })
    const stored = {
      colorScheme: 'Jet',
      heatMinColor: '#111111',
      heatMaxColor: '#222222',
      numberFormat: '0.0',
      showDataLabels: true,
    }
    expect(ChartOptions.parse(stored)).toMatchObject(stored)
  })

  it('draws only the cells that have a value (HEAT-06)', () => {
    const { plain } = draw(heat, grid)
    expect(plain.series[0].data.map(({ value }: { value: number[] }) => value)).toEqual([
      [0, 0, 10],
      [0, 1, 100],
      [1, 0, 50],
    ])
    expect([plain.xAxis.data, plain.yAxis.data]).toEqual([
      ['Mon', 'Tue'],
      ['08', '09'],
    ])
  })

  it('sorts its axes (HEAT-05)', () => {
    const { plain } = draw({ ...heat, reverseX: true, sortY: true, reverseY: true }, grid)
    expect([plain.xAxis.data, plain.yAxis.data]).toEqual([
      ['Tue', 'Mon'],
      ['09', '08'],
    ])
  })

  it('uses white labels below a quarter of the greatest value (HEAT-02)', () => {
    expect([labelColor(24.9, 100), labelColor(25, 100)]).toEqual(['#FFFFFF', '#14171C'])
    const { plain } = draw({ ...heat, showDataLabels: true }, grid)
    expect(plain.series[0].data.map(({ label }: { label: { color: string } }) => label.color)).toEqual([
      '#FFFFFF',
      '#14171C',
      '#14171C',
    ])
  })

  it('is coloured from blue to red, by a scheme, or between two custom colours (HEAT-03, HEAT-04, OPEN-24)', () => {
    const none = { colorScheme: undefined, heatMinColor: undefined, heatMaxColor: undefined }
    expect(heatColors(none, 'light')).toEqual(['#356AFF', '#E92828'])
    expect(heatColors({ ...none, colorScheme: 'Bluered' }, 'light')).toEqual(['#0000FF', '#FF0000'])
    const own = { colorScheme: 'Custom...', heatMinColor: '#111111', heatMaxColor: '#222222' }
    expect(heatColors(own, 'dark')).toEqual(['#111111', '#222222'])
    expect(schemeChoices()).toHaveLength(18)
    expect(heatColors({ ...none, colorScheme: 'toString' }, 'light')).toEqual(['#356AFF', '#E92828'])
    expect(draw(heat, grid).plain.visualMap).toMatchObject({ min: 10, max: 100, inRange: { color: ['#356AFF', '#E92828'] } })
  })

  it('says how many rows of its cells are not drawn, from rows and from groups (CHART-48)', () => {
    const noteOf = (rows: Cell[][]) => renderable(draw(heat, { ...grid, rows }).chart).note
    const [first, ...others] = grid.rows
    if (first === undefined) throw new Error('The grid is empty.')
    expect(noteOf([first, ...others])).toBeNull()
    expect(noteOf([first, first, first, ...others])).toBe('the first row of each cell, 2 more are not drawn')
  })

  it('needs a color column (CHART-03)', () => {
    const options = ChartOptions.parse({ globalSeriesType: 'heatmap', columnMapping: { day: 'x', hour: 'y' } })
    expect(problem(options, grid.columns)).toBe('Choose a Color column.')
  })

  it('has a description and a table', () => {
    const { chart, options } = draw(heat, grid)
    expect(describe('Busy', renderable(chart), options, sampleFormats)).toBe(
      'Busy. Heatmap chart of flights by day and hour, 2 by 2 cells. Values from 10 to 100.',
    )
    expect(tableOf(renderable(chart), options, sampleFormats)).toEqual({
      head: ['day', 'hour', 'flights'],
      numbers: ['flights'],
      rows: [
        ['Mon', '08', '10'],
        ['Mon', '09', '100'],
        ['Tue', '08', '50'],
      ],
      marks: [0, 1, 2].map((dataIndex) => ({ seriesId: undefined, dataIndex })),
      xAt: 0,
      more: 0,
    })
  })
})

group('bubbles', () => {
  const series = renderable(draw({ globalSeriesType: 'bubble', columnMapping: { month: 'x', sold: 'y', left: 'size' } }).chart)
  if (series.kind !== 'cartesian') throw new Error('Bubbles have two axes.')
  const size = (stored: object) => bubbleSizes(series.data.series, ChartOptions.parse(stored))

  it('are sized by the size column, in proportion to the largest (CHART-42)', () => {
    expect([size({})(2), size({})(1)]).toEqual([56, 28])
    expect(size({ sizemode: 'area' })(0.5)).toBe(28)
  })

  it('use the stored pixels per unit of size (CHART-42)', () => {
    expect(size({ coefficient: 10 })(2)).toBe(20)
    expect(size({ coefficient: 50, sizemode: 'area' })(2)).toBe(10)
    expect(size({ coefficient: 1e9 })(2)).toBe(400)
  })
})

group('error bars', () => {
  const stored = { columnMapping: { month: 'x', sold: 'y', left: 'yError' } }

  it('are drawn around the values and listed in the tooltip (CHART-41)', () => {
    const { plain, option, tooltip } = draw(stored)
    expect(plain.series).toMatchObject([
      { type: 'bar' },
      {
        type: 'custom',
        name: 'sold',
        data: [
          [0, 8.5, 11.5],
          [1, 28, 32],
        ],
      },
    ])
    hover(option, 0)
    expect(tooltip()).toMatchObject({ rows: [{ value: '10 ± 1.5' }] })
  })

  it('are hidden with their series, and omitted in stacks (CHART-41)', () => {
    expect(draw(stored, { hidden: ['sold'] }).plain.series).toHaveLength(1)
    expect(draw({ ...stored, series: { stacking: 'stack' } }).plain.series).toHaveLength(1)
  })
})

group('boxes', () => {
  const flights = {
    columns: [textColumn('line'), textColumn('delay', 'integer')],
    rows: [1, 2, 3, 4, 5, 6, 7, 8, 9, 30].map((delay): Cell[] => ['A', delay]),
  }
  const box = { globalSeriesType: 'box', columnMapping: { line: 'x', delay: 'y' } }

  it('show the quartiles of the values at each x (CHART-45)', () => {
    const { option, tooltip, plain } = draw(box, flights)
    expect(plain.series[0].data).toEqual([[0, 1, 30]])
    hover(option, 0)
    expect(tooltip()?.rows.map(({ name, value }) => [name, value])).toEqual([
      ['Upper whisker', '9'],
      ['Third quartile', '7.75'],
      ['Median', '5.5'],
      ['First quartile', '3.25'],
      ['Lower whisker', '1'],
      ['Values', '10'],
      ['Outliers', '1'],
    ])
  })

  it('show outliers only, or all points (CHART-30)', () => {
    const dots = (stored: object) => {
      const { option } = draw({ ...box, ...stored }, flights)
      const [series] = Array.isArray(option?.series) ? option.series : []
      if (series?.type !== 'custom' || typeof series.renderItem !== 'function') throw new Error('There is no box.')
      const api = { coord: ([x = 0, y = 0]: number[]) => [x, y], barLayout: () => [{ offsetCenter: 0, width: 40 }] }
      const drawn = series.renderItem({ dataIndex: 0 } as never, api as never) as unknown as { children: { type: string }[] }
      return drawn.children.filter(({ type }) => type === 'circle').length
    }
    expect(dots({})).toBe(1)
    expect(dots({ showpoints: true })).toBe(10)
  })
})

group('a horizontal chart', () => {
  it('has names on the left and values along the bottom', () => {
    const { plain } = draw({ swappedAxes: true, yAxis: [{ title: { text: 'Sold' } }] })
    expect(plain.xAxis).toMatchObject([{ type: 'value', position: 'bottom', name: 'Sold' }])
    expect(plain.yAxis).toMatchObject({ type: 'category', data: ['Jan', 'Feb'] })
    expect(plain.series[0].data[0]).toEqual({ value: [10, 0], itemStyle: { borderRadius: [0, 3, 3, 0] } })
    // A scatter chart has no category names, so it is never horizontal.
    expect(draw({ swappedAxes: true, globalSeriesType: 'scatter' }).plain.series[0].data[0]).toEqual([0, 10])
  })
})

group('zooming', () => {
  const days = {
    columns: [textColumn('month', 'date'), textColumn('sold', 'integer')],
    rows: [
      ['2025-01-01', 1],
      ['2025-01-02', 2],
      ['2025-01-03', 3],
    ] satisfies Cell[][],
  }

  it('is offered along a time axis, with the wheel only while Ctrl is held', () => {
    expect(draw({ globalSeriesType: 'line' }, days).plain.dataZoom).toMatchObject([
      { type: 'inside', zoomOnMouseWheel: 'ctrl' },
    ])
    expect(draw({ globalSeriesType: 'column' }).plain.dataZoom).toBeUndefined()
  })
})

group('palettes', () => {
  it('provide automatic colours, with dashes when they repeat', () => {
    expect(automaticOf('Colorblind Safe', 0)).toBe('#0072B2')
    expect(automaticOf('Redash', 0)).toBe('#3E5EDB')
    expect(automaticOf('of another client', 1)).toBe('#D74E3D')
    expect(automaticShown('Colorblind Safe', 8, 'dark')).toEqual({ color: '#3D9FE0', isRepeated: true })
    expect(draw({ color_scheme: 'D3 Category 10' }).plain.series[0].color).toBe('#1F77B4')
    expect(draw({ color_scheme: 'D3 Category 10', seriesOptions: { sold: { color: '#123456' } } }).plain.series[0].color).toBe(
      '#123456',
    )
  })
})

group('custom code', () => {
  const custom = { globalSeriesType: 'custom', columnMapping: { month: 'x', sold: 'y', left: 'y' }, customCode: 'return 1' }

  it('receives the x values of all series one after another, and the y values of each (CHART-37)', () => {
    const { chart, options } = draw(custom)
    if (chart.kind !== 'custom') throw new Error('The chart is not of code.')
    expect(drawMessage(chart.data, options, { text: '#000', font: 'Inter', grid: '#EEE' })).toEqual({
      kind: 'draw',
      code: 'return 1',
      x: ['Jan', 'Feb', 'Jan', 'Feb'],
      ys: { sold: [10, 30], left: [1.5, 2] },
      sendsLogs: false,
      text: '#000',
      font: 'Inter',
      grid: '#EEE',
    })
  })

  it('receives times on the clock of the reader, without their zone (CHART-37)', () => {
    const times = {
      columns: [textColumn('month', 'datetime'), textColumn('sold', 'integer')],
      rows: [['2026-01-01T23:30:00Z', 1]],
    }
    const xs = (timeZone: string) => {
      const { chart } = draw({ ...custom, columnMapping: mapping }, { ...times, formats: { ...sampleFormats, timeZone } })
      return chart.kind === 'custom' ? chart.data.x : null
    }
    expect(xs('UTC')).toEqual(['2026-01-01T23:30:00Z'])
    expect(xs('Asia/Kolkata')).toEqual(['2026-01-02T05:00:00'])
  })

  it('forwards its console output if that is enabled (CHART-39)', () => {
    const { chart, options } = draw({ ...custom, enableConsoleLogs: true })
    if (chart.kind !== 'custom') throw new Error('The chart is not of code.')
    expect(drawMessage(chart.data, options, { text: '', font: '', grid: '' })).toMatchObject({ sendsLogs: true })
    expect(readFromFrame({ kind: 'log', level: 'warn', texts: ['x', 1] })).toEqual({
      kind: 'log',
      level: 'warn',
      texts: ['x', '1'],
    })
  })

  it('can send nothing but texts', () => {
    expect(readFromFrame({ kind: 'failed', message: { toString: () => 'broken' } })).toEqual({
      kind: 'failed',
      message: 'broken',
    })
    for (const odd of [
      null,
      1,
      'x',
      {},
      { kind: 'other' },
      { kind: 'log', level: 'constructor', texts: [] },
      { kind: 'log' },
    ]) {
      expect(readFromFrame(odd)).toBeNull()
    }
  })
})

group('bad input', () => {
  const reason = (stored: object, given: object = {}) => {
    const { chart } = draw({ ...stored }, given)
    return chart.kind === 'nothing' ? chart.reason : `drawn: ${'note' in chart ? chart.note : ''}`
  }
  const of = (...values: Cell[]) => ({ rows: values.map((value, index): Cell[] => [`m${index}`, value, null, null]) })

  it('is reported in one sentence inside the frame', () => {
    expect(reason({}, { rows: [] })).toBe('No data')
    expect(reason({}, of(null, null))).toBe('There are no values in “sold”.')
    expect(reason({}, of('much', 'more'))).toBe('There are no numbers in “sold”.')
    expect(reason({}, of('NaN', 'Infinity'))).toBe('There are no numbers in “sold”.')
    expect(reason({ globalSeriesType: 'pie' }, of(-1, 0))).toBe('A pie chart needs values above zero.')
    expect(reason({ xAxis: { type: 'logarithmic' } })).toBe('No value of “month” has a place on a logarithmic axis.')
  })

  it('is drawn as far as possible, with a note about omitted data', () => {
    expect(reason({ globalSeriesType: 'pie' }, of(-1, 5, 3))).toBe('drawn: 1 value at or below zero has no slice')
    expect(reason({ yAxis: [{ type: 'logarithmic' }] }, of(-1, 0, 3))).toBe(
      'drawn: 2 values at or below zero have no place on a logarithmic axis',
    )
    const many = { rows: Array.from({ length: 500 }, (_, index): Cell[] => ['m', index, null, `s${index}`]) }
    expect(reason({ columnMapping: { ...mapping, note: 'series' } }, many)).toBe('drawn: 200 of 500 series')
    expect(reason({}, of(7))).toBe('drawn: null')
    expect(reason({}, { rows: Array.from({ length: 10_000 }, (_, index): Cell[] => [`m${index}`, index, null, null]) })).toBe(
      'drawn: null',
    )
  })

  it('is harmless in names, templates and colours', () => {
    const hostile = '<img src=x onerror=alert(1)>{{{{ }}'
    const { plain, option, tooltip } = draw(
      {
        showDataLabels: true,
        textFormat: hostile,
        seriesOptions: { sold: { name: hostile, color: 'url(javascript:alert(1))' } },
      },
      { rows: [[hostile, 1, null, null]], columns: sales.columns },
    )
    // Names are drawn as text, and tooltips are built from elements.
    expect(plain.series[0].color).toBe('url(javascript:alert(1))')
    hover(option, 0)
    expect(tooltip()).toMatchObject({ title: hostile, rows: [{ name: hostile }] })
  })
})
