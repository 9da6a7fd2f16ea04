import type { CartesianPoint, CartesianSeries } from '@sightline/domain/chart-data/cartesian.ts'
import type { LineSeriesOption } from 'echarts/charts'
import type { ChartTheme } from '../../echarts/theme.ts'

/** Opacity of the bars of a period that is not over. */
export const INCOMPLETE_OPACITY = 0.45

/**
 * Dashes the line into a period that is not over. The dashes have the colour of the background and lie on the line, whose points
 * stay as they are.
 * @param start of the last period
 * @returns null if the line does not reach it
 */
export function incompleteLine(
  { key, points }: CartesianSeries,
  start: number,
  { axisIndex, isLying, theme }: { axisIndex: number; isLying: boolean; theme: ChartTheme },
): LineSeriesOption | null {
  const [before, last] = points.slice(-2)
  if (!before || last?.x !== start || before.y === null || last.y === null) return null
  const place = ({ x, y }: CartesianPoint) => (isLying ? [y, x] : [x, y])
  return {
    type: 'line',
    id: `${key} incomplete`,
    // The same name as the series, so that both are hidden together.
    name: key,
    ...(isLying ? { xAxisIndex: axisIndex } : { yAxisIndex: axisIndex }),
    data: [place(before), place(last)],
    silent: true,
    symbol: 'none',
    z: 3,
    lineStyle: { width: 4, color: theme.surface, type: [4, 4], cap: 'butt' },
    emphasis: { disabled: true },
  }
}
