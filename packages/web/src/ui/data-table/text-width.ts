import { memoized } from '@sightline/domain/memoized.ts'
import styles from './data-table.module.css'

/** The parts of a table with fonts of their own: column heads, texts, and figures, which are as wide as each other. */
export type TextPart = 'head' | 'text' | 'figures'

/** The width of a text in pixels. */
export type Measure = (text: string, part: TextPart) => number

const FONT = '"Inter Variable", sans-serif'
const fonts = { head: `500 12px ${FONT}`, text: `400 12.5px ${FONT}` }

let context: CanvasRenderingContext2D | null = null

/** Measures texts without changing the layout of the page. */
export const measureText: Measure = (text, part) => {
  if (part === 'figures') return figuresWidth(text)
  context ??= document.createElement('canvas').getContext('2d')
  if (context === null) return text.length * 7
  context.font = fonts[part]
  return context.measureText(text).width
}

/** Numbers of one table have few shapes: `1,234.56` and `9,876.54` are equally wide. */
const MAX_SHAPES = 2000
const shapeWidth = memoized(measureFigures, MAX_SHAPES)

function figuresWidth(text: string): number {
  const shape = text.replace(/\d/g, '0')
  // Until the font is loaded another one is measured, whose width must not be kept.
  return document.fonts.check(fonts.text) ? shapeWidth(shape) : measureFigures(shape)
}

let ruler: HTMLElement | null = null

/** A canvas cannot measure tabular figures, so they are measured in an invisible element of the page. */
function measureFigures(text: string): number {
  if (ruler === null) {
    ruler = document.createElement('span')
    ruler.className = styles.ruler ?? ''
    ruler.setAttribute('aria-hidden', 'true')
    document.body.append(ruler)
  }
  ruler.textContent = text
  return ruler.getBoundingClientRect().width
}
