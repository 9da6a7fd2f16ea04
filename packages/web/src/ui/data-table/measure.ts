import type { Measure } from './column-layout.ts'

const fonts = { head: '500 12px "Inter Variable", sans-serif', cell: '400 12.5px "Inter Variable", sans-serif' }

let context: CanvasRenderingContext2D | null = null

/** Measures texts without touching the page. */
export const measureText: Measure = (text, part) => {
  context ??= document.createElement('canvas').getContext('2d')
  if (context === null) return text.length * 7
  context.font = fonts[part]
  // Cells show digits of one width, which a canvas cannot be asked for: that of the zero.
  return context.measureText(part === 'cell' ? text.replace(/\d/g, '0') : text).width
}
