import type { Measure } from './column-layout.ts'

const fonts = { head: '500 12px "Inter Variable", sans-serif', cell: '400 12.5px "Inter Variable", sans-serif' }

let context: CanvasRenderingContext2D | null = null

/** Measures texts without touching the page. */
export const measureText: Measure = (text, part) => {
  context ??= document.createElement('canvas').getContext('2d')
  if (context === null) return text.length * 7
  context.font = fonts[part]
  if (part === 'head') return context.measureText(text).width
  // Cells show digits, and the signs between those of dates, in one width, which a canvas cannot be asked for: about the zero's.
  const digits = text.match(/[\d:+-]/g)?.length ?? 0
  return context.measureText(text.replace(/[\d:+-]/g, '0')).width + digits * SPARE
}

/** Pixels by which a zero among such digits may be wider than one by itself. */
const SPARE = 0.25
