import type { Alignment, SparklineDrawing } from '../document.ts'
import { type Canvas, LINE_HEIGHT, type TextStyle } from './canvas.ts'
import { drawSvg } from './svg.ts'

/** Points of a line in a cell, and the space after it. */
const LINE = { width: 48, height: 11, after: 4 }
/** Points per pixel of a sparkline. */
const SCALE = 0.5

/** The content of a cell, points. */
interface CellBox {
  x: number
  y: number
  width: number
  height: number
  align: Alignment
}

/** The width of a sparkline with its last value, points. */
export const sparklineWidth = (canvas: Canvas, last: string, style: TextStyle): number =>
  LINE.width + LINE.after + canvas.widthOf(last, style)

/** Draws a sparkline with its last value. @returns false without room for both */
export function drawSparkline(
  canvas: Canvas,
  { svg, last }: SparklineDrawing,
  { x, y, width, height, align }: CellBox,
  style: TextStyle,
): boolean {
  const text = canvas.glyphs.shown(last)
  const spare = width - sparklineWidth(canvas, text, style)
  // The sums of widths are rounded.
  if (spare < -0.01) return false
  const left = x + (align === 'left' ? 0 : align === 'center' ? spare / 2 : spare)
  drawSvg(canvas, svg, left, y + (height - LINE.height) / 2, SCALE)
  canvas.line(text, left + LINE.width + LINE.after, y + (height - style.size * LINE_HEIGHT) / 2, style)
  return true
}
