import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import { columnTitle } from '../filters/column-name.ts'
import { parseDecimal } from './decimal.ts'

/** The facts about a column from which the format of its numbers follows. */
export interface NumberColumn {
  name: string
  type: ColumnType | null
  /** The data source's own name of the type, such as `numeric(10,2)`; '' if unknown. */
  source_type: string
}

export interface NumberFormats {
  integerFormat: string
  floatFormat: string
}

/**
 * The number format of a column without a stored one: that of the organization, ungrouped for numbers that name something (ids,
 * years, postal codes), and with as many decimals as the type declares or as its values need.
 * @param sample some values of the column; without them, decimals are written as they come
 */
export function columnNumberFormat(column: NumberColumn, sample: readonly Cell[], formats: NumberFormats): string {
  if (column.type === 'integer')
    return namesThing(column.name, sample) ? ungrouped(formats.integerFormat) : formats.integerFormat
  if (column.type !== 'float') return formats.floatFormat
  return withDecimals(formats.floatFormat, decimalsOf(column.source_type, sample, formats.floatFormat))
}

/** Words at the end of the name of a column whose numbers are never added up. */
const NAMING =
  /(^|_)(id|ids|key|zip|zipcode|postcode|plz|code|isbn|ean|sku|phone|(zip|postal)_code|lat|latitude|lng|lon|longitude)$/
const YEAR = /(^|_)(year|yr|jahr)$/

/** Whether the numbers of a column name something, such as ids, years, postal codes and coordinates. @param sample some of its values */
export function namesThing(name: string, sample: readonly Cell[]): boolean {
  const words = columnTitle(name)
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toLowerCase()
  // A column such as `visitors_per_year` holds counts.
  const isYear = (cell: Cell) => cell === null || (Number(cell) >= 1000 && Number(cell) < 3000)
  return NAMING.test(words) || (YEAR.test(words) && sample.every(isYear))
}

/** Words in the names of numbers that are averaged, not added up. */
const RATE =
  /(^|_)(avg|average|mean|median|rate|ratio|pct|percent|percentage|share|score|rating|price|temperature|temp|magnitude|speed|age)(_|$)/i

/** Whether the sum of the numbers of a column would say nothing, as that of prices or temperatures. */
export const isRate = (name: string) => RATE.test(name)

const ungrouped = (pattern: string) => pattern.replace('0,0', '0')

/** Decimals that are always written, and those that are written where a value has them. */
interface Decimals {
  fixed: number
  optional: number
}

/** Types with more decimals are those of computed values, whose last digits say little. */
const MAX_DECLARED = 6
const MAX_DECIMALS = 12

function decimalsOf(sourceType: string, sample: readonly Cell[], pattern: string): Decimals {
  const usual = /\.(0+)$/.exec(pattern)?.[1]?.length ?? 0
  const declared = declaredScale(sourceType)
  if (declared !== null && declared <= usual) return { fixed: declared, optional: 0 }
  const most = declared !== null && declared <= MAX_DECLARED ? declared : Math.max(usual, smallDecimals(sample))
  const fixed = Math.min(most, decimalsIn(sample, most))
  return { fixed, optional: most - fixed }
}

/** The digits after the point of `decimal(10,2)` and its like; null for other types. */
function declaredScale(sourceType: string): number | null {
  const match = /^(?:decimal|numeric|number|dec)\s*\(\s*\d+\s*(?:,\s*(\d+)\s*)?\)/i.exec(sourceType)
  return match ? Number(match[1] ?? 0) : null
}

/** The most decimals that a value of the sample has after rounding to `places`. */
function decimalsIn(sample: readonly Cell[], places: number): number {
  let most = 0
  for (const cell of sample) {
    if (typeof cell !== 'number' && typeof cell !== 'string') continue
    const fraction = parseDecimal(typeof cell === 'number' ? cell.toFixed(places) : cell)?.fraction ?? ''
    most = Math.max(most, fraction.slice(0, places).replace(/0+$/, '').length)
  }
  return most
}

/** Decimals that show two digits of the largest value if all are small: 0.00042 would otherwise read as 0.00. */
function smallDecimals(sample: readonly Cell[]): number {
  const sizes = sample.map((cell) => Math.abs(Number(cell))).filter(Number.isFinite)
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0)
  if (largest === 0 || largest >= 0.1) return 0
  return Math.min(MAX_DECIMALS, Math.ceil(-Math.log10(largest)) + 1)
}

/** Replaces the decimals of a pattern such as `0,0.00`; other patterns stay as the organization has chosen them. */
function withDecimals(pattern: string, { fixed, optional }: Decimals): string {
  const match = /^(0|0,0)\.0+$/.exec(pattern)
  if (!match) return pattern
  const more = optional === 0 ? '' : `[${'0'.repeat(optional)}]`
  return fixed === 0 && optional === 0 ? (match[1] ?? pattern) : `${match[1]}.${'0'.repeat(fixed)}${more}`
}
