import type { CartesianSeries } from '@sightline/domain/chart-data/cartesian.ts'
import type { ChartAxis, ChartOptions } from './options.ts'

/** Less than this part of an axis is about half a pixel or less. */
const VISIBLE_PART = 1e-3
/** Among values of ordinary data, few are below this part of the axis. */
const EXTREME_PART = 1e-6

/**
 * A note on values that look like zeros although they are none; null if there are none or if they mislead nobody. A few low values
 * of a series with higher ones do not, unless they are extreme; neither do shares, which are indeed near zero.
 */
export function smallValuesNote(series: readonly CartesianSeries[], { yAxis, series: how }: ChartOptions): string | null {
  if (how.percentValues) return null
  const onAxis = (axis: 0 | 1) => series.filter((one) => one.axis === axis)
  const small = [...smallValues(onAxis(0), yAxis[0]), ...smallValues(onAxis(1), yAxis[1])]
  if (small.length === 0) return null
  const isOne = small.length === 1
  const note = `${small.length.toLocaleString('en-US')} ${isOne ? 'value is' : 'values are'} too small to tell from zero`
  // A logarithmic axis has no place for negative values, and stacks on it cannot be read.
  const isRemedy = how.stacking === null && small.every((value) => value > 0)
  return isRemedy ? `${note}; a logarithmic scale shows ${isOne ? 'it' : 'them'}` : note
}

/** The values on an axis that are too small to see; none if they mislead nobody. */
function smallValues(series: readonly CartesianSeries[], axis: ChartAxis | undefined): number[] {
  const valuesOfSeries = series.map(({ points }) => points.flatMap(({ y }) => (y === null || y === 0 ? [] : y)))
  const values = valuesOfSeries.flat()
  const length = axis?.type === 'logarithmic' ? null : lengthFromZero(values, axis)
  if (length === null) return []
  const isSmall = (value: number) => Math.abs(value) < length * VISIBLE_PART
  const isExtreme = (value: number) => Math.abs(value) < length * EXTREME_PART
  const isFlat = (own: readonly number[]) => own.length > 1 && own.every(isSmall)
  return values.some(isExtreme) || valuesOfSeries.some(isFlat) ? values.filter(isSmall) : []
}

/** The distance between the ends of a linear axis; null if zero is not on it, or if it is too long to be drawn. */
function lengthFromZero(values: readonly number[], axis: ChartAxis | undefined): number | null {
  const low = axis?.rangeMin ?? values.reduce((lowest, value) => Math.min(lowest, value), 0)
  const high = axis?.rangeMax ?? values.reduce((highest, value) => Math.max(highest, value), 0)
  return low <= 0 && high >= 0 && low < high && Number.isFinite(high - low) ? high - low : null
}
