import type { CartesianSeries } from '@sightline/domain/chart-data/cartesian.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { ChartAxis } from './options.ts'

/** Less than this part of an axis is about half a pixel or less. */
const VISIBLE_PART = 1e-3
/** Among values of ordinary data, few are below this part of the axis. */
const EXTREME_PART = 1e-6

interface Drawing {
  axes: readonly (ChartAxis | undefined)[]
  isStacked: boolean
  isPercent: boolean
}

/**
 * A note on values that look like zeros but are not; null if there are none or if they mislead nobody. A few low values
 * of a series with higher ones do not, unless they are extreme; neither do shares, which are indeed near zero.
 */
export function smallValuesNote(series: readonly CartesianSeries[], { axes, isStacked, isPercent }: Drawing): string | null {
  if (isPercent) return null
  const found = [0, 1].flatMap((axis) => {
    const ofAxis = series.filter((one) => one.axis === axis)
    const count = countSmall(ofAxis, axes[axis], isStacked)
    return count > 0 ? [{ ofAxis, count }] : []
  })
  if (found.length === 0) return null
  const total = found.reduce((sum, { count }) => sum + count, 0)
  // A logarithmic axis has no place for negative values, and stacks on it cannot be read.
  const isRemedy = !isStacked && found.every(({ ofAxis }) => ofAxis.every((one) => valuesOf(one).every((value) => value > 0)))
  return isRemedy
    ? i18n._(
        '{total, plural, one {# value is too small to tell from zero; a logarithmic scale shows it} other {# values are too small to tell from zero; a logarithmic scale shows them}}',
        { total },
      )
    : i18n._('{total, plural, one {# value is too small to tell from zero} other {# values are too small to tell from zero}}', {
        total,
      })
}

/** The number of values on an axis that are too small to see; 0 if they mislead nobody. */
function countSmall(series: readonly CartesianSeries[], axis: ChartAxis | undefined, isStacked: boolean): number {
  const length = axis?.type === 'logarithmic' ? null : lengthOf(isStacked ? stackEnds(series) : series.flatMap(valuesOf), axis)
  if (length === null) return 0
  const isSmall = (value: number) => Math.abs(value) < length * VISIBLE_PART
  const isExtreme = (value: number) => Math.abs(value) < length * EXTREME_PART
  const all = series.map(valuesOf)
  const isMisleading = all.some((own) => own.some(isExtreme) || (own.length > 1 && own.every(isSmall)))
  return isMisleading ? all.flat().filter(isSmall).length : 0
}

/** The values of a series that are not zero. */
const valuesOf = ({ points }: CartesianSeries) => points.flatMap(({ y }) => (y === null || y === 0 ? [] : y))

/** The sums of positive and of negative values at each place. */
export function stackEnds(series: readonly CartesianSeries[]): number[] {
  const ends = new Map<string, number>()
  for (const { points } of series) {
    for (const { x, y } of points) {
      const stack = `${x} ${(y ?? 0) < 0}`
      ends.set(stack, (ends.get(stack) ?? 0) + (y ?? 0))
    }
  }
  return [...ends.values()]
}

/** The length of an axis from its end values; null if zero is not on it, or if it is too long to be drawn. */
function lengthOf(values: readonly number[], axis: ChartAxis | undefined): number | null {
  const low = axis?.rangeMin ?? values.reduce((lowest, value) => Math.min(lowest, value), 0)
  const high = axis?.rangeMax ?? values.reduce((highest, value) => Math.max(highest, value), 0)
  return low <= 0 && high >= 0 && low < high && Number.isFinite(high - low) ? high - low : null
}
