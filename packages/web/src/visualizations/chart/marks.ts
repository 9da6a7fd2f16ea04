import { rolesOf } from '@sightline/domain/chart-data/roles.ts'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import type { Marks } from '../visualization.ts'
import { kindOf } from './kinds.ts'
import type { ChartOptions } from './options.ts'

/** The marks of a chart; null for a chart that draws none of its own. */
export function marks(options: ChartOptions, columns: readonly SourceColumn[]): Marks | null {
  const kind = kindOf(options.globalSeriesType)
  const { x, series } = rolesOf(
    options.columnMapping,
    columns.map(({ name }) => name),
  )
  if (x === null || kind === null || kind === 'custom') return null
  const type = columns.find(({ name }) => name === x)?.type
  const isText = type === 'string' || type === 'boolean'
  // An automatic scale follows from the column.
  const isCategory = options.xAxis.type === 'category' || (options.xAxis.type === '-' && isText)
  return { x, series, areCategories: kind === 'pie' || isCategory }
}
