import { fitted } from './fitted-text.ts'
import { estimatedWidth } from './svg-text.ts'

/** Font size in pixels at which widths are measured. The letters of the font are narrower in large sizes, never wider. */
const MEASURED_SIZE = 14
let measuring: CanvasRenderingContext2D | null = null

/** The width of a text in the font of the page, per pixel of font size; an estimate outside of a browser. */
export const widthOf = (text: string, weight = 600): number => widthAt(MEASURED_SIZE, text, weight) / MEASURED_SIZE

/** @param size of the font, pixels. The letters of other fonts, which the page has for other scripts, do not grow evenly with it. */
function widthAt(size: number, text: string, weight: number): number {
  if (typeof document !== 'undefined') measuring ??= document.createElement('canvas').getContext('2d')
  if (!measuring) return estimatedWidth(text) * size
  measuring.font = `${weight} ${size}px "Inter Variable", sans-serif`
  return measuring.measureText(text).width
}

/**
 * The text as far as it fits on a line, cut with an ellipsis. ECharts itself cuts within graphemes: half of a family is another emoji.
 * @param width pixels, as is `size` of the font
 */
export const fittedLine = (text: string, width: number, size: number, weight: number): string =>
  fitted(text, (cut) => widthAt(size, cut, weight) <= width)
