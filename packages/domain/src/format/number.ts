import { type Decimal, isZero, parseDecimal, round, shift } from './decimal.ts'

/** What stands between thousands, and before the decimals. */
export interface NumberMarks {
  thousands: string
  decimal: string
}
/** The marks in which patterns themselves are written. */
export const plainMarks: NumberMarks = { thousands: ',', decimal: '.' }
/** Marks as an installation has chosen them. */
export const numberMarks = (thousands: string, decimal: string): NumberMarks =>
  thousands === plainMarks.thousands && decimal === plainMarks.decimal ? plainMarks : { thousands, decimal }

/** What a pattern asks for, read once and kept: the same few patterns format every cell of a table. */
interface Pattern {
  marks: NumberMarks
  prefix: string
  suffix: string
  /** Zeros before the point: the number is padded to as many digits. */
  leading: number
  isGrouped: boolean
  /** Decimals that are always written. */
  decimals: number
  /** Decimals that are written as far as they are not zero. */
  optionalDecimals: number
  /** The point and its decimals go when all of them are zero: `[.]`. */
  isPointOptional: boolean
  /** No digit is written before the point: the pattern starts with it. */
  isWholeHidden: boolean
  sign: 'minus' | 'always' | 'after' | 'always after' | 'parentheses'
  scale: Scale | null
}
type Scale =
  | { kind: 'percent' | 'basis points' | 'ordinal' | 'exponent' | 'duration'; space: string }
  | { kind: 'bytes'; space: string; base: 1000 | 1024 }
  | { kind: 'short'; space: string; unit: ShortUnit | null }

const shortUnits = [
  { letter: 'k', power: 3 },
  { letter: 'm', power: 6 },
  { letter: 'b', power: 9 },
  { letter: 't', power: 12 },
] as const
type ShortUnit = (typeof shortUnits)[number]

/** Patterns in use are few; a hostile stream of new ones must not fill the memory. */
const MAX_KEPT_PATTERNS = 500
const kept = new Map<string, Pattern>()

/**
 * Writes a number by a pattern in the language of Numeral.js (http://numeraljs.com/#format): `0,0.00`, `0[.]00`, `0.0a`, `+0`,
 * `(0,0)`, `0%`, `0b`, `0o`, `00:00:00`. Text around the pattern is kept: `$0,0`, `0.0 min`.
 * Works on the digits, so a text of more digits than a double holds loses none of them. An empty pattern writes the number as it is.
 * @param marks of the text; patterns always have a comma and a point
 * @returns the text, or null when `value` is not a number
 */
export function formatNumber(value: number | string, pattern: string, marks = plainMarks): string | null {
  const number = parseDecimal(value)
  if (!number) return null
  if (pattern.trim() === '') return String(value)
  const parsed = parsePattern(pattern)
  return write(number, marks === plainMarks ? parsed : { ...parsed, marks })
}

function parsePattern(text: string): Pattern {
  const known = kept.get(text)
  if (known) return known
  const pattern = readPattern(text)
  if (kept.size >= MAX_KEPT_PATTERNS) kept.clear()
  kept.set(text, pattern)
  return pattern
}

function readPattern(text: string): Pattern {
  const core = /\d*(?:,\d+)*(?:\[\.\]|\.)?\d*(?:\[\d+\])?/g
  // The first run of pattern characters that holds a digit; anything before it is text of the reader's own.
  let found = { index: text.length, body: '' }
  for (const match of text.matchAll(core)) {
    if (/\d/.test(match[0])) {
      found = { index: match.index, body: match[0] }
      break
    }
  }
  if (text.includes('00:00:00')) return { ...plain, scale: { kind: 'duration', space: '' } }

  const point = found.body.search(/\[\.\]|\./)
  const whole = point < 0 ? found.body : found.body.slice(0, point)
  const part = point < 0 ? '' : found.body.slice(point).replace(/^\[?\.\]?/, '')
  const [fixed = '', optional = ''] = part.replace(']', '').split('[')

  const before = text.slice(0, found.index)
  const after = readScale(text.slice(found.index + found.body.length))
  const isParenthesised = before.includes('(') && after.rest.includes(')')
  return {
    marks: plainMarks,
    prefix: before.replace(isParenthesised ? /[(+-]/ : /[+-]/, ''),
    suffix: isParenthesised ? after.rest.replace(')', '') : after.rest.replace(/^[+-]/, ''),
    leading: (whole.split(',')[0] ?? '').length,
    isGrouped: whole.includes(','),
    decimals: fixed.length,
    optionalDecimals: optional.length,
    isPointOptional: found.body.includes('[.]'),
    isWholeHidden: found.body.startsWith('.'),
    sign: isParenthesised ? 'parentheses' : signOf(before, after.rest),
    scale: after.scale,
  }
}

const plain: Pattern = {
  marks: plainMarks,
  prefix: '',
  suffix: '',
  leading: 1,
  isGrouped: false,
  decimals: 0,
  optionalDecimals: 0,
  isPointOptional: false,
  isWholeHidden: false,
  sign: 'minus',
  scale: null,
}

function signOf(before: string, after: string): Pattern['sign'] {
  if (before.includes('+')) return 'always'
  if (after.startsWith('+')) return 'always after'
  return after.startsWith('-') ? 'after' : 'minus'
}

/** Reads the letters behind the digits: `a`, `%`, `b`, `ib`, `o`, `e+0`, `BPS`; what is none of them stays as text. */
function readScale(text: string): { scale: Scale | null; rest: string } {
  const match = /^( ?)(a[kmbt]?|%|BPS|ib|b|o|e[+-]0)(?![a-zA-Z])/.exec(text)
  if (!match) return { scale: null, rest: text }
  const [whole, space = '', letters = ''] = match
  const rest = text.slice(whole.length)
  if (letters === '%') return { scale: { kind: 'percent', space }, rest }
  if (letters === 'BPS') return { scale: { kind: 'basis points', space }, rest }
  if (letters === 'o') return { scale: { kind: 'ordinal', space }, rest }
  if (letters.startsWith('e')) return { scale: { kind: 'exponent', space }, rest }
  if (letters === 'ib') return { scale: { kind: 'bytes', space, base: 1024 }, rest }
  if (letters === 'b') return { scale: { kind: 'bytes', space, base: 1000 }, rest }
  return { scale: { kind: 'short', space, unit: shortUnits.find(({ letter }) => letter[0] === letters[1]) ?? null }, rest }
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
  }
}

function short(number: Decimal, pattern: Pattern, scale: { space: string; unit: ShortUnit | null }): string {
  const size = number.integer.length - 1
  let unit = scale.unit ?? shortUnits.findLast(({ power }) => number.integer !== '0' && size >= power) ?? null
  const places = pattern.decimals + pattern.optionalDecimals
  // 999,950 rounds to 1000.0k, which reads as 1.0m.
  if (!scale.unit && round(unit ? shift(number, -unit.power) : number, places).integer.length > 3) {
    unit = shortUnits.find(({ power }) => power > (unit?.power ?? 0)) ?? unit
  }
  const text = digits(unit ? shift(number, -unit.power) : number, pattern)
  return signed(unit ? `${text}${scale.space}${unit.letter}` : text, number, pattern)
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

/** Puts a mark between thousands, a comma unless told otherwise. */
export const groupThousands = (integer: string, mark = ',') => integer.replace(/\B(?=(\d{3})+$)/g, () => mark)

function signed(text: string, number: Decimal, { sign, prefix, suffix }: Pattern): string {
  // What rounds to nothing is not negative: -0.2 by `0` is 0.
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

/** The largest unit that leaves at least one: 1536 by 1024 is 1.5 KiB. `bytes` is not negative. */
export function bytesIn(bytes: number, base: 1000 | 1024): { amount: number; unit: string } {
  const units = base === 1000 ? units1000 : units1024
  let amount = bytes
  let step = 0
  for (; amount >= base && step < units.length - 1; step++) amount /= base
  return { amount, unit: units[step] ?? 'B' }
}
