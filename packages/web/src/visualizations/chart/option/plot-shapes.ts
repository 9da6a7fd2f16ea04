import type { CustomSeriesRenderItemParams, CustomSeriesRenderItemReturn } from 'echarts/types/dist/shared'

export type Shape = NonNullable<CustomSeriesRenderItemReturn>

/** Of the labels of lines and bands, in pixels. */
export const FONT_SIZE = 11

/** The rectangle of a plot, in pixels. */
export interface Plot {
  x: number
  y: number
  width: number
  height: number
}

/** The rectangle of the plot, which ECharts types as any coordinate system. */
export function plotOf({ coordSys }: CustomSeriesRenderItemParams): Plot {
  const { x = 0, y = 0, width = 0, height = 0 } = coordSys as Partial<Plot>
  return { x, y, width, height }
}

/** A dashed line across the plot. @param isUpright whether it runs from top to bottom */
export const lineAt = (at: number, { x, y, width, height }: Plot, isUpright: boolean, color: string): Shape => ({
  type: 'line',
  shape: isUpright ? { x1: at, y1: y, x2: at, y2: y + height } : { x1: x, y1: at, x2: x + width, y2: at },
  style: { stroke: color, lineWidth: 1.25, lineDash: [5, 4] },
})

/** A pale area across the plot between two places. @param isUpright whether it reaches from top to bottom */
export function bandAt(start: number, end: number, plot: Plot, isUpright: boolean, color: string): Shape {
  const [low, size] = [Math.min(start, end), Math.abs(start - end)]
  return {
    type: 'rect',
    shape: isUpright
      ? { x: low, y: plot.y, width: size, height: plot.height }
      : { x: plot.x, y: low, width: plot.width, height: size },
    style: { fill: color, opacity: 0.12 },
  }
}
