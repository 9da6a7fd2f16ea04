import { t } from '@lingui/core/macro'
import type { Exploration, ExploredMeasure } from '@sightline/domain/explore/exploration.ts'
import { measureName } from '@sightline/domain/explore/measure-name.ts'
import { rowGroups } from '@sightline/domain/explore/pivot.ts'
import { friendlyName } from '@sightline/domain/filters/column-name.ts'

/** Each cell has one row, of which any of these returns the value. Only counts and sums add up to totals. */
const aggregators: Record<ExploredMeasure['kind'], string> = {
  count: 'Integer Sum',
  unique: 'First',
  sum: 'Sum',
  avg: 'Average',
  median: 'Median',
  min: 'Minimum',
  max: 'Maximum',
}

/**
 * The pivot tables that show an exploration with a group in columns, one for each measure. Their lines have the order of the SQL.
 * @param columns of the result of its query: the groups in the order of `cellsOf`, then the measures
 */
export function pivotVisualizations(exploration: Exploration, columns: readonly { name: string }[]) {
  const rowCount = rowGroups(exploration).length
  const names = columns.map(({ name }) => name)
  const groups = friendlyName(exploration.across ?? '')
  return exploration.measures.map((measure, at) => {
    const measures = measureName(measure)
    const addsUp = measure.kind === 'count' || measure.kind === 'sum'
    return {
      type: 'PIVOT',
      name: t`${measures} by ${groups}`,
      options: {
        rows: names.slice(0, rowCount),
        cols: names.slice(rowCount, rowCount + 1),
        vals: names.slice(rowCount + 1 + at, rowCount + 2 + at),
        aggregatorName: aggregators[measure.kind],
        measureNames: { [`${aggregators[measure.kind]} of ${names[rowCount + 1 + at] ?? ''}`]: measures },
        rowOrder: 'result',
        rendererName: 'Table',
        rendererOptions: { table: { rowTotals: addsUp, colTotals: addsUp } },
      },
    }
  })
}
