import { decimalText } from './cells.ts'

/** A decimal number of any size: `unscaled` divided by ten to the power of `scale`, which is at least 0. */
export interface Decimal {
  unscaled: bigint
  scale: number
}

/** Beyond this, numbers are larger or finer than any column holds. */
const MAX_EXPONENT = 400

/** Reads a number as people and programs write it, such as `-12.50` or `1e+21`. Null when it is none. */
export function parseDecimal(text: string): Decimal | null {
  const [, sign, whole = '', fraction = '', power = '0'] = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/.exec(text) ?? []
  const exponent = Number(power)
  if (sign === undefined || whole + fraction === '' || Math.abs(exponent) > MAX_EXPONENT) return null
  const digits = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n)
  const scale = fraction.length - exponent
  return scale >= 0 ? { unscaled: digits, scale } : { unscaled: digits * 10n ** BigInt(-scale), scale: 0 }
}

/** The number with this many digits after its point; `up` and `down` take the next one on that side where it has more. */
export function digitsAt(value: Decimal, scale: number, rounding: 'up' | 'down'): string
/** @returns null where the number has more digits */
export function digitsAt(value: Decimal, scale: number, rounding: 'exact'): string | null
export function digitsAt({ unscaled, scale: from }: Decimal, scale: number, rounding: 'up' | 'down' | 'exact'): string | null {
  if (scale >= from) return decimalText(unscaled * 10n ** BigInt(scale - from), scale)
  const divisor = 10n ** BigInt(from - scale)
  const rest = unscaled % divisor
  const quotient = unscaled / divisor
  if (rest === 0n) return decimalText(quotient, scale)
  if (rounding === 'exact') return null
  // Division goes towards zero.
  if (rounding === 'up') return decimalText(rest > 0n ? quotient + 1n : quotient, scale)
  return decimalText(rest < 0n ? quotient - 1n : quotient, scale)
}
