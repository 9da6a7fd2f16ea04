import type { CartesianData, CartesianPoint, CartesianSeries } from '@sightline/domain/chart-data/cartesian.ts'
import { earlier, isMonthEnd, type ShiftUnit, shiftUnits } from '@sightline/domain/chart-data/shift-time.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { canStack } from './kinds.ts'
import type { ChartOptions } from './options.ts'
import { canHaveTrend, type Trend, type Trends } from './trends.ts'

/** The units of a comparison, in the words of the editor. */
export const compareUnits = [
  { value: 'none', label: () => i18n._('None') },
  { value: 'day', label: () => i18n._('Days earlier') },
  { value: 'week', label: () => i18n._('Weeks earlier') },
  { value: 'month', label: () => i18n._('Months earlier') },
  { value: 'quarter', label: () => i18n._('Quarters earlier') },
  { value: 'year', label: () => i18n._('Years earlier') },
  { value: 'range', label: () => i18n._('Previous period') },
] as const

export const MAX_COMPARE_COUNT = 1000

/** How much earlier the values are with which each series is compared; null for no comparison. */
export function shiftOf({
  compareUnit,
  compareCount,
  globalSeriesType,
}: ChartOptions): { count: number; unit: ShiftUnit } | null {
  const unit = shiftUnits.find((known) => known === compareUnit)
  if (unit === undefined || !canStack(globalSeriesType)) return null
  return { unit, count: Math.max(1, Math.round(compareCount ?? 1)) }
}

/**
 * Each series as it was some time before, at the same places, from the points of the same series only. Where it has no single point
 * at that time there is none.
 * @param isThinned whether the points are a selection
 */
export function previousOf(data: CartesianData, options: ChartOptions, isThinned: boolean): Trends {
  const shift = shiftOf(options)
  if (shift === null) return { trends: [], notes: unknownPeriod(options) }
  const chosen = data.series.filter(({ type }) => canHaveTrend(options, type) && canStack(type))
  if (chosen.length === 0) return { trends: [], notes: [i18n._('no earlier values, because the series are stacked')] }
  if (data.scale !== 'datetime') return { trends: [], notes: [i18n._('no earlier values, because the x axis has no times')] }
  if (isThinned) return { trends: [], notes: [i18n._('no earlier values, because not all points are drawn')] }
  const isOfMonthEnds = data.xs.every((x) => typeof x === 'number' && isMonthEnd(x))
  const lines = chosen.map((series): Trend => {
    const before = singlePoints(series)
    const points = [...before.keys()].map((x): CartesianPoint => {
      const time = earlier(x, shift.count, shift.unit, isOfMonthEnds)
      const point = time === null ? undefined : before.get(time)
      return {
        x,
        y: point?.y ?? null,
        value: point?.value ?? null,
        share: point?.share ?? null,
        error: null,
        size: null,
        row: null,
      }
    })
    const name = `${series.name} (${nameOf(shift)})`
    return { of: series.key, kind: 'previous', line: { ...series, name, type: 'line', points } }
  })
  const trends = lines.filter(({ line }) => line.points.some(({ y }) => y !== null))
  const notes = lines
    .filter(({ line }) => line.points.every(({ y }) => y === null))
    .map(({ line }) => i18n._('the result has no rows for {line}', { line: line.name }))
  return { trends, notes: trends.length === 0 ? notes : [`dashed: ${nameOf(shift)}`, ...notes] }
}

/** Without the values of its run, a chart does not know the length of a range. */
const unknownPeriod = ({ compareUnit, globalSeriesType }: ChartOptions): string[] =>
  compareUnit === 'range' && canStack(globalSeriesType)
    ? [i18n._('no earlier values, because the length of the period is unknown')]
    : []

/** The points by their places, in order; places with several have a gap, as none of them is the value. */
function singlePoints({ points }: CartesianSeries): Map<number, CartesianPoint> {
  const found = new Map<number, CartesianPoint>()
  for (const point of points.toSorted((a, b) => a.x - b.x)) {
    found.set(point.x, found.has(point.x) ? { ...point, y: null, value: null, share: null } : point)
  }
  return found
}

const earlierTexts: Record<ShiftUnit, (count: number) => string> = {
  second: (count) => i18n._('{count, plural, =1 {previous second} other {{count} seconds earlier}}', { count }),
  minute: (count) => i18n._('{count, plural, =1 {previous minute} other {{count} minutes earlier}}', { count }),
  hour: (count) => i18n._('{count, plural, =1 {previous hour} other {{count} hours earlier}}', { count }),
  day: (count) => i18n._('{count, plural, =1 {previous day} other {{count} days earlier}}', { count }),
  week: (count) => i18n._('{count, plural, =1 {previous week} other {{count} weeks earlier}}', { count }),
  month: (count) => i18n._('{count, plural, =1 {previous month} other {{count} months earlier}}', { count }),
  quarter: (count) => i18n._('{count, plural, =1 {previous quarter} other {{count} quarters earlier}}', { count }),
  year: (count) => i18n._('{count, plural, =1 {previous year} other {{count} years earlier}}', { count }),
}

const nameOf = ({ count, unit }: { count: number; unit: ShiftUnit }): string => earlierTexts[unit](count)
