import {
  type CartesianData,
  type CartesianPoint,
  type CartesianSeries,
  isPointwise,
} from '@sightline/domain/chart-data/cartesian.ts'
import {
  type AxisScale,
  linearScale,
  linearTrend,
  logarithmicScale,
  movingAverage,
  type TrendPoint,
} from '@sightline/domain/chart-data/trend.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { Labels } from './labels.ts'
import { rounded } from './number-formats.ts'
import type { ChartOptions } from './options.ts'

/** The trends of a series, in the words of the editor. */
export const trendKinds = [
  { value: 'none', label: () => i18n._('None') },
  { value: 'linear', label: () => i18n._('Linear trend') },
  { value: 'average', label: () => i18n._('Moving average') },
] as const

/** A line that is computed from a series. */
export interface Trend {
  /** The series that it is computed from. */
  of: string
  /** Whether it is the series itself at an earlier time. */
  kind: 'trend' | 'previous'
  /** The line as a series of its own. */
  line: CartesianSeries
}

const USUAL_AVERAGE = 7
export const LEAST_AVERAGE = 2
export const MAX_AVERAGE = 1000

type StoredSeries = ChartOptions['seriesOptions'][string]

/** The number of points in each average of a series. */
export const averageSize = (own: StoredSeries | undefined): number =>
  Math.min(MAX_AVERAGE, Math.max(LEAST_AVERAGE, Math.round(own?.trendPoints ?? USUAL_AVERAGE)))

/** Whether a series can have a trend: the layers of a stack do not stand at their values. */
export const canHaveTrend = ({ series: { stacking } }: Pick<ChartOptions, 'series'>, type: CartesianSeries['type']): boolean =>
  stacking === null || isPointwise(type)

export interface Trends {
  trends: Trend[]
  /** The reasons why series have no trend although it is chosen. */
  notes: string[]
}

interface Drawn {
  /** The start of a period that is not over and does not count; null if there is none. */
  incompleteFrom: number | null
  /** Whether the points are a selection. */
  isThinned: boolean
}

/** The trends that are chosen for the series of a chart. */
export function trendsOf(data: CartesianData, options: ChartOptions, { incompleteFrom, isThinned }: Drawn): Trends {
  const chosen = data.series.filter(({ key, type }) => {
    const { trend } = options.seriesOptions[key] ?? {}
    return (trend === 'linear' || trend === 'average') && canHaveTrend(options, type)
  })
  if (chosen.length > 0 && isThinned) return { trends: [], notes: [i18n._('no trend lines, because not all points are drawn')] }
  const notes: string[] = []
  const trends = chosen.flatMap((series): Trend[] => {
    const own = options.seriesOptions[series.key]
    const complete = { ...series, points: series.points.filter(({ x }) => x !== incompleteFrom) }
    const line = own?.trend === 'linear' ? linear(complete, data, options) : average(complete, data, options)
    if (line === null) notes.push(i18n._('too few values for {line}', { line: nameOf(series, own) }))
    return line === null ? [] : [{ of: series.key, kind: 'trend', line: { ...line, name: nameOf(series, own) } }]
  })
  return { trends, notes }
}

const nameOf = ({ name }: CartesianSeries, own: StoredSeries | undefined) =>
  own?.trend === 'linear'
    ? i18n._('{name} (trend)', { name })
    : i18n._('{name} ({count}-point average)', { name, count: averageSize(own) })

function linear(series: CartesianSeries, { scale }: CartesianData, { yAxis }: ChartOptions): CartesianSeries | null {
  const y = scaleOf(yAxis[series.axis]?.type === 'logarithmic')
  const line = linearTrend(inOrder(series), { x: scaleOf(scale === 'logarithmic'), y })
  return line && lineOf(series, line)
}

const scaleOf = (isLogarithmic: boolean): AxisScale => (isLogarithmic ? logarithmicScale : linearScale)

function average(series: CartesianSeries, { scale }: CartesianData, options: ChartOptions): CartesianSeries | null {
  // The categories of a reversed axis are numbered from the last one.
  const points = options.reverseX && scale === 'category' ? inOrder(series).toReversed() : inOrder(series)
  const line = movingAverage(points, averageSize(options.seriesOptions[series.key]))
  return line.every(({ y }) => y === null) ? null : lineOf(series, line)
}

const inOrder = ({ points }: CartesianSeries) => points.toSorted((a, b) => a.x - b.x)

/** The trend of shares has shares. */
function lineOf(series: CartesianSeries, line: readonly TrendPoint[]): CartesianSeries {
  const isOfShares = series.points.some(({ share }) => share !== null)
  const points = line.map(({ x, y }) => ({ x, y, value: y, share: isOfShares ? y : null, error: null, size: null, row: null }))
  return { ...series, type: 'line', points }
}

/** A value of a trend as text: a computed one is rounded, an earlier one of the series stays as it is. */
export const trendText = ({ kind, line }: Omit<Trend, 'of'>, { y, share }: CartesianPoint, labels: Labels): string =>
  share === null ? labels.ofSeries(line, kind === 'previous' ? (y ?? 0) : rounded(y ?? 0), null) : labels.percent(share)
