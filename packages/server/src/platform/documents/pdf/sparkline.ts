import type { Alignment, SparklineDrawing } from '../document.ts'
import { type Canvas, LINE_HEIGHT, type TextStyle } from './canvas.ts'
import { drawSvg } from './svg.ts'

/** Points of a line in a cell, and the space after it. */
const LINE = { width: 48, height: 11, after: 4 }
/** Points of a line in a column without room for more. */
const LEAST_WIDTH = 28
/** Points per pixel of a sparkline of full width. */
const SCALE = 0.5

/** The content of a cell, points. */
interface CellBox {
  x: number
  y: number
  width: number
  height: number
  align: Alignment
}

/** The widths of a sparkline with its last value, points: in full, and the least in which it is drawn. */
export function sparklineWidths(canvas: Canvas, last: string, style: TextStyle): { full: number; least: number } {
  const beside = LINE.after + canvas.widthOf(last, style)
  return { full: LINE.width + beside, least: LEAST_WIDTH + beside }
}

/** Draws a sparkline with its last value, smaller if there is less room. @returns false without room for both */
export function drawSparkline(
  canvas: Canvas,
  { svg, last }: SparklineDrawing,
  { x, y, width, height, align }: CellBox,
  style: TextStyle,
): boolean {
  const text = canvas.glyphs.shown(last)
  const { full, least } = sparklineWidths(canvas, text, style)
  // The sums of widths are rounded.
  if (width < least - 0.01) return false
  const spare = Math.max(0, width - full)
  const share = (LINE.width - Math.max(0, full - width)) / LINE.width
  const left = x + (align === 'left' ? 0 : align === 'center' ? spare / 2 : spare)
  drawSvg(canvas, svg, left, y + (height - share * LINE.height) / 2, share * SCALE)
  canvas.line(text, left + share * LINE.width + LINE.after, y + (height - style.size * LINE_HEIGHT) / 2, style)
  return true
}
