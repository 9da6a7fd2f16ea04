import type { Aggregation } from '@sightline/domain/chart-data/aggregation.ts'
import type { Roles } from '@sightline/domain/chart-data/roles.ts'
import type { Scale } from '@sightline/domain/chart-data/scale.ts'
import { type ChartColumn, groupKey } from '@sightline/domain/chart-data/series.ts'
import { friendlyName, splitColumnName } from '@sightline/domain/filters/column-name.ts'
import type { TimeFormats } from '@sightline/domain/format/days.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { aggregationOf } from './grouped.ts'
import { nameWriter } from './labels.ts'
import type { ChartOptions } from './options.ts'

/** The titles of the axes; empty for none. */
export interface AxisTitles {
  x: string
  /** Left and right. */
  y: readonly [string, string]
}

const aggregates: Record<Exclude<Aggregation, 'count'>, (column: string) => string> = {
  sum: (column) => i18n._('Sum of {column}', { column }),
  avg: (column) => i18n._('Average of {column}', { column }),
  min: (column) => i18n._('Minimum of {column}', { column }),
  max: (column) => i18n._('Maximum of {column}', { column }),
}

/** A column's name in plain words. */
export const readableName = (column: string): string => friendlyName(splitColumnName(column).base)

/** A y column in plain words, with its aggregation, as in `Average of Delay`. */
function measureName(column: string, options: ChartOptions): string {
  const how = aggregationOf(options)
  if (how === null) return readableName(column)
  return how === 'count' ? i18n._('Number of Rows') : aggregates[how](readableName(column))
}

/** The chart whose series are named. */
interface Named {
  options: ChartOptions
  roles: Roles
  columns: readonly ChartColumn[]
  formats: TimeFormats
}

/**
 * The options of the series, where those without a stored name get one: groups that are times on the clock of the reader or empty,
 * and columns in plain words with `readableNames`.
 */
export function namedSeries({ options, roles, columns, formats }: Named): ChartOptions['seriesOptions'] {
  const { y, series } = roles
  const { seriesOptions, readableNames } = options
  const group = columns.find(({ name }) => name === series)
  if (group) {
    const writer = nameWriter(group, options, formats)
    const written = [...new Set(group.values.map(String))].filter((value) => writer(value) !== value)
    const keys = written.flatMap((value) =>
      y.map((column) => [groupKey(value, column, y.length), groupKey(writer(value), column, y.length)] as const),
    )
    const named = keys.map(([key, name]) => [key, { ...seriesOptions[key], name: seriesOptions[key]?.name || name }] as const)
    return { ...seriesOptions, ...Object.fromEntries(named) }
  }
  if (!readableNames || series !== null) return seriesOptions
  const named = y.map((column) => {
    const own = seriesOptions[column]
    return [column, { ...own, name: own?.name || measureName(column, options) }] as const
  })
  return { ...seriesOptions, ...Object.fromEntries(named) }
}

/**
 * The stored titles of the axes; with `readableNames`, others say in plain words what the axis measures, unless a legend does or
 * the x axis has dates or names, which speak for themselves.
 * @param scale of the x axis
 */
export function axisTitles(
  options: ChartOptions,
  { x, y, series }: Roles,
  scale: Scale,
  drawn: readonly { name: string; axis: 0 | 1 }[],
): AxisTitles {
  const isMeasured = scale === 'linear' || scale === 'logarithmic'
  const automatic = (axis: 0 | 1) => {
    const onAxis = drawn.filter((one) => one.axis === axis)
    if (series !== null) return onAxis.length > 0 && y[0] !== undefined && y.length === 1 ? measureName(y[0], options) : ''
    return onAxis.length === 1 ? (onAxis[0]?.name ?? '') : ''
  }
  return titlesOf(options, (isMeasured || options.globalSeriesType === 'box') && x !== null ? readableName(x) : '', [
    options.series.percentValues ? '' : automatic(0),
    options.series.percentValues ? '' : automatic(1),
  ])
}

/** The titles of a heatmap, whose axes both have names of things. */
export const heatmapTitles = (options: ChartOptions, { x, y }: Roles): AxisTitles =>
  titlesOf(options, readableName(x ?? ''), [readableName(y[0] ?? ''), ''])

const titlesOf = ({ xAxis, yAxis, readableNames }: ChartOptions, x: string, y: AxisTitles['y']): AxisTitles => ({
  x: xAxis.title?.text || (readableNames ? x : ''),
  y: [yAxis[0]?.title?.text || (readableNames ? y[0] : ''), yAxis[1]?.title?.text || (readableNames ? y[1] : '')],
})

/** Whether the only series is named by its axis, so that a legend would say nothing. */
export const isNamedByAxis = ({ readableNames }: ChartOptions, series: readonly unknown[]): boolean =>
  readableNames && series.length === 1
