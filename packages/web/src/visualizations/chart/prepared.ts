import type { Cell } from '@sightline/contract/results.ts'
import type { BoxData } from '@sightline/domain/chart-data/boxes.ts'
import type { CartesianData, CartesianType } from '@sightline/domain/chart-data/cartesian.ts'
import type { HeatmapData } from '@sightline/domain/chart-data/heatmap.ts'
import type { PieData } from '@sightline/domain/chart-data/pies.ts'
import type { Roles } from '@sightline/domain/chart-data/roles.ts'
import type { ChartColumn } from '@sightline/domain/chart-data/series.ts'
import type { TimeFormats } from '@sightline/domain/format/days.ts'
import type { Annotation } from './annotations.ts'
import type { GroupedRows } from './grouped.ts'
import type { ChartOptions } from './options.ts'
import type { AxisTitles } from './readable.ts'
import type { Trend } from './trends.ts'

interface Nothing {
  kind: 'nothing'
  reason: string
}
/** The fields of every prepared chart. */
interface PreparedBase {
  columns: ChartColumn[]
  x: ChartColumn
  titles: AxisTitles
  /** A note about data that is left out or cannot be seen; null if everything is shown. */
  note: string | null
}
export interface CartesianChart extends PreparedBase {
  kind: 'cartesian'
  type: CartesianType
  data: CartesianData
  /** The start of the last period if it is not over; null if it is, or if it is not to be set apart. */
  incompleteFrom: number | null
  /** The trends of series, in their order. */
  trends: Trend[]
  /** Events and periods, in the order of the x axis. */
  annotations: Annotation[]
  /** The small charts of which it consists; null if it is one. */
  panels: Panel[] | null
}
/** A small chart of the rows with one value in a column. */
export interface Panel {
  name: string
  data: CartesianData
  trends: Trend[]
}
export interface PieChart extends PreparedBase {
  kind: 'pies'
  data: PieData
  /** Whether the slices are those of a selection of the rows. */
  isThinned: boolean
}
export interface BoxChart extends PreparedBase {
  kind: 'boxes'
  data: BoxData
}
export interface HeatmapChart extends PreparedBase {
  kind: 'heatmap'
  y: string
  z: string
  data: HeatmapData
}
/** Input of a custom chart's code: the x values of all series one after another, and the y values by series name. */
export interface CustomChart extends PreparedBase {
  kind: 'custom'
  data: { x: Cell[]; ys: Record<string, (number | null)[]> }
}
export type RenderableChart = CartesianChart | PieChart | BoxChart | HeatmapChart
export type PreparedChart = Nothing | RenderableChart | CustomChart

export const nothing = (reason: string): Nothing => ({ kind: 'nothing', reason })

/** Input of a prepared chart. Columns keep the values of the result, by which options are stored and clicked marks filter. */
export interface Parts extends Omit<PreparedBase, 'note' | 'titles'> {
  roles: Roles
  options: ChartOptions
  result: GroupedRows
  formats: TimeFormats
}

/** The clock on which the x values are placed. Texts of columns that are no times are shown as they are. */
export const zoneOf = ({ x, formats }: Parts) => (x.type === 'datetime' ? formats.timeZone : 'UTC')
