import type { ColumnType } from '@sightline/contract/results.ts'
import type { Measure } from '../grouping/measures.ts'

/** The totals of a column that the last row of a table can show. */
export const totalKinds = ['none', 'sum', 'average', 'min', 'max', 'count', 'distinct'] as const
export type TotalKind = (typeof totalKinds)[number]

const measures: Record<Exclude<TotalKind, 'none'>, Measure['kind']> = {
  sum: 'exact_sum',
  average: 'avg',
  min: 'min',
  max: 'max',
  count: 'filled',
  distinct: 'unique',
}

/** The measure of the total of a column; null for a column without one. */
export const totalMeasure = ({ total, index }: { total: TotalKind; index: number }): Measure | null =>
  total === 'none' ? null : { kind: measures[total], column: index }

/** The totals that suit a column: sums of numbers, ends of numbers and times. */
export function totalsFor({ type }: { type: ColumnType | null }): readonly TotalKind[] {
  if (type === 'integer' || type === 'float') return totalKinds
  const isTime = type === 'date' || type === 'datetime'
  return totalKinds.filter((kind) => kind !== 'sum' && kind !== 'average' && (isTime || (kind !== 'min' && kind !== 'max')))
}
