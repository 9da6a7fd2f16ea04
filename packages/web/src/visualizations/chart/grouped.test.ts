import type { Cell } from '@sightline/contract/results.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupsInMemory } from '../result-data.ts'
import { sampleData, sampleFormats } from '../samples.ts'
import { needs } from './needs.ts'
import { ChartOptions } from './options.ts'
import { prepare } from './prepare.ts'
import type { PreparedChart, RenderableChart } from './prepared.ts'
import { textColumn } from './testing.ts'

const columns = [textColumn('day', 'date'), textColumn('kind'), textColumn('n', 'integer'), textColumn('m', 'float')]
const row = fc.tuple(
  fc.option(fc.constantFrom('2024-01-03', '2024-01-01', '2024-02-01')),
  fc.option(fc.constantFrom('x', 'y', 'Z')),
  fc.option(fc.integer({ min: -50, max: 50 })),
  fc.option(fc.integer({ min: 0, max: 400 }).map((quarters) => quarters / 4)),
)

/** Prepares the same chart from single rows and from the groups that the server would return. */
function bothOf(stored: Record<string, unknown>, rows: Cell[][]): { ofRows: PreparedChart; ofGroups: PreparedChart } {
  const options = ChartOptions.parse(stored)
  const asked = needs(options, columns)
  if (asked.kind !== 'columns' || !asked.instead) throw new Error('This chart is not drawn of groups.')
  const data = sampleData({ title: '', options: {}, columns, rows, total: null }, asked)
  if (data.kind !== 'columns') throw new Error('These are no rows.')
  return {
    ofRows: prepare(data, options, sampleFormats),
    ofGroups: prepare(groupsInMemory(columns, rows, asked.instead), options, sampleFormats),
  }
}

/** The visible part of a chart: everything except row numbers. */
function seen(chart: PreparedChart): unknown {
  if (chart.kind === 'nothing' || chart.kind === 'custom') return chart.kind === 'nothing' ? chart.reason : chart.data
  const xOf = (place: number | null) => (place === null ? null : chart.x.values[place])
  const { kind, note } = chart
  return { kind, note, data: dataOf(chart, xOf) }
}

function dataOf(chart: RenderableChart, xOf: (place: number | null) => unknown): unknown {
  switch (chart.kind) {
    case 'pies':
      return {
        ...chart.data,
        pies: chart.data.pies.map((pie) => ({
          ...pie,
          slices: pie.slices.map((slice) => ({ ...slice, row: xOf(slice.row) })),
          rest: pie.rest && { merged: pie.rest.merged.map(xOf), others: pie.rest.others.map(xOf) },
        })),
      }
    case 'heatmap':
      return {
        ...chart.data,
        repeated: null,
        cells: chart.data.cells.map((cell) => ({ ...cell, row: xOf(cell.row) })).toSorted((a, b) => a.y - b.y || a.x - b.x),
      }
    case 'boxes':
      return {
        ...chart.data,
        series: chart.data.series.map((series) => ({
          ...series,
          boxes: series.boxes.map((box) => ({ ...box, values: null, row: xOf(box.row) })).toSorted((a, b) => a.x - b.x),
        })),
      }
    case 'cartesian':
      return {
        ...chart.data,
        series: chart.data.series.map((series) => ({
          ...series,
          points: series.points.map((point) => ({ ...point, row: xOf(point.row) })),
        })),
      }
  }
}

const grouped = { day: 'x', kind: 'series', n: 'y' }
const kinds: [string, Record<string, unknown>][] = [
  ['pies of each group', { globalSeriesType: 'pie', columnMapping: grouped }],
  ['pies of each column, unsorted', { globalSeriesType: 'pie', columnMapping: { kind: 'x', n: 'y', m: 'y' }, piesort: false }],
  ['stacked bars', { globalSeriesType: 'column', columnMapping: grouped, series: { stacking: 'stack' } }],
  [
    'stacked shares with gaps and errors',
    {
      globalSeriesType: 'area',
      columnMapping: { ...grouped, m: 'yError' },
      series: { stacking: 'percent' },
      missingValuesAsZero: false,
      sortX: false,
    },
  ],
  ...['sum', 'avg', 'min', 'max', 'count'].map((aggregation): [string, Record<string, unknown>] => [
    `lines by ${aggregation}`,
    { globalSeriesType: 'line', columnMapping: { day: 'x', n: 'y', m: 'y' }, aggregation, missingValuesAsZero: false },
  ]),
  ['boxes', { globalSeriesType: 'box', columnMapping: grouped }],
  ['boxes of two columns', { globalSeriesType: 'box', columnMapping: { kind: 'x', n: 'y', m: 'y' }, reverseX: true }],
  ['cells', { globalSeriesType: 'heatmap', columnMapping: { day: 'x', kind: 'y', m: 'zVal' } }],
]

describe('a chart of groups', () => {
  it.each(kinds)('equals the chart of all rows: %s', (_, stored) => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 40 }), (rows) => {
        const { ofRows, ofGroups } = bothOf(stored, rows)
        // The note of a heatmap from rows does not count rows without a value, because they have no cell.
        const noteless = (chart: unknown) => (stored.globalSeriesType === 'heatmap' ? { ...Object(chart), note: null } : chart)
        expect(noteless(seen(ofGroups))).toEqual(noteless(seen(ofRows)))
      }),
    )
  })

  it('has no error bars if rows are aggregated, because errors cannot be (CHART-48)', () => {
    const stored = { globalSeriesType: 'line', columnMapping: { day: 'x', n: 'y', m: 'yError' }, aggregation: 'sum' }
    const { ofRows, ofGroups } = bothOf(stored, [
      ['2024-01-01', 'x', 5, 1.5],
      ['2024-01-01', 'x', 6, 2.5],
    ])
    const errors = [ofRows, ofGroups].map((chart) => chart.kind === 'cartesian' && chart.data.series[0]?.points[0]?.error)
    expect(errors).toEqual([null, null])
  })

  it('has no note about a partial result, because groups cover all rows', () => {
    const { ofGroups } = bothOf({ globalSeriesType: 'pie', columnMapping: grouped }, [['2024-01-01', 'x', 5, null]])
    expect(ofGroups).toMatchObject({ kind: 'pies', note: null })
  })

  it('includes the columns that its labels name', () => {
    const stored = { globalSeriesType: 'pie', columnMapping: { kind: 'x', n: 'y' }, textFormat: '{{ m }}' }
    const { ofGroups } = bothOf(stored, [
      ['2024-01-01', 'x', 5, 1.5],
      ['2024-01-02', 'x', 5, 2.5],
    ])
    if (ofGroups.kind !== 'pies') throw new Error('These are no pies.')
    expect(ofGroups.columns.find(({ name }) => name === 'm')?.values).toEqual([1.5])
  })

  it('is not used where every row is drawn', () => {
    const instead = (stored: Record<string, unknown>) => {
      const asked = needs(ChartOptions.parse({ columnMapping: grouped, ...stored }), columns)
      return asked.kind === 'columns' ? asked.instead : null
    }
    for (const globalSeriesType of ['line', 'column', 'scatter', 'custom'])
      expect(instead({ globalSeriesType })).toBeUndefined()
    expect(instead({ globalSeriesType: 'box', showpoints: true })).toBeUndefined()
    expect(instead({ globalSeriesType: 'box', columnMapping: grouped, xAxis: { type: 'linear' } })).toBeDefined()
    const byText = { globalSeriesType: 'box', columnMapping: { kind: 'x', n: 'y' } }
    expect(instead({ ...byText, xAxis: { type: 'linear' } })).toBeUndefined()
    for (const type of ['-', 'category', 'datetime']) expect(instead({ ...byText, xAxis: { type } })).toBeDefined()
    expect(instead({ ...byText, columnMapping: { m: 'x', n: 'y' }, xAxis: { type: 'linear' } })).toBeDefined()
    const stacked = { globalSeriesType: 'column', series: { stacking: 'stack' } }
    expect(instead(stacked)).toBeDefined()
    for (const type of ['scatter', 'bubble']) expect(instead({ ...stacked, seriesOptions: { x: { type } } })).toBeUndefined()
    expect(instead({ ...stacked, seriesOptions: { x: { type: 'line' } } })).toBeDefined()
  })
})
