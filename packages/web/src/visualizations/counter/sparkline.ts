import type { Cell } from '@sightline/contract/results.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { figure, numberOf, wordsOf } from './figure.ts'
import type { CounterOptions } from './options.ts'

/** A small line of numbers without axes. */
export interface Sparkline {
  /** In the order of the rows; null leaves a gap. At least one is a number. */
  values: (number | null)[]
  /** A sentence for screen readers. */
  description: string
}

/** The line of a column; null if it has no numbers. */
export function sparklineOf(cells: readonly Cell[], options: CounterOptions): Sparkline | null {
  const values = cells.map(numberOf)
  const numbers = values.filter((value) => value !== null)
  const [first, last] = [numbers[0], numbers.at(-1)]
  if (first === undefined || last === undefined) return null
  const [lowest, highest] = extremesOf(numbers)
  const text = (value: number) => wordsOf(figure(value, options))
  const description = i18n._('Line: first {first}, last {last}, lowest {lowest}, highest {highest}', {
    first: text(first),
    last: text(last),
    lowest: text(lowest),
    highest: text(highest),
  })
  return { values, description }
}

function extremesOf(numbers: readonly number[]): [number, number] {
  return numbers.reduce<[number, number]>(
    ([lowest, highest], value) => [Math.min(lowest, value), Math.max(highest, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
}

/** Pixels. */
export const LINE_WIDTH = 1.5
export const POINT_RADIUS = 3.5
/** Room for the last point. */
const INSET = POINT_RADIUS + 1

/** A line in an SVG: its path, and the point of its last number. */
export interface SparklinePath {
  path: string
  last: { x: number; y: number }
}

/**
 * Scales a line into a frame.
 * @param width pixels, as is `height`
 */
export function sparklinePath(values: Sparkline['values'], width: number, height: number): SparklinePath {
  const numbers = values.filter((value) => value !== null)
  const [lowest, highest] = extremesOf(numbers)
  // The line starts below the texts, unless the last point is there.
  const left = values.findLastIndex((value) => value !== null) === 0 ? INSET : LINE_WIDTH / 2
  const step = values.length > 1 ? (width - left - INSET) / (values.length - 1) : 0
  const pointOf = (value: number, index: number) => ({
    x: rounded(left + index * step),
    // Equal numbers lie in the middle. The difference of two numbers may be too large for a number, but not that of their halves.
    y: rounded(
      highest === lowest ? height / 2 : INSET + ((highest / 2 - value / 2) / (highest / 2 - lowest / 2)) * (height - 2 * INSET),
    ),
  })
  const points = values.map((value, index) => (value === null ? null : pointOf(value, index)))
  const parts = points.map((point, index) => {
    if (point === null) return ''
    const isAlone = !points[index - 1] && !points[index + 1]
    // A line of no length is drawn as a dot by its round ends.
    return `${points[index - 1] ? 'L' : 'M'}${point.x} ${point.y}${isAlone ? 'h0' : ''}`
  })
  return { path: parts.join(''), last: points.findLast((point) => point !== null) ?? { x: INSET, y: height / 2 } }
}

const rounded = (pixels: number) => Math.round(pixels * 100) / 100
