import { describe, expect, it } from 'vitest'
import { ChartOptions } from './chart/options.ts'
import { draw } from './chart/testing.ts'
import { ChoroplethOptions } from './choropleth/options.ts'
import { startDraft, withOptions } from './draft.ts'
import { MapOptions } from './map/prepare.ts'

// Records stored by other clients of the same API: complete ones, older ones, and ones with unknown options.
const whole = {
  legend: { enabled: true, placement: 'auto', traceorder: 'normal' },
  xAxis: { type: '-', labels: { enabled: true }, tickFormat: '%Y' },
  yAxis: [
    { type: 'linear', tickFormat: ',.0f' },
    { type: 'linear', opposite: true },
  ],
  error_y: { type: 'data', visible: true },
  series: { stacking: null, error_y: { type: 'data', visible: true } },
  alignYAxesAtZero: false,
  enableLink: true,
  linkFormat: 'https://example.org/{{ @@x }}',
  linkOpenNewTab: true,
  contextFree: { deep: [1, { two: 2 }] },
}
const xy = { month: 'x', sold: 'y' }
const charts: Record<string, Record<string, unknown>> = {
  line: {
    ...whole,
    globalSeriesType: 'line',
    columnMapping: xy,
    lineShape: 'hv',
    seriesOptions: { sold: { zIndex: 0, yAxis: 1, own: 1 } },
  },
  column: { ...whole, globalSeriesType: 'column', columnMapping: xy, swappedAxes: true, color_scheme: 'Tableau 10' },
  area: { globalSeriesType: 'area', columnMapping: xy, series: { percentValues: true, stacking: 'stack' } },
  pie: {
    ...whole,
    globalSeriesType: 'pie',
    columnMapping: xy,
    piesort: false,
    valuesOptions: { Jan: { color: '#abcdef', note: 'x' } },
  },
  scatter: { globalSeriesType: 'scatter', columnMapping: { ...xy, note: 'unused' }, sortX: false },
  bubble: { ...whole, globalSeriesType: 'bubble', columnMapping: { ...xy, left: 'size' }, sizemode: 'area', coefficient: '2' },
  heatmap: {
    ...whole,
    globalSeriesType: 'heatmap',
    columnMapping: { month: 'x', note: 'y', sold: 'zVal' },
    colorScheme: 'Earth',
  },
  box: { ...whole, globalSeriesType: 'box', columnMapping: xy, showpoints: true },
  custom: {
    globalSeriesType: 'custom',
    columnMapping: xy,
    customCode: 'Plotly.newPlot(element, [])',
    enableConsoleLogs: true,
    autoRedraw: false,
  },
}

const saved = (type: string, options: Record<string, unknown>) =>
  withOptions(startDraft({ type, name: 'n', options }, [], []), {}).options

describe('charts of other clients', () => {
  it.each(Object.entries(charts))('of the kind %s are drawn, and saved back without loss', (kind, options) => {
    expect(draw(options).chart.kind).not.toBe('nothing')
    expect(saved('CHART', options)).toEqual(options)
    // Editing an option replaces the part that contains it, so no field of that part may be lost.
    const { coefficient: _text, ...rest } = options
    expect(ChartOptions.parse(options)).toMatchObject(rest)
    expect(ChartOptions.parse(options).globalSeriesType).toBe(kind)
  })

  it.each(Object.keys(charts))('of the kind %s are drawn if all options but their columns are missing or invalid', (kind) => {
    const columnMapping = charts[kind]?.columnMapping
    expect(draw({ globalSeriesType: kind, columnMapping }).chart.kind).not.toBe('nothing')
    // No stored value is valid.
    const broken = {
      globalSeriesType: kind,
      columnMapping,
      legend: 'x',
      xAxis: 7,
      yAxis: 'y',
      series: [],
      seriesOptions: null,
      textFormat: {},
    }
    expect(draw(broken).chart.kind).not.toBe('nothing')
  })

  it('are drawn with their stored options', () => {
    const { plain } = draw(charts.line ?? {})
    expect(plain.series[0]).toMatchObject({ type: 'line', step: 'end' })
    expect(plain.yAxis).toMatchObject([{ position: 'right' }])
    const bars = draw(charts.column ?? {}).plain
    expect([bars.yAxis.type, bars.series[0].color]).toEqual(['category', '#4E79A7'])
    expect(draw(charts.pie ?? {}).plain.series[0].data[0]).toMatchObject({ name: 'Jan', itemStyle: { color: '#abcdef' } })
    expect(draw(charts.heatmap ?? {}).plain.visualMap.inRange.color[0]).toBe('#000082')
  })
})

const regions = {
  mapType: 'subdiv_japan',
  keyColumn: 'k',
  targetField: 'iso_3166_2',
  countryCodeColumn: 'k',
  countryCodeType: 'iso_3166_2',
  valueColumn: 'v',
  clusteringMode: 'k',
  steps: 7,
  valueFormat: '0',
  noValuePlaceholder: '-',
  colors: { min: '#799CFF', max: '#002FB4', background: '#ffffff', borders: '#ffffff', noValue: '#dddddd', own: 1 },
  legend: { visible: false, position: 'top-left', alignText: 'left', own: 2 },
  tooltip: { enabled: false, template: 't' },
  popup: { enabled: false, template: 'p' },
  bounds: [
    [24, 122],
    [46, 154],
  ],
  own: [3],
}
const markers = {
  latColName: 'a',
  lonColName: 'b',
  classify: 'c',
  groups: { x: { color: '#356AFF', own: 1 } },
  mapTileUrl: '//{s}.tile.openstreetmap.org/{z}/{x}/{y}.png',
  clusterMarkers: false,
  customizeMarkers: true,
  iconShape: 'doughnut',
  iconFont: 'anchor',
  foregroundColor: '#000000',
  backgroundColor: '#111111',
  borderColor: '#222222',
  bounds: { _southWest: { lat: 1, lng: 2 }, _northEast: { lat: 3, lng: 4 } },
  tooltip: { enabled: true, template: '{{ x }}' },
  popup: { enabled: false, template: '' },
  own: { kept: true },
}

describe('maps of other clients', () => {
  it('are read and saved back without loss', () => {
    expect(ChoroplethOptions.parse(regions)).toEqual({ ...regions, insets: false })
    expect(saved('CHOROPLETH', regions)).toEqual(regions)
    expect(MapOptions.parse(markers)).toEqual(markers)
    expect(saved('MAP', markers)).toEqual(markers)
  })

  it('are read if options are missing or invalid', () => {
    for (const key of Object.keys(regions)) {
      expect(ChoroplethOptions.safeParse({ ...regions, [key]: { odd: true } }).success).toBe(true)
      expect(ChoroplethOptions.safeParse({ ...regions, [key]: undefined }).success).toBe(true)
    }
    for (const key of Object.keys(markers)) {
      expect(MapOptions.safeParse({ ...markers, [key]: 7 }).success).toBe(true)
      expect(MapOptions.safeParse({ ...markers, [key]: undefined }).success).toBe(true)
    }
  })
})
