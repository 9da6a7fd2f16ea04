/** The thousands and decimal separators. */
export interface NumberMarks {
  thousands: string
  decimal: string
}
/** The separators of patterns. */
export const plainMarks: NumberMarks = { thousands: ',', decimal: '.' }

/** A parsed pattern. Patterns are cached, since the same few ones format every cell of a table. */
export interface Pattern {
  marks: NumberMarks
  prefix: string
  suffix: string
  /** Minimum number of digits before the point, padded with zeros. */
  leading: number
  isGrouped: boolean
  /** Number of decimals that are always written. */
  decimals: number
  /** Number of further decimals, written without trailing zeros. */
  optionalDecimals: number
  /** Whether the point and the decimals are left out if all decimals are zero: `[.]`. */
  isPointOptional: boolean
  /** Whether the integer part is left out, because the pattern starts with the point. */
  isWholeHidden: boolean
  sign: 'minus' | 'always' | 'after' | 'always after' | 'parentheses'
  scale: Scale | null
}
type Scale =
  | { kind: 'percent' | 'basis points' | 'ordinal' | 'exponent' | 'duration' | 'seconds' | 'milliseconds'; space: string }
  | { kind: 'bytes'; space: string; base: 1000 | 1024 }
  | { kind: 'short'; space: string; unit: ShortUnit | null; isCapital: boolean }

export const shortUnits = [
  { letter: 'k', power: 3 },
  { letter: 'm', power: 6 },
  { letter: 'b', power: 9 },
  { letter: 't', power: 12 },
] as const
export type ShortUnit = (typeof shortUnits)[number]

/** Parses a pattern of Numeral.js with our additions, which `formatNumber` describes. */
export function readPattern(pattern: string): Pattern {
  const text = hideEscaped(pattern)
  const core = /\d*(?:,\d+)*(?:\[\.\]|\.)?\d*(?:\[\d+\])?/g
  // The first sequence of pattern characters that contains a digit; the text before it is literal.
  let found = { index: text.length, body: '' }
  for (const match of text.matchAll(core)) {
    if (/\d/.test(match[0])) {
      found = { index: match.index, body: match[0] }
      break
    }
  }
  if (text.includes('00:00:00')) return { ...plain, scale: { kind: 'duration', space: '' } }
  const span = /\[(seconds|milliseconds)\]/.exec(text)
  if (span) return { ...plain, scale: { kind: span[1] === 'seconds' ? 'seconds' : 'milliseconds', space: '' } }

  const point = found.body.search(/\[\.\]|\./)
  const whole = point < 0 ? found.body : found.body.slice(0, point)
  const part = point < 0 ? '' : found.body.slice(point).replace(/^\[?\.\]?/, '')
  const [fixed = '', optional = ''] = part.replace(']', '').split('[')

  const before = text.slice(0, found.index)
  const after = readScale(text.slice(found.index + found.body.length))
  const isParenthesised = before.includes('(') && after.rest.includes(')')
  return {
    marks: plainMarks,
    prefix: showEscaped(before.replace(isParenthesised ? /[(+-]/ : /[+-]/, '')),
    suffix: showEscaped(isParenthesised ? after.rest.replace(')', '') : after.rest.replace(/^[+-]/, '')),
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

/** Parses the letters after the digits: `a`, `[K]`, `%`, `b`, `ib`, `o`, `e+0`, `BPS`. Anything else is literal text. */
function readScale(text: string): { scale: Scale | null; rest: string } {
  const match = /^( ?)(\[K\]|(?:a[kmbt]?|%|BPS|ib|b|o|e[+-]0)(?![a-zA-Z]))/.exec(text)
  if (!match) return { scale: null, rest: text }
  const [whole, space = '', letters = ''] = match
  const rest = text.slice(whole.length)
  if (letters === '%') return { scale: { kind: 'percent', space }, rest }
  if (letters === 'BPS') return { scale: { kind: 'basis points', space }, rest }
  if (letters === 'o') return { scale: { kind: 'ordinal', space }, rest }
  if (letters.startsWith('e')) return { scale: { kind: 'exponent', space }, rest }
  if (letters === 'ib') return { scale: { kind: 'bytes', space, base: 1024 }, rest }
  if (letters === 'b') return { scale: { kind: 'bytes', space, base: 1000 }, rest }
  const isCapital = letters === '[K]'
  const unit = isCapital ? null : (shortUnits.find(({ letter }) => letter === letters[1]) ?? null)
  return { scale: { kind: 'short', space, unit, isCapital }, rest }
}

/** Characters of the private use area that stand for escaped ones while a pattern is parsed. */
const HIDDEN = 0xe000
const hideEscaped = (text: string) =>
  text.replace(/\\([ -~])/g, (_, sign: string) => String.fromCharCode(HIDDEN + sign.charCodeAt(0)))
const showEscaped = (text: string) =>
  text.replace(/[\ue020-\ue07e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - HIDDEN))

/** Text that stands in a pattern as it is. */
export const literal = (text: string): string => text.replace(/[\d.,+\-()[\]\\%]/g, '\\$&')
