import type { Cell } from '@sightline/contract/results.ts'
import type { HeatmapData } from '@sightline/domain/chart-data/heatmap.ts'
import type { PieData } from '@sightline/domain/chart-data/pies.ts'
import type { Scale } from '@sightline/domain/chart-data/scale.ts'
import type { ChartColumn } from '@sightline/domain/chart-data/series.ts'
import { formatDate } from '@sightline/domain/format/date.ts'
import { areWholeDays, type TimeFormats } from '@sightline/domain/format/days.ts'
import { formatNumber, type NumberMarks } from '@sightline/domain/format/number.ts'
import { fillTemplate } from '@sightline/domain/format/template.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { localDay, localMonth } from '@sightline/domain/language/local.ts'
import { figureText } from '../cell-label.ts'
import type { Formats } from '../visualization.ts'
import { axisFormat, type FormattedSeries, numberText, seriesFormat } from './number-formats.ts'
import type { ChartOptions } from './options.ts'

/** Also that of the shares in charts that store none. */
export const DEFAULT_PERCENT_FORMAT = '0[.]00%'
/** x values have no number format of their own and are shown with full precision. */
const X_DECIMALS = 10
export interface Labels {
  /** Formats a value that belongs to no series. @param decimals of the values beside it; null for a single value */
  number(value: number, decimals: number | null): string
  /** Formats a value of a series, or of a pie. @param decimals of the series; null for a single value */
  ofSeries(series: FormattedSeries, value: number, decimals: number | null): string
  /** Formats a value on an axis. */
  onAxis(axis: 0 | 1, value: number, decimals: number | null): string
  /** @param share in percent */
  percent(share: number): string
  /** The same for tooltips, with three significant digits unless the author stored a format. */
  tooltipPercent(share: number): string
  /** Formats a count. */
  count(count: number): string
  /** Formats the x value of a point for tooltips and labels. */
  x(position: number | string): string
  /** The cell of a row; times as on the axes, others unchanged. Null if there is no row. */
  cell(column: ChartColumn, row: number | null): Cell
}

/**
 * Formats values by the options of the chart, else by the settings of the installation.
 * @param x `values` are the cells of the column, if some can be missing
 */
export function labelsOf(
  options: ChartOptions,
  formats: Formats,
  x: { type: ChartColumn['type']; values?: readonly Cell[]; scale: Scale },
  xs: readonly (number | string)[],
): Labels {
  const datePattern = options.dateTimeFormat || (isWholeDays(x, xs) ? formats.dateFormat : formats.dateTimeFormat)
  const nameOf = nameWriter({ type: x.type, values: x.values ?? [] }, options, formats, xs)
  const cellWriters = new Map<ChartColumn, (name: string) => string>()
  const writerOf = (column: ChartColumn) => {
    const known = cellWriters.get(column)
    if (known) return known
    const writer = timeWriter(column.type, column.values, options, formats)
    cellWriters.set(column, writer)
    return writer
  }
  const marks = formats.numberMarks
  return {
    number: (value, decimals) => numberText(value, options.numberFormat, decimals, marks),
    ofSeries: (series, value, decimals) => numberText(value, seriesFormat(options, series), decimals, marks),
    onAxis: (axis, value, decimals) => numberText(value, axisFormat(options, axis) ?? options.numberFormat, decimals, marks),
    tooltipPercent: (share) => formatNumber(share / 100, sharePattern(share, options.percentFormat), marks) ?? `${share}%`,
    percent: (share) => formatNumber(share / 100, options.percentFormat, marks) ?? `${share}%`,
    count: (count) => figureText(count, marks),
    x: (position) => {
      if (typeof position === 'string') return nameOf(position)
      return x.scale === 'datetime' ? (formatDate(position, datePattern) ?? '') : figureText(position, marks, X_DECIMALS)
    },
    cell: (column, row) => {
      const cell = row === null ? null : (column.values[row] ?? null)
      return typeof cell === 'string' ? writerOf(column)(cell) : cell
    },
  }
}

/** Formats the values of pies. All shares of a chart have the decimals that one of them needs. */
export function pieLabels(
  { x, data: { keys, pies } }: { x: ChartColumn; data: PieData },
  options: ChartOptions,
  formats: Formats,
): Labels {
  const shares = pies.flatMap(({ slices }) => slices.map(({ share }) => share))
  const format = alignedFormat(options.percentFormat, shares, formats.numberMarks)
  return {
    ...labelsOf(options, formats, { ...x, scale: 'category' }, keys),
    percent: (share) => formatNumber(share / 100, format, formats.numberMarks) ?? `${share}%`,
  }
}

/** The pattern without the choice to omit decimals if one of the values has some; else as it is. */
function alignedFormat(pattern: string, values: readonly number[], marks: NumberMarks): string {
  const fixed = pattern.replace('[.]', '.')
  const hasDecimals = values.some((value) => formatNumber(value, pattern, marks) === formatNumber(value, fixed, marks))
  return hasDecimals ? fixed : pattern
}

/**
 * Returns how the values of a column are written as the names of categories, slices and series: times on the clock of the reader,
 * as dates if all of them begin a day; values that nobody could see are named in words.
 * @param shown the values that are shown, if they are not all
 */
export function nameWriter(
  { type, values }: Pick<ChartColumn, 'type' | 'values'>,
  options: Pick<ChartOptions, 'dateTimeFormat'>,
  formats: TimeFormats,
  shown: readonly Cell[] = values,
): (name: string) => string {
  const write = timeWriter(type, shown, options, formats)
  // A missing value has the key of the text "null".
  const hasMissing = values.includes(null)
  return (name) => {
    if (name === '') return i18n._('(empty text)')
    return name === 'null' && hasMissing ? i18n._('(empty)') : write(name)
  }
}

function timeWriter(
  type: ChartColumn['type'],
  values: readonly Cell[],
  { dateTimeFormat }: Pick<ChartOptions, 'dateTimeFormat'>,
  formats: TimeFormats,
): (name: string) => string {
  if (type !== 'date' && type !== 'datetime') return (name) => name
  const names = values.filter((value) => typeof value === 'string')
  const areDays = type === 'date' || areWholeDays(names, formats.timeZone)
  const pattern = dateTimeFormat || (areDays ? formats.dateFormat : formats.dateTimeFormat)
  return (name) => formatDate(name, pattern, formats.timeZone) ?? name
}

interface HeatmapNames {
  data: Pick<HeatmapData, 'xs' | 'ys'>
  x: ChartColumn
  /** Name of the column. */
  y: string
  columns: readonly ChartColumn[]
}

/** Returns how the names on both axes of a heatmap are written. */
export function heatmapNames({ data, x, y, columns }: HeatmapNames, options: ChartOptions, formats: TimeFormats) {
  const yColumn = columns.find(({ name }) => name === y) ?? { type: null, values: [] }
  return { x: nameWriter(x, options, formats, data.xs), y: nameWriter(yColumn, options, formats, data.ys) }
}

/** The pattern of the author, or three significant digits where only the specified default is stored. */
function sharePattern(share: number, stored: string): string {
  if (stored !== DEFAULT_PERCENT_FORMAT || share === 0) return stored
  const decimals = Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(share)))))
  return decimals === 0 ? '0%' : `0[.][${'0'.repeat(decimals)}]%`
}

const DAY_MS = 86_400_000
const isWholeDays = ({ type, scale }: { type: ChartColumn['type']; scale: Scale }, xs: readonly (number | string)[]) =>
  scale === 'datetime' && (type === 'date' || xs.every((x) => typeof x === 'number' && x % DAY_MS === 0))

/** The formatted values of one data label or slice. */
export interface Labelled {
  name: string
  x: string
  /** The value itself, formatted. */
  y: string
  /** The share, formatted; null when the chart shows none. */
  percent: string | null
  /** The error, formatted; null if it is not shown. */
  error: string | null
  /** The bubble size, formatted; null if it is not shown. */
  size: string | null
  /** The row of the result; null if there is none. */
  row: number | null
}

/** Returns the text of a data label: the filled-in template, or the share and value. */
export function dataLabel(template: string, point: Labelled, columns: readonly ChartColumn[], cellOf: Labels['cell']): string {
  if (template.trim() === '') return point.percent === null ? point.y : `${point.percent} (${point.y})`
  return fillTemplate(template, (name) => {
    switch (name) {
      case '@@name':
        return point.name
      case '@@x':
        return point.x
      case '@@y':
        return point.y
      case '@@yPercent':
        return point.percent ?? ''
      case '@@yError':
        return point.error ?? ''
      case '@@size':
        return point.size ?? ''
      default: {
        const column = columns.find((candidate) => candidate.name === name)
        return column && (point.row === null ? '' : cellOf(column, point.row))
      }
    }
  })
}

/** Labels a time tick with the unit that begins there, in UTC: a year, a month, a day or a time. */
export function timeLabel(time: number): { text: string; unit: 'year' | 'month' | 'day' | 'time' } {
  const date = new Date(time)
  const two = (n: number) => String(n).padStart(2, '0')
  const [hours, minutes, seconds] = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()]
  if (hours + minutes + seconds + date.getUTCMilliseconds() > 0) {
    const clock = `${two(hours)}:${two(minutes)}`
    return { text: seconds > 0 ? `${clock}:${two(seconds)}` : clock, unit: 'time' }
  }
  if (date.getUTCDate() > 1) return { text: localDay(time), unit: 'day' }
  return date.getUTCMonth() > 0
    ? { text: localMonth(date.getUTCMonth()), unit: 'month' }
    : { text: String(date.getUTCFullYear()), unit: 'year' }
}
