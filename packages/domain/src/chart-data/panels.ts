import type { Cell } from '@sightline/contract/results.ts'
import type { CartesianData, CartesianSeries } from './cartesian.ts'
import type { ChartColumn } from './series.ts'

/** More small charts side by side cannot be read. */
export const MAX_PANELS = 24

/** A small chart of the rows with one value in a column. */
export interface PanelData {
  value: Cell
  data: CartesianData
}

export interface PanelsData {
  /** In order of first appearance. */
  panels: PanelData[]
  /** The series of all panels, each with its points in all of them. */
  data: CartesianData
  /** Number of values beyond the limit, which have no panel. */
  omitted: number
}

/**
 * Prepares a chart for each value of a column, with the same series and positions in all of them.
 * @param prepare prepares some of the rows, at the positions of another chart if there is one
 */
export function preparePanels(
  columns: readonly ChartColumn[],
  panel: ChartColumn,
  prepare: (columns: readonly ChartColumn[], common: CartesianData | null) => CartesianData,
): PanelsData {
  const groups = [...Map.groupBy(panel.values.keys(), (row) => String(panel.values[row])).values()]
  const shown = groups.slice(0, MAX_PANELS)
  const whole = prepare(
    rowsOf(
      columns,
      shown.flat().sort((a, b) => a - b),
    ),
    null,
  )
  const panels = shown.map((rows): PanelData => {
    const alone = prepare(rowsOf(columns, rows), whole)
    const own = new Map(alone.series.map((series) => [series.key, series]))
    const series = whole.series.map((one) => inRows({ ...one, points: own.get(one.key)?.points ?? [] }, rows))
    return { value: panel.values[rows[0] ?? 0] ?? null, data: { ...whole, series, sharingX: alone.sharingX } }
  })
  const all = whole.series.map((one, index) => ({
    ...one,
    points: panels.flatMap(({ data }) => data.series[index]?.points ?? []),
  }))
  const sharingX = panels.reduce((sum, { data }) => sum + data.sharingX, 0)
  return { panels, data: { ...whole, series: all, sharingX }, omitted: groups.length - shown.length }
}

const rowsOf = (columns: readonly ChartColumn[], rows: readonly number[]): ChartColumn[] =>
  columns.map((column) => ({ ...column, values: rows.map((row) => column.values[row] ?? null) }))

/** Numbers the rows of the points as in the whole result. */
const inRows = (series: CartesianSeries, rows: readonly number[]): CartesianSeries => ({
  ...series,
  points: series.points.map((point) => ({ ...point, row: point.row === null ? null : (rows[point.row] ?? null) })),
})
