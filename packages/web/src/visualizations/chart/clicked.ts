import { rolesOf } from '@sightline/domain/chart-data/roles.ts'
import type { ChartColumn } from '@sightline/domain/chart-data/series.ts'
import type { ClickedMark } from '../echarts/chart-option.ts'
import type { MarkValue, PickedMark } from '../visualization.ts'
import type { ChartOptions } from './options.ts'
import { readPanelId } from './panels.ts'
import type { RenderableChart } from './prepared.ts'

/**
 * Returns the row that each mark of a series is drawn from (the first one if several rows have the same x value); null for marks
 * without a row, such as a filled gap.
 * @param seriesId key of the series; a heatmap has only one, without a key
 */
export function rowsOfMarks(chart: RenderableChart, seriesId: string | undefined): (number | null)[] {
  const rowOf = ({ row }: { row: number | null }) => row
  switch (chart.kind) {
    case 'cartesian': {
      const place = chart.panels === null ? null : readPanelId(seriesId ?? '')
      const panel = place && chart.panels?.[place.index]
      if (panel) return panel.data.series.find(({ key }) => key === place.id)?.points.map(rowOf) ?? []
      return chart.data.series.find(({ key }) => key === seriesId)?.points.map(rowOf) ?? []
    }
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
