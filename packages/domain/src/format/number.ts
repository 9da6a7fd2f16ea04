import { memoized } from '../memoized.ts'
import { type Decimal, isZero, parseDecimal, round, shift } from './decimal.ts'
import { type NumberMarks, type Pattern, plainMarks, readPattern, shortUnits } from './number-pattern.ts'
import { spanText } from './span.ts'

export { type NumberMarks, plainMarks } from './number-pattern.ts'

/** The separators that an installation is configured with. */
export const numberMarks = (thousands: string, decimal: string): NumberMarks =>
  thousands === plainMarks.thousands && decimal === plainMarks.decimal ? plainMarks : { thousands, decimal }

/** Few patterns are in use; the limit protects the memory against an attacker who sends many. */
const MAX_KEPT_PATTERNS = 500
const parsePattern = memoized(readPattern, MAX_KEPT_PATTERNS)

/**
 * Formats a number with a pattern of Numeral.js (http://numeraljs.com/#format): `0,0.00`, `0[.]00`, `0.0a`, `+0`, `(0,0)`, `0%`,
 * `0b`, `0o`, `00:00:00`. Text around the pattern is kept: `$0,0`, `0.0 min`. All digits of a text are kept, even those that a
 * double would lose. An empty pattern returns the number unchanged.
 * Beyond Numeral.js: `0.0[K]` abbreviates in capitals (`1.2K`), `[seconds]` and `[milliseconds]` write a span of time (`1h 05m`),
 * and a character after a backslash is literal text (`0\\%`).
 * @param marks separators of the output; patterns always use a comma and a point
 * @returns null if `value` is not a number
 */
export function formatNumber(value: number | string, pattern: string, marks = plainMarks): string | null {
  const number = parseDecimal(value)
  if (!number) return null
  if (pattern.trim() === '') return String(value)
  const parsed = parsePattern(pattern)
  return write(number, marks === plainMarks ? parsed : { ...parsed, marks })
}

function write(number: Decimal, pattern: Pattern): string {
  const { scale } = pattern
  switch (scale?.kind) {
    case undefined:
      return signed(digits(number, pattern), number, pattern)
    case 'percent':
      return signed(`${digits(shift(number, 2), pattern)}${scale.space}%`, number, pattern)
    case 'basis points':
      return signed(`${digits(shift(number, 4), pattern)}${scale.space}BPS`, number, pattern)
    case 'ordinal':
      return signed(`${digits(number, pattern)}${scale.space}${ordinal(number)}`, number, pattern)
    case 'bytes': {
      const { amount, unit } = bytesIn(Math.abs(toDouble(number)), scale.base)
      return signed(`${digits(parseDecimal(amount) ?? number, pattern)}${scale.space}${unit}`, number, pattern)
    }
    case 'exponent': {
      const [mantissa = '0', exponent = '+0'] = Math.abs(toDouble(number)).toExponential().split('e')
      return signed(`${digits(parseDecimal(mantissa) ?? number, pattern)}${scale.space}e${exponent}`, number, pattern)
    }
    case 'short':
      return short(number, pattern, scale)
    case 'duration':
      return duration(number)
    case 'seconds':
      return spanText(toDouble(number), pattern.marks.decimal)
    case 'milliseconds':
      return spanText(toDouble(shift(number, -3)), pattern.marks.decimal)
  }
}

function short(number: Decimal, pattern: Pattern, scale: Extract<Pattern['scale'], { kind: 'short' }>): string {
  const size = number.integer.length - 1
  let unit = scale.unit ?? shortUnits.findLast(({ power }) => number.integer !== '0' && size >= power) ?? null
  const places = pattern.decimals + pattern.optionalDecimals
  // 999,950 would round to 1000.0k, so it is written as 1.0m.
  if (!scale.unit && round(unit ? shift(number, -unit.power) : number, places).integer.length > 3) {
    unit = shortUnits.find(({ power }) => power > (unit?.power ?? 0)) ?? unit
  }
  const text = digits(unit ? shift(number, -unit.power) : number, pattern)
  if (!unit) return signed(text, number, pattern)
  return signed(`${text}${scale.space}${scale.isCapital ? unit.letter.toUpperCase() : unit.letter}`, number, pattern)
}

/** The digits without a sign: rounded, padded and grouped. */
function digits(number: Decimal, pattern: Pattern): string {
  const rounded = round(number, pattern.decimals + pattern.optionalDecimals)
  const optional = rounded.fraction.slice(pattern.decimals).replace(/0+$/, '')
  let fraction = rounded.fraction.slice(0, pattern.decimals) + optional
  if (pattern.isPointOptional && /^0*$/.test(fraction)) fraction = ''
  const padded = rounded.integer.padStart(pattern.leading, '0')
  const whole = pattern.isWholeHidden ? '' : pattern.isGrouped ? groupThousands(padded, pattern.marks.thousands) : padded
  return fraction === '' ? whole : `${whole}${pattern.marks.decimal}${fraction}`
}

/** Inserts a thousands separator, by default a comma. @param integer digits alone, of any number */
export function groupThousands(integer: string, mark = ','): string {
  const first = integer.length % 3 || 3
  const groups = [integer.slice(0, first)]
  for (let at = first; at < integer.length; at += 3) groups.push(integer.slice(at, at + 3))
  return groups.join(mark)
}

function signed(text: string, number: Decimal, { sign, prefix, suffix }: Pattern): string {
  // A number that rounds to zero has no minus sign: -0.2 with `0` is 0.
  const isNegative = number.negative && !isZero(number) && /[1-9]/.test(text)
  const body = `${prefix}${text}${suffix}`
  if (sign === 'parentheses') return isNegative ? `(${body})` : body
  if (sign === 'after') return isNegative ? `${prefix}${text}-${suffix}` : body
  if (sign === 'always after') return `${prefix}${text}${isNegative ? '-' : '+'}${suffix}`
  if (isNegative) return `-${body}`
  return sign === 'always' ? `+${body}` : body
}

function ordinal({ integer }: Decimal): string {
  if (/1[123]$/.test(integer)) return 'th'
  return { 1: 'st', 2: 'nd', 3: 'rd' }[Number(integer.at(-1))] ?? 'th'
}

/** Seconds as h:mm:ss. */
function duration(number: Decimal): string {
  const seconds = Number(round(number, 0).integer)
  const two = (n: number) => String(n).padStart(2, '0')
  const text = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return number.negative && seconds > 0 ? `-${text}` : text
}

const toDouble = ({ negative, integer, fraction }: Decimal) => Number(`${negative ? '-' : ''}${integer}.${fraction || '0'}`)

const units1000 = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB']
const units1024 = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB']

/** The amount in the largest unit in which it is at least one: 1536 with base 1024 is 1.5 KiB. `bytes` is not negative. */
export function bytesIn(bytes: number, base: 1000 | 1024): { amount: number; unit: string } {
  const units = base === 1000 ? units1000 : units1024
  let amount = bytes
  let step = 0
  for (; amount >= base && step < units.length - 1; step++) amount /= base
  return { amount, unit: units[step] ?? 'B' }
}
