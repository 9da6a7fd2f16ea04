import type { Cell } from '@sightline/contract/results.ts'
import { type Decimal, isZero, parseDecimal } from '../format/decimal.ts'
import { compareNaturally } from '../language/local.ts'

/**
 * Compares cells: numbers by value, others as text; empty ones are last.
 * @param areNumbers whether texts are the digits of numbers that JavaScript cannot hold exactly
 */
export function compareCells(a: Cell, b: Cell, areNumbers = false): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return areNumbers ? compareNumbers(String(a), String(b)) : compareBytes(String(a), String(b))
}

/** Compares cells as `compareCells` does, but texts by the alphabet of the reader and the numbers in them. */
export const compareForReader = (a: Cell, b: Cell): number =>
  typeof a === 'string' && typeof b === 'string' ? compareNaturally(a, b) : compareCells(a, b)

const SURROGATE = /[\ud800-\udfff]/

/** Compares texts as databases do: by their bytes in UTF-8, regardless of the language. */
function compareBytes(a: string, b: string): number {
  if (a === b) return 0
  const isSmaller = SURROGATE.test(a) || SURROGATE.test(b) ? isSmallerByCodePoint(a, b) : a < b
  return isSmaller ? -1 : 1
}

/** JavaScript compares UTF-16 code units, and so puts an emoji before the last of the two-byte characters. */
function isSmallerByCodePoint(a: string, b: string): boolean {
  const [one, other] = [[...a], [...b]]
  const at = one.findIndex((char, index) => char !== other[index])
  return at === -1 || (at < other.length && (one[at]?.codePointAt(0) ?? 0) < (other[at]?.codePointAt(0) ?? 0))
}

function compareNumbers(a: string, b: string): number {
  const [x, y] = [Number(a), Number(b)]
  if (Number.isNaN(x) || Number.isNaN(y)) return compareBytes(a, b)
  return x === y ? compareDigits(a, b) : x < y ? -1 : 1
}

/** Compares two numbers that round to the same JavaScript number, digit by digit. */
function compareDigits(one: string, other: string): number {
  const [a, b] = [parseDecimal(one), parseDecimal(other)]
  if (a === null || b === null || isZero(a)) return 0
  const fractionLength = Math.max(a.fraction.length, b.fraction.length)
  const digitsOf = ({ integer, fraction }: Decimal) => BigInt(integer + fraction.padEnd(fractionLength, '0'))
  const [x, y] = [digitsOf(a), digitsOf(b)]
  if (x === y) return 0
  return x < y === a.negative ? 1 : -1
}
