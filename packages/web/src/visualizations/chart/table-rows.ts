import { MAX_TABLE_ROWS, type TableRows } from '../echarts/table-rows.ts'
import type { Formats } from '../visualization.ts'
import { placeWriter } from './annotations.ts'
import { heatmapNames, labelsOf, pieLabels } from './labels.ts'
import type { FormattedSeries } from './number-formats.ts'
import type { ChartOptions } from './options.ts'
import { partsOf } from './panels.ts'
import type { RenderableChart } from './prepared.ts'
import { referencesOf } from './reference-lines.ts'
import { trendText } from './trends.ts'

/** Returns the values of a chart as a table. */
export function tableOf(chart: RenderableChart, options: ChartOptions, formats: Formats): TableRows {
  const { head, rows } = allRows(chart, options, formats)
  const xAt = head.indexOf(
    chart.x.name,
    chart.kind === 'heatmap' ? 0 : chart.kind === 'cartesian' && chart.panels !== null ? 2 : 1,
  )
  const shown = rows.slice(0, MAX_TABLE_ROWS)
  return {
    head,
    rows: shown.map(({ texts }) => texts),
    places: shown.map(({ place }) => place),
    xAt,
    // The values follow the names of the mark.
    numbers: head.slice(chart.kind === 'heatmap' ? 2 : xAt + 1),
    more: rows.length - shown.length,
  }
}

interface AllRows {
  head: string[]
  rows: { texts: string[]; place: number | null }[]
}

function allRows(chart: RenderableChart, options: ChartOptions, formats: Formats): AllRows {
  const { x, data } = chart
  const scale = 'scale' in data ? data.scale : 'category'
  const labels = labelsOf(options, formats, { type: x.type, scale }, 'keys' in data ? data.keys : data.xs)
  const numberOf = (series: FormattedSeries, value: number | null) =>
    value === null ? '' : labels.ofSeries(series, value, null)
  switch (chart.kind) {
    case 'pies': {
      const { percent } = pieLabels(chart, options, formats)
      return {
        head: ['Series', x.name, 'Value', 'Share'],
        rows: chart.data.pies.flatMap((pie) =>
          pie.slices.map(({ key, value, share, row }) => ({
            texts: [pie.name, labels.x(key), numberOf(pie, value), percent(share * 100)],
            place: row,
          })),
        ),
      }
    }
    case 'heatmap': {
      const names = heatmapNames(chart, options, formats)
      return {
        head: [x.name, chart.y, chart.z],
        rows: chart.data.cells.map((cell) => ({
          texts: [names.x(chart.data.xs[cell.x] ?? ''), names.y(chart.data.ys[cell.y] ?? ''), labels.number(cell.value, null)],
          place: cell.row,
        })),
      }
    }
    case 'boxes':
      return {
        head: ['Series', x.name, 'Lower whisker', 'First quartile', 'Median', 'Third quartile', 'Upper whisker', 'Outliers'],
        rows: chart.data.series.flatMap((series) =>
          series.boxes.map((box) => ({
            texts: [
              series.name,
              labels.x(chart.data.xs[box.x] ?? ''),
              ...[box.low, box.q1, box.median, box.q3, box.high].map((value) => numberOf(series, value)),
              labels.count(box.outlierCount),
            ],
            place: box.row,
          })),
        ),
      }
    case 'cartesian': {
      const xText = (point: { x: number }) =>
        labels.x(chart.data.scale === 'category' ? (chart.data.xs[point.x] ?? '') : point.x)
      const placeOf = placeWriter(chart, options, formats)
      const panel = chart.panels === null ? [] : ['']
      const events = chart.annotations.map((annotation) => ({
        texts: [...panel, 'Annotation', placeOf(annotation), annotation.label],
        place: null,
      }))
      const values = partsOf(chart).flatMap(({ name, chart: { data: drawn, trends } }) => {
        const first = name === null ? [] : [name]
        return [
          ...drawn.series.flatMap((series) =>
            series.points.map((point) => ({
              texts: [...first, series.name, xText(point), numberOf(series, point.value)],
              place: point.row,
            })),
          ),
          ...trends.flatMap(({ line }) =>
            line.points
              .filter(({ y }) => y !== null)
              .map((point) => ({ texts: [...first, line.name, xText(point), trendText(line, point, labels)], place: null })),
          ),
          ...referencesOf(options, drawn.series, labels, chart.columns).flatMap(({ axis, along }) =>
            (along?.points ?? []).map((point) => ({
              texts: [...first, along?.name ?? '', xText(point), labels.onAxis(axis, point.y, null)],
              place: null,
            })),
          ),
        ]
      })
      return {
        head: [...(chart.panels === null ? [] : ['Panel']), 'Series', x.name, 'Value'],
        rows: [...values, ...events],
      }
    }
  }
}
