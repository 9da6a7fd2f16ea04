import { formatNumber, type NumberMarks } from '@sightline/domain/format/number.ts'

const MAX_DECIMALS = 5

/**
 * A value of the result, or a count of its rows, for which no format can be chosen: with the decimals it has. What would round to
 * nothing is written by its exponent.
 * @param marks of this installation
 * @param decimals at most
 */
export function figureText(value: number, marks: NumberMarks, decimals = MAX_DECIMALS): string {
  const size = Math.abs(value)
  const pattern = size !== 0 && size < 1 / 10 ** decimals ? '0[.][00000]e+0' : `0,0[.][${'0'.repeat(decimals)}]`
  return formatNumber(value, pattern, marks) ?? String(value)
}
