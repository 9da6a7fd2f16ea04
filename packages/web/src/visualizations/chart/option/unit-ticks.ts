import { type NumberKind, styleOf } from '@sightline/domain/format/number-style.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Seconds between two ticks of an axis of durations, from a second to a week. */
const spans = [1, 2, 5, 10, 15, 30, ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE)]
const longSpans = [...[1, 2, 3, 6, 12].map((hours) => hours * HOUR), DAY, 2 * DAY, 7 * DAY]

/**
 * The distance between two ticks of an axis whose numbers are durations or bytes in steps of 1,024, where round decimal numbers
 * are no round ones of the unit.
 * @param pattern of the axis
 * @param length from the lowest to the highest value
 * @param ticks about this many
 * @returns null if decimal numbers are round
 */
export function unitInterval(pattern: string, length: number, ticks: number): number | null {
  const kind = styleOf(pattern)?.kind
  const least = length / ticks
  if (kind === undefined || !(least > 0) || !Number.isFinite(least)) return null
  return intervals(kind).find((interval) => interval >= least) ?? null
}

function intervals(kind: NumberKind): number[] {
  switch (kind) {
    case 'seconds':
      return [...spans, ...longSpans]
    case 'milliseconds':
      // Below a second, decimal numbers are round.
      return [1, 2, 5, 10, 20, 50, 100, 200, 500, ...[...spans, ...longSpans].map((seconds) => seconds * 1000)]
    case 'binary bytes':
      return Array.from({ length: 60 }, (_, power) => 2 ** power)
    default:
      return []
  }
}

interface DataRange {
  min: number
  max: number
}

/** The ends of an axis with such ticks, which fall on ticks. @param startsAtZero whether zero is on the axis in any case */
export const unitRange = (interval: number, startsAtZero: boolean) => ({
  min: ({ min }: DataRange) => Math.floor((startsAtZero ? Math.min(0, min) : min) / interval) * interval,
  max: ({ max }: DataRange) => Math.ceil((startsAtZero ? Math.max(0, max) : max) / interval) * interval,
})
