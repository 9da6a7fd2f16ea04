import type { LineSeriesOption } from 'echarts/charts'
import type { Trend } from '../trends.ts'

interface Dress {
  axisIndex: number
  isLying: boolean
  /** Of the series that the trend belongs to. */
  color: string
  /** Whether its axis is logarithmic, and has no place for zero. */
  isLog: boolean
}

/** Draws a trend as a thin dashed line above the marks. */
export const trendLine = ({ of, line }: Trend, { axisIndex, isLying, color, isLog }: Dress): LineSeriesOption => ({
  type: 'line',
  id: `${of} trend`,
  // The same name as the series, so that both are hidden together.
  name: of,
  color,
  ...(isLying ? { xAxisIndex: axisIndex } : { yAxisIndex: axisIndex }),
  data: line.points.map(({ x, y }) => {
    const value = isLog && y !== null && y <= 0 ? null : y
    return isLying ? [value, x] : [x, value]
  }),
  silent: true,
  symbol: 'none',
  z: 4,
  lineStyle: { width: 1.5, type: [6, 4], color },
  emphasis: { disabled: true },
})
