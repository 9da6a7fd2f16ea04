import { MAX_TABLE_ROWS, type TableRows } from '../echarts/table-rows.ts'
import type { Formats } from '../visualization.ts'
import { heatmapNames, labelsOf, pieLabels } from './labels.ts'
import type { ChartOptions } from './options.ts'
import type { RenderableChart } from './prepare.ts'

/** Returns the values of a chart as a table. */
export function tableOf(chart: RenderableChart, options: ChartOptions, formats: Formats): TableRows {
  const { head, rows } = allRows(chart, options, formats)
  const xAt = head.indexOf(chart.x.name, chart.kind === 'heatmap' ? 0 : 1)
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
  const number = (value: number | null | undefined) => (value === null || value === undefined ? '' : labels.number(value, null))
  switch (chart.kind) {
    case 'pies': {
      const { percent } = pieLabels(chart, options, formats)
      return {
        head: ['Series', x.name, 'Value', 'Share'],
        rows: chart.data.pies.flatMap((pie) =>
          pie.slices.map(({ key, value, share, row }) => ({
            texts: [pie.name, labels.x(key), number(value), percent(share * 100)],
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
          texts: [names.x(chart.data.xs[cell.x] ?? ''), names.y(chart.data.ys[cell.y] ?? ''), number(cell.value)],
          place: cell.row,
        })),
      }
    }
    case 'boxes':
      return {
        head: ['Series', x.name, 'Lower whisker', 'First quartile', 'Median', 'Third quartile', 'Upper whisker', 'Outliers'],
        rows: chart.data.series.flatMap(({ name, boxes }) =>
          boxes.map((box) => ({
            texts: [
              name,
              labels.x(chart.data.xs[box.x] ?? ''),
              ...[box.low, box.q1, box.median, box.q3, box.high].map(number),
              labels.count(box.outlierCount),
            ],
            place: box.row,
          })),
        ),
      }
    case 'cartesian':
      return {
        head: ['Series', x.name, 'Value'],
        rows: chart.data.series.flatMap(({ name, points }) =>
          points.map((point) => ({
            texts: [
              name,
              labels.x(chart.data.scale === 'category' ? (chart.data.xs[point.x] ?? '') : point.x),
              number(point.value),
            ],
            place: point.row,
          })),
        ),
      }
  }
}
