import type { TotalKind } from '@sightline/domain/table-columns/column-totals.ts'

export const totalNames: Record<TotalKind, string> = {
  none: 'None',
  sum: 'Sum',
  average: 'Average',
  min: 'Smallest',
  max: 'Largest',
  count: 'Values',
  distinct: 'Different values',
}
