import type { Cell } from '@sightline/contract/results.ts'
import type { Exploration } from '@sightline/domain/explore/exploration.ts'
import { isPivoted, rowGroups } from '@sightline/domain/explore/pivot.ts'
import type { SourceColumn } from '../../../ui/data-table/row-source.ts'
import { visualizationOf } from '../../../visualizations/registry.ts'

/**
 * The options of a chart of groups: the suggested ones, or for a pivot table with one group in rows a series for each value in columns.
 * @param columns of the groups, in the order of `cellsOf`
 */
export function chartOptions(
  exploration: Exploration,
  columns: SourceColumn[],
  rows: readonly Cell[][],
): Record<string, unknown> {
  const suggested = visualizationOf('CHART')?.suggest(columns, rows) ?? {}
  const [x, series, y] = columns
  const isGroupedInSeries = isPivoted(exploration) && rowGroups(exploration).length === 1
  if (!isGroupedInSeries || !x || !series || !y) return suggested
  const isTime = x.type === 'date' || x.type === 'datetime'
  return {
    ...suggested,
    globalSeriesType: isTime ? 'line' : 'column',
    columnMapping: { [x.name]: 'x', [series.name]: 'series', [y.name]: 'y' },
  }
}
