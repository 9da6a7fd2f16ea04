import type { LineSeriesOption } from 'echarts/charts'
import type { Trend } from '../trends.ts'

interface Dress {
  axisIndex: number
  isLying: boolean
  /** Of the series that the trend belongs to. */
  color: string
  /** Whether its axis is logarithmic, and has no place for zero. */
  isLog: boolean
  /** The colour of the background if the marks are filled with that of the trend; null for other marks. */
  surface: string | null
}

/** The values of an earlier time are paler than those of the series. */
const PREVIOUS_OPACITY = 0.6

/** Draws a trend as a thin dashed line above the marks, on bars with a border that sets it apart from their colour. */
export function trendLines(trend: Trend, dress: Dress): LineSeriesOption[] {
  const line = lineOf(trend, dress)
  if (dress.surface === null) return [line]
  const border = { width: 4, color: dress.surface, opacity: 0.85 }
  return [{ ...line, id: `${trend.of} ${trend.kind} border`, lineStyle: border }, line]
}

const lineOf = ({ of, kind, line }: Trend, { axisIndex, isLying, color, isLog }: Dress): LineSeriesOption => ({
  type: 'line',
  id: `${of} ${kind}`,
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
  lineStyle: { width: 1.5, type: [6, 4], color, opacity: kind === 'previous' ? PREVIOUS_OPACITY : 1 },
  emphasis: { disabled: true },
})
