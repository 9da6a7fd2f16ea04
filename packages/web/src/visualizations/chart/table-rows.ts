import type { Formats } from '../visualization.ts'
import { labelsOf } from './labels.ts'
import type { ChartOptions } from './options.ts'
import type { DrawnChart } from './prepare.ts'

/** What a chart draws, as rows of texts. */
export interface TableRows {
  head: string[]
  rows: string[][]
  /** Rows that are left out. */
  more: number
}

/** Rows beyond this belong into a table of their own. */
const MAX_ROWS = 1000

/** The values that a chart draws, in a table. */
export function tableOf(chart: DrawnChart, options: ChartOptions, formats: Formats): TableRows {
  const { head, rows } = allRows(chart, options, formats)
  return { head, rows: rows.slice(0, MAX_ROWS), more: Math.max(0, rows.length - MAX_ROWS) }
}

function allRows(chart: DrawnChart, options: ChartOptions, formats: Formats): Pick<TableRows, 'head' | 'rows'> {
  const { x, data } = chart
  const scale = 'scale' in data ? data.scale : 'category'
  const labels = labelsOf(options, formats, { type: x.type, scale }, 'scale' in data ? data.xs : [])
  const number = (value: number | null | undefined) => (value === null || value === undefined ? '' : labels.number(value, null))
  switch (chart.kind) {
    case 'pies':
      return {
        head: ['Series', x.name, 'Value', 'Share'],
        rows: chart.data.pies.flatMap((pie) =>
          pie.slices.map(({ key, value, share }) => [pie.name, key, number(value), labels.percent(share * 100)]),
        ),
      }
    case 'heatmap':
      return {
        head: [x.name, chart.y, chart.z],
        rows: chart.data.cells.map((cell) => [chart.data.xs[cell.x] ?? '', chart.data.ys[cell.y] ?? '', number(cell.value)]),
      }
    case 'boxes':
      return {
        head: ['Series', x.name, 'Lower whisker', 'First quartile', 'Median', 'Third quartile', 'Upper whisker', 'Outliers'],
        rows: chart.data.series.flatMap(({ name, boxes }) =>
          boxes.map((box) => [
            name,
            labels.x(chart.data.xs[box.x] ?? ''),
            ...[box.low, box.q1, box.median, box.q3, box.high].map(number),
            box.outliers.length.toLocaleString('en-US'),
          ]),
        ),
      }
    case 'cartesian':
      return {
        head: ['Series', x.name, 'Value'],
        rows: chart.data.series.flatMap(({ name, points }) =>
          points.map((point) => [
            name,
            labels.x(chart.data.scale === 'category' ? (chart.data.xs[point.x] ?? '') : point.x),
            number(point.value),
          ]),
        ),
      }
  }
}
