import { decimalText } from './cells.ts'

/** A decimal number of any size: `unscaled` divided by ten to the power of `scale`, which is at least 0. */
export interface Decimal {
  unscaled: bigint
  scale: number
}

/** Largest exponent that is parsed: no column holds larger or finer numbers. */
const MAX_EXPONENT = 400

/** Parses a number such as `-12.50` or `1e+21`; returns null if the text is not a number. */
export function parseDecimal(text: string): Decimal | null {
  const [, sign, whole = '', fraction = '', power = '0'] = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/.exec(text) ?? []
  const exponent = Number(power)
  if (sign === undefined || whole + fraction === '' || Math.abs(exponent) > MAX_EXPONENT) return null
  const digits = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n)
  const scale = fraction.length - exponent
  return scale >= 0 ? { unscaled: digits, scale } : { unscaled: digits * 10n ** BigInt(-scale), scale: 0 }
}

/**
 * Returns the number with `scale` digits after the decimal point; `up` and `down` round to the next such number in that
 * direction.
 */
export function digitsAt(value: Decimal, scale: number, rounding: 'up' | 'down'): string
/** @returns null if the number has more digits */
export function digitsAt(value: Decimal, scale: number, rounding: 'exact'): string | null
export function digitsAt({ unscaled, scale: from }: Decimal, scale: number, rounding: 'up' | 'down' | 'exact'): string | null {
  if (scale >= from) return decimalText(unscaled * 10n ** BigInt(scale - from), scale)
  const divisor = 10n ** BigInt(from - scale)
  const rest = unscaled % divisor
  const quotient = unscaled / divisor
  if (rest === 0n) return decimalText(quotient, scale)
  if (rounding === 'exact') return null
  // BigInt division truncates toward zero.
  if (rounding === 'up') return decimalText(rest > 0n ? quotient + 1n : quotient, scale)
  return decimalText(rest < 0n ? quotient - 1n : quotient, scale)
}
