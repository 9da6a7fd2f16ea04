import type { ClickedMark } from '../echarts/chart-option.ts'
import { isLyingDown } from './kinds.ts'
import type { ChartOptions } from './options.ts'
import type { RenderableChart } from './prepared.ts'

/** A place in the plot, in pixels. */
export interface Pixel {
  x: number
  y: number
}

/** Pixels by which a click may miss a point of a line, as a finger or an unsteady hand does. */
const REACH = 24

/**
 * The point of a line that a click means which hit none; null if none is near, or the chart has no lines that stand alone. Bars,
 * bands of a stack and other areas that are filled are hit or missed.
 * @param hidden keys of the series that are not drawn
 * @param toPixel where the chart draws the values of a point of a series; null if it is out of sight
 */
export function nearestPoint(
  chart: RenderableChart,
  options: Pick<ChartOptions, 'series' | 'swappedAxes' | 'globalSeriesType'>,
  hidden: ReadonlySet<string>,
  clicked: Pixel,
  toPixel: (seriesId: string, values: (number | string | null)[]) => Pixel | null,
): ClickedMark | null {
  if (chart.kind !== 'cartesian' || chart.panels !== null || options.series.stacking !== null) return null
  const isLying = isLyingDown(options)
  let nearest: { mark: ClickedMark; distance: number } | null = null
  for (const { key, type, points } of chart.data.series) {
    if (hidden.has(key) || (type !== 'line' && type !== 'area')) continue
    for (const [dataIndex, { x, y }] of points.entries()) {
      const at = y === null ? null : toPixel(key, isLying ? [y, x] : [x, y])
      const distance = at === null ? Number.POSITIVE_INFINITY : Math.hypot(at.x - clicked.x, at.y - clicked.y)
      if (distance <= (nearest?.distance ?? REACH)) nearest = { mark: { seriesId: key, dataIndex }, distance }
    }
  }
  return nearest?.mark ?? null
}
