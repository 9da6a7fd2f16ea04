import { formatNumber, type NumberMarks } from './number.ts'

const MAX_FIGURE_DECIMALS = 5

/**
 * Formats a value of the result or a row count that has no format option. A value that would round to zero is written with an
 * exponent.
 * @param marks separators of this installation
 * @param decimals maximum number of decimals
 */
export function figureText(value: number, marks: NumberMarks, decimals = MAX_FIGURE_DECIMALS): string {
  const size = Math.abs(value)
  const pattern = size !== 0 && size < 1 / 10 ** decimals ? '0[.][00000]e+0' : `0,0[.][${'0'.repeat(decimals)}]`
  return formatNumber(value, pattern, marks) ?? String(value)
}
