import type { CartesianPoint, CartesianSeries } from '@sightline/domain/chart-data/cartesian.ts'
import { rolesOf } from '@sightline/domain/chart-data/roles.ts'
import type { ChartColumn } from '@sightline/domain/chart-data/series.ts'
import { type TooltipContent, tooltipContent } from '../../echarts/tooltip.ts'
import type { Labels } from '../labels.ts'
import { decimalsOf } from '../number-formats.ts'
import type { ChartOptions } from '../options.ts'
import type { CartesianChart } from '../prepared.ts'
import { readableName } from '../readable.ts'
import { trendRows } from './trend-rows.ts'

/** The tooltip of a point of a scatter or bubble chart: its name, if the row has one, and all columns of the row. */
export function pointTooltip(
  chart: CartesianChart,
  series: CartesianSeries,
  point: CartesianPoint,
  { options, labels, color }: { options: ChartOptions; labels: Labels; color: string },
): TooltipContent {
  const { columns } = chart
  const names = columns.map(({ name }) => name)
  const roles = rolesOf(options.columnMapping, names)
  const columnOf = (name: string | null) => columns.find((column) => column.name === name)
  const mapped = [roles.x, ...roles.y, roles.series, roles.size, roles.yError]
  const further = columns.filter(({ name }) => !mapped.includes(name))
  const name = further.find(({ type }) => type === 'string' || type === null)
  const group = columnOf(roles.series)
  const title = name ?? group
  const y = columnOf(roles.y.length === 1 ? (roles.y[0] ?? null) : series.key)
  const row = (column: ChartColumn | undefined, value: string | null) =>
    column === undefined || value === null || column === title
      ? []
      : [{ color: column === y ? color : '', name: options.readableNames ? readableName(column.name) : column.name, value }]
  const position = chart.data.scale === 'category' ? (chart.data.xs[point.x] ?? '') : point.x
  const error = point.error === null ? '' : ` ± ${labels.ofSeries(series, point.error, null)}`
  return tooltipContent(title ? cellText(title, point, labels) : '', [
    ...row(group, series.name),
    ...row(columnOf(roles.x), labels.x(position)),
    ...row(y ?? columnOf(roles.y[0] ?? null), point.y === null ? '' : labels.ofSeries(series, point.y, decimalsIn(y)) + error),
    ...trendRows(chart, series, point, { labels, color }),
    ...row(columnOf(roles.size), point.size === null ? '' : numberIn(columnOf(roles.size), point.size, labels)),
    ...further.flatMap((column) => row(column, cellText(column, point, labels))),
  ])
}

/** The cell of the point's row; empty if it is missing. */
function cellText(column: ChartColumn, { row }: CartesianPoint, labels: Labels): string {
  const cell = labels.cell(column, row)
  if (cell === null) return ''
  return typeof cell === 'number' ? numberIn(column, cell, labels) : String(cell)
}

/** A number with the decimals of its column. */
const numberIn = (column: ChartColumn | undefined, value: number, labels: Labels): string =>
  labels.number(value, decimalsIn(column))

const decimalsIn = (column: ChartColumn | undefined): number =>
  decimalsOf((column?.values ?? []).map((cell) => (typeof cell === 'number' ? cell : null)))
