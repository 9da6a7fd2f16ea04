import type { Cell } from '@sightline/contract/results.ts'
import { isRate } from '@sightline/domain/format/column-format.ts'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'

/** A column with its values in the first rows. */
export interface SampledColumn extends SourceColumn {
  values: Cell[]
}

/** A suggested chart with more lines than this would be unreadable. */
export const MAX_SUGGESTED_SERIES = 4
/** A column with more values than this is not suggested for groups. */
export const MAX_SUGGESTED_GROUPS = 20
/** Beyond this ratio, the smaller of two numbers is flat on the axis of the larger one. */
const MAX_RATIO = 10

export const isDate = ({ type }: SourceColumn) => type === 'date' || type === 'datetime'
export const isNumber = ({ type }: SourceColumn) => type === 'integer' || type === 'float'
export const isText = ({ type }: SourceColumn) => type === 'string' || type === null || type === 'boolean'

/** The number of different values in the first rows. */
export const distinct = ({ values }: SampledColumn) => new Set(values).size

/** Whether two numbers can share an axis: both are rates or neither is, and their usual values differ by little. */
export function areAlike(one: SampledColumn, other: SampledColumn): boolean {
  if (isRate(one.name) !== isRate(other.name)) return false
  const [a, b] = [usualSize(one.values), usualSize(other.values)]
  return a === null || b === null || Math.max(a, b) <= MAX_RATIO * Math.min(a, b)
}

/** The median of the absolute values other than zero; null if there are none. */
function usualSize(values: readonly Cell[]): number | null {
  const sizes = values.flatMap((value) => (typeof value === 'number' && value !== 0 ? [Math.abs(value)] : []))
  return sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? null
}
