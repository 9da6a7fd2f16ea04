import type { CartesianSeries } from '@sightline/domain/chart-data/cartesian.ts'
import type { Labels } from '../labels.ts'
import { axisFormat } from '../number-formats.ts'
import type { ChartOptions } from '../options.ts'
import type { CartesianChart } from '../prepared.ts'
import { referencesOf } from '../reference-lines.ts'
import { stackEnds } from '../small-values.ts'
import type { AxisRange, Extent } from './axes.ts'
import { unitInterval } from './unit-ticks.ts'
import { extentOf } from './value-extent.ts'

/** The y axis that all panels have on one side. */
export interface PanelScale {
  extent: Extent
  range: AxisRange | null
}

/**
 * The y axis of one side that fits the values of all panels, with round ends.
 * @param charts the panels
 * @param ticks about this many
 */
export function panelScale(
  charts: readonly CartesianChart[],
  axis: 0 | 1,
  { options, hidden, labels, ticks }: { options: ChartOptions; hidden: ReadonlySet<string>; labels: Labels; ticks: number },
): PanelScale {
  const isStacked = options.series.stacking !== null
  const shownIn = ({ data }: CartesianChart) => data.series.filter((one) => one.axis === axis && !hidden.has(one.key))
  const extent = extentOf(charts.flatMap(shownIn), isStacked)
  const ends = charts.flatMap((chart) => {
    const shown = shownIn(chart)
    const references = referencesOf(
      options,
      chart.data.series.filter(({ key }) => !hidden.has(key)),
      labels,
      chart.columns,
    ).filter((one) => one.axis === axis)
    return [
      ...(isStacked ? stackEnds(shown) : []),
      ...shown.flatMap((series) => markEnds(series, isStacked)),
      ...chart.trends.flatMap(({ of, line }) => (line.axis === axis && !hidden.has(of) ? markEnds(line, false) : [])),
      ...references.flatMap(({ from, to }) => [from, to ?? from]),
    ]
  })
  if (options.yAxis[axis]?.type === 'logarithmic') return { extent, range: decades(ends, extent) }
  const all = extent.startsAtZero ? [...ends, 0] : ends
  const low = least(all)
  const high = most(all)
  if (low > high) return { extent, range: null }
  const length = high - low || Math.abs(high) || 1
  const interval = unitInterval(axisFormat(options, axis) ?? '', length, ticks) ?? roundStep(length / ticks)
  return {
    extent: { ...extent, length },
    range: { min: Math.floor(low / interval) * interval, max: Math.ceil(high / interval) * interval, interval },
  }
}

/** The values of a series, with the ends of their error bars. */
const markEnds = ({ points }: CartesianSeries, isStacked: boolean): number[] =>
  points.flatMap(({ y, error }) => (y === null ? [] : error === null || isStacked ? [y] : [y - error, y + error]))

/** From a power of ten to another one. */
function decades(ends: readonly number[], { leastBar }: Extent): AxisRange | null {
  const known = ends.filter((end) => end > 0)
  if (known.length === 0) return null
  // A bar of the least value has a length.
  const low = leastBar === least(known) ? leastBar / 2 : least(known)
  return { min: 10 ** Math.floor(Math.log10(low)), max: 10 ** Math.ceil(Math.log10(most(known))), interval: null }
}

const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)

/** The next number of the form 1, 2 or 5 times a power of ten. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step))
  return ([1, 2, 5].find((factor) => factor * power >= step) ?? 10) * power
}
