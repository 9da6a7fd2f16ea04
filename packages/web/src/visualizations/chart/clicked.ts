import { type CartesianSeries, isPointwise } from '@sightline/domain/chart-data/cartesian.ts'
import { rolesOf } from '@sightline/domain/chart-data/roles.ts'
import { type ChartColumn, groupKey } from '@sightline/domain/chart-data/series.ts'
import type { Condition } from '@sightline/domain/explore/exploration.ts'
import type { ClickedMark } from '../echarts/chart-option.ts'
import { conditionsOfMark, hasValue, markOfSeveral } from '../picked-mark.ts'
import type { MarkValue, PickedMark } from '../visualization.ts'
import type { ChartOptions } from './options.ts'
import { readPanelId } from './panels.ts'
import type { CartesianChart, PieChart, RenderableChart } from './prepared.ts'

/**
 * Returns the row that each mark of a series is drawn from (the first one if several rows have the same x value); null for marks
 * without a row, such as a filled gap.
 * @param seriesId key of the series; a heatmap has only one, without a key
 */
export function rowsOfMarks(chart: RenderableChart, seriesId: string | undefined): (number | null)[] {
  const rowOf = ({ row }: { row: number | null }) => row
  switch (chart.kind) {
    case 'cartesian':
      return seriesWith(chart, seriesId)?.points.map(rowOf) ?? []
    case 'pies':
      return chart.data.pies.find(({ key }) => key === seriesId)?.slices.map(rowOf) ?? []
    case 'heatmap':
      return chart.data.cells.map(rowOf)
    case 'boxes':
      return chart.data.series.find(({ key }) => key === seriesId)?.boxes.map(rowOf) ?? []
  }
}

/** Returns the row that a clicked mark is drawn from; null if it has none. */
export const clickedRow = (chart: RenderableChart, { seriesId, dataIndex = -1 }: ClickedMark): number | null =>
  rowsOfMarks(chart, seriesId)[dataIndex] ?? null

function seriesWith(chart: CartesianChart, seriesId: string | undefined): CartesianSeries | undefined {
  const place = chart.panels === null ? null : readPanelId(seriesId ?? '')
  const panel = place && chart.panels?.[place.index]
  const [data, id] = panel ? [panel.data, place.id] : [chart.data, seriesId]
  return data.series.find(({ key }) => key === id)
}

/** The mark that was clicked; null if it has no rows. */
export function clickedMark(chart: RenderableChart, options: ChartOptions, clicked: ClickedMark): PickedMark | null {
  if (isRest(chart, clicked)) return restMark(chart, options, clicked)
  const row = clickedRow(chart, clicked)
  const mark = row === null ? null : pickedMark(chart, options, row)
  const own = mark === null ? [] : ownValue(chart, options, clicked, row ?? -1)
  return mark && (own.length === 0 ? mark : { ...mark, where: own })
}

/** Whether a mark is the slice of all small values of a pie. */
const isRest = (chart: RenderableChart, { seriesId, dataIndex = -1 }: ClickedMark): chart is PieChart =>
  chart.kind === 'pies' && chart.data.pies.find(({ key }) => key === seriesId)?.slices[dataIndex]?.row === null

function restMark(chart: PieChart, options: ChartOptions, { seriesId }: ClickedMark): PickedMark | null {
  const rest = chart.data.pies.find(({ key }) => key === seriesId)?.rest
  const first = rest && pickedMark(chart, options, rest.merged[0] ?? -1)
  if (!first) return null
  const cells = (rows: readonly number[]) => rows.map((row) => chart.x.values[row] ?? null)
  return markOfSeveral(chart.x.name, cells(rest.merged), cells(rest.others), conditionsOfMark({ ...first, x: null }))
}

/** Several points may have the same x: the value of one on the y axis tells it apart. */
function ownValue(
  chart: RenderableChart,
  { columnMapping }: ChartOptions,
  { seriesId }: ClickedMark,
  row: number,
): Condition[] {
  const series = chart.kind === 'cartesian' ? seriesWith(chart, seriesId) : undefined
  if (series === undefined || !isPointwise(series.type)) return []
  const { y } = rolesOf(
    columnMapping,
    chart.columns.map(({ name }) => name),
  )
  const group = seriesColumn(chart.columns, columnMapping)
  const keyOf = (name: string) => (group ? groupKey(String(group.values[row]), name, y.length) : name)
  const column = chart.columns.find(({ name }) => y.includes(name) && keyOf(name) === series.key)
  return column === undefined ? [] : [hasValue(column.name, column.values[row] ?? null)]
}

/** The values of the mark that is drawn from a row; null if there is no such row. */
export function pickedMark(
  { kind, x, columns }: Pick<RenderableChart, 'kind' | 'x' | 'columns'>,
  { columnMapping }: Pick<ChartOptions, 'columnMapping'>,
  row: number,
): PickedMark | null {
  const value = x.values[row]
  if (value === undefined) return null
  const valueIn = (column: ChartColumn | undefined): MarkValue | null =>
    column === undefined ? null : { column: column.name, value: column.values[row] ?? null }
  const roles = rolesOf(
    columnMapping,
    columns.map(({ name }) => name),
  )
  const columnOf = (role: string | undefined | null) => columns.find(({ name }) => name === role)
  return {
    x: { column: x.name, value },
    series: valueIn(seriesColumn(columns, columnMapping)),
    y: kind === 'heatmap' ? valueIn(columnOf(roles.y[0])) : null,
    panel: kind === 'cartesian' ? valueIn(columnOf(roles.panel)) : null,
  }
}

/** The column that groups rows into series. */
export function seriesColumn(columns: readonly ChartColumn[], mapping: ChartOptions['columnMapping']): ChartColumn | undefined {
  const { series } = rolesOf(
    mapping,
    columns.map(({ name }) => name),
  )
  return columns.find(({ name }) => name === series)
}
