import type { GroupsRequest } from '@sightline/contract/result-groups.ts'
import type { Cell } from '@sightline/contract/results.ts'
import { boxText } from '../chart-data/quartiles.ts'
import { toNumber } from '../chart-data/scale.ts'
import { compareCells } from './compare.ts'

// The server computes the same measures in DuckDB (`measure-sql.ts`). Both give the same numbers to the last digit, so a chart looks
// the same whether its result is small enough for the browser or not: sums and variances use DuckDB's algorithms.

export type Measure = GroupsRequest['measures'][number]

/** Maximum number of values in a cell that lists them. */
export const MAX_LISTED = 20
/** The variance of larger numbers is not computed: their squares overflow. */
export const MAX_SQUARED = 1e150

/**
 * Computes one cell from the values of a column in a group. Empty values are ignored.
 * @param isNumeric whether the column has numbers, of which some may be texts of digits
 */
export function computeMeasure(kind: Exclude<Measure['kind'], 'row'>, values: readonly Cell[], isNumeric = false): Cell {
  if (kind === 'count') return values.length
  const present = values.filter((value) => value !== null)
  const numbers = present.flatMap((value) => toNumber(value) ?? [])
  switch (kind) {
    case 'filled':
      return present.length
    case 'exact_sum':
      return wholeSum(present) ?? computeMeasure('sum', values)
    case 'unique':
      return new Set(present).size
    case 'list':
      return list(present, isNumeric)
    case 'sum':
      return numbers.length === 0 ? null : finite(sum(numbers))
    case 'avg':
      return numbers.length === 0 ? null : finite(sum(numbers) / numbers.length)
    case 'median':
      return median(numbers)
    case 'variance':
      return variance(numbers)
    case 'min':
      return extreme(present, -1, isNumeric)
    case 'max':
      return extreme(present, 1, isNumeric)
    case 'first':
      return present[0] ?? null
    case 'last':
      return present.at(-1) ?? null
    case 'box':
      return numbers.length === 0 ? null : boxText(numbers)
  }
}

function list(present: readonly Cell[], isNumeric: boolean): Cell {
  const sorted = [...new Set(present)].toSorted((a, b) => compareCells(a, b, isNumeric))
  return sorted.length === 0 ? null : listText(sorted)
}

/** The first cells as the text of one. @param cells different ones, sorted */
export const listText = (cells: readonly Cell[]): string => cells.slice(0, MAX_LISTED).map(String).join(', ')

const finite = (number: number): number | null => (Number.isFinite(number) ? number : null)

/** Adds numbers with Kahan's compensation for what each addition rounds away. */
function sum(numbers: readonly number[]): number {
  let total = 0
  let excess = 0
  for (const number of numbers) {
    const wanted = number - excess
    const next = total + wanted
    excess = next - total - wanted
    total = next
  }
  return total
}

const WHOLE = /^-?\d+$/

/** The sum of whole numbers, as digits if JavaScript cannot hold it exactly; null if there are none, or other values. */
function wholeSum(present: readonly Cell[]): Cell {
  if (present.length === 0 || !present.every((value) => typeof value !== 'boolean' && WHOLE.test(String(value)))) return null
  const total = present.reduce((sum: bigint, value) => sum + BigInt(String(value)), 0n)
  return Number.isSafeInteger(Number(total)) ? Number(total) : String(total)
}

function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b)
  const low = sorted[Math.floor((sorted.length - 1) / 2)]
  const high = sorted[Math.ceil((sorted.length - 1) / 2)]
  if (low === undefined || high === undefined) return null
  return sorted.length % 2 === 1 ? low : low * 0.5 + high * 0.5
}

/** The sample variance, by Welford's algorithm; null for fewer than two numbers. */
function variance(numbers: readonly number[]): number | null {
  if (numbers.length < 2 || numbers.some((number) => Math.abs(number) >= MAX_SQUARED)) return null
  let mean = 0
  let squares = 0
  for (const [index, number] of numbers.entries()) {
    const next = mean + (number - mean) / (index + 1)
    squares += (number - next) * (number - mean)
    mean = next
  }
  return squares / (numbers.length - 1)
}

/** @param side -1 for the smallest, 1 for the largest */
function extreme(cells: readonly Cell[], side: -1 | 1, isNumeric: boolean): Cell {
  let found: Cell = null
  for (const cell of cells) if (found === null || compareCells(cell, found, isNumeric) * side > 0) found = cell
  return found
}
