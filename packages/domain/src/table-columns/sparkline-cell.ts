import { parseDate } from '../format/date.ts'
import { i18n } from '../language/i18n.ts'

/** How the values of a cell are drawn. */
export const sparklineKinds = ['line', 'area', 'bars'] as const
export type SparklineKind = (typeof sparklineKinds)[number]

/** Whether each cell has its own scale, or all cells of a column the same one. */
export const sparklineScales = ['cell', 'column'] as const
export type SparklineScale = (typeof sparklineScales)[number]

/** A value of a sparkline; null leaves a gap. */
export interface SparklinePoint {
  /** Its place in the list, or its time in milliseconds. */
  x: number
  y: number | null
}

/** The lowest and the highest value of a scale. */
export interface SparklineEnds {
  low: number
  high: number
}

/**
 * The values of a cell: of a JSON array of numbers in their order, or of an array of pairs of a time and a number by their time.
 * @returns null for anything else, and for an empty array
 */
export function sparklinePoints(text: string, maxSize: number): SparklinePoint[] | null {
  const items = text.length > maxSize ? null : parsedArray(text)
  if (items === null || items.length === 0) return null
  if (items.every(Array.isArray)) {
    const points = items.map(pointOfPair)
    return points.every((point) => point !== null) ? points.toSorted((a, b) => a.x - b.x) : null
  }
  const values = items.map(valueIn)
  return values.every((value) => value !== undefined) ? values.map((y, x) => ({ x, y })) : null
}

function parsedArray(text: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** Numbers that are too long for JSON are texts of digits; one that is not finite is no value. @returns undefined for no number */
function valueIn(item: unknown): number | null | undefined {
  if (item === null) return null
  if (typeof item !== 'number' && (typeof item !== 'string' || item.trim() === '')) return undefined
  if (item === 'NaN' || item === 'Infinity' || item === '-Infinity') return null
  const number = Number(item)
  return Number.isFinite(number) ? number : undefined
}

function pointOfPair(pair: unknown[]): SparklinePoint | null {
  const [time, item] = pair
  const x = typeof time === 'number' ? time : typeof time === 'string' ? parseDate(time, 'UTC') : null
  const y = valueIn(item)
  return pair.length !== 2 || x === null || y === undefined ? null : { x, y }
}

/** The ends of the scale of several cells; null without a number. */
export function sparklineEnds(cells: readonly (readonly SparklinePoint[])[]): SparklineEnds | null {
  const values = cells.flatMap((points) => points.flatMap(({ y }) => (y === null ? [] : [y])))
  if (values.length === 0) return null
  return values.reduce(({ low, high }, y) => ({ low: Math.min(y, low), high: Math.max(y, high) }), {
    low: Number.POSITIVE_INFINITY,
    high: Number.NEGATIVE_INFINITY,
  })
}

/** The values in words, such as "12 values from 3 to 9, last 7". @param write formats a number */
export function sparklineText(points: readonly SparklinePoint[], write: (value: number) => string): string {
  const values = points.flatMap(({ y }) => (y === null ? [] : [y]))
  const ends = sparklineEnds([points])
  const last = values.at(-1)
  const missing = points.length - values.length
  if (ends === null || last === undefined) return i18n._('No values')
  const count = values.length
  const texts = { count, missing, last: write(last), low: write(ends.low), high: write(ends.high) }
  if (count === 1) return missing > 0 ? i18n._('1 value, {last}, {missing} missing', texts) : i18n._('1 value, {last}', texts)
  return missing > 0
    ? i18n._('{count} values from {low} to {high}, {missing} missing, last {last}', texts)
    : i18n._('{count} values from {low} to {high}, last {last}', texts)
}
