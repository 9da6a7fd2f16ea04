import { formatNumber, type NumberMarks } from '@sightline/domain/format/number.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { figureText } from '../cell-label.ts'
import type { ChartOptions } from './options.ts'

/** The format of charts that store none: as many decimals as the values have. */
export const AUTOMATIC_FORMAT = '0,0[.]00000'
const MAX_DECIMALS = 5
/** Writes a single value in it. */
const SINGLE_VALUE = '0,0[.][00000]'
/** Values sampled to determine the decimals of a series. */
const MAX_SAMPLED = 400

/** Returns the decimals that the values need, up to the five of the default format. */
export function decimalsOf(values: readonly (number | null)[]): number {
  const step = Math.max(1, Math.ceil(values.length / MAX_SAMPLED))
  const largest = values.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0)
  let decimals = 0
  for (let index = 0; index < values.length && decimals < MAX_DECIMALS; index += step) {
    const value = values[index] ?? 0
    // Arithmetic with doubles leaves digits behind that are not in the data; at 55 million they are below a millionth. A series of
    // small values has no digits above 1e-9.
    const noise = Math.max(1e-9 * Math.min(1, largest), 8 * Number.EPSILON * Math.abs(value))
    while (decimals < MAX_DECIMALS && Math.abs(value - Number(value.toFixed(decimals))) > noise) decimals++
  }
  return decimals
}

/** The stored format of an axis; null for that of the chart. */
export const axisFormat = ({ yAxis }: Pick<ChartOptions, 'yAxis'>, axis: 0 | 1): string | null =>
  yAxis[axis]?.numberFormat || null

const automatic = () => ({ pattern: AUTOMATIC_FORMAT, label: i18n._('Automatic'), sample: SINGLE_VALUE })

/** The formats of charts that are no pattern to read. */
export const chartFormats = () => [automatic()]

/** The same for a part of a chart, which without a format has that of another part. @param inherited names it */
export const formatsAfter = (inherited: string) => [{ pattern: '', label: inherited, sample: null }, automatic()]

/** A series, or a pie, which has no axis. */
export interface FormattedSeries {
  key: string
  axis?: 0 | 1
}

/** The format of the values of a series: its own, else that of its axis, else that of the chart. */
export const seriesFormat = (options: ChartOptions, { key, axis }: FormattedSeries): string =>
  options.seriesOptions[key]?.numberFormat || (axis === undefined ? null : axisFormat(options, axis)) || options.numberFormat

/**
 * Formats a value. The automatic format allows up to five decimals; only as many are shown as the series has. A value that would
 * round to zero is written with an exponent.
 * @param decimals of the series; null for a single value
 */
export function numberText(value: number, pattern: string, decimals: number | null, marks: NumberMarks): string {
  if (pattern !== AUTOMATIC_FORMAT) return formatNumber(value, pattern, marks) ?? String(value)
  const isTooSmall = value !== 0 && Math.abs(value) < 1 / 10 ** MAX_DECIMALS
  if (isTooSmall && (decimals === null || decimals === MAX_DECIMALS)) return figureText(value, marks)
  const fixed = `0,0${decimals ? `.${'0'.repeat(decimals)}` : ''}`
  return formatNumber(value, decimals === null ? SINGLE_VALUE : fixed, marks) ?? String(value)
}

/** A computed value, whose last digits say little: four digits at least, and all digits of whole numbers. */
export const rounded = (value: number): number => (Math.abs(value) < 1000 ? Number(value.toPrecision(4)) : Math.round(value))
