import { useMemo } from 'react'
import { rowsInMemory } from '../../../results/load-data.ts'
import type { RowsSoFar } from '../../../results/use-execution.ts'
import type { SourceColumn } from '../../../ui/data-table/row-source.ts'
import type { LoadData } from '../../../visualizations/use-result-data.ts'
import type { TabVisualization } from './tabs.ts'

/** The first rows of a run that goes on, as a table draws them. */
export interface LiveRows {
  visualization: TabVisualization
  columns: SourceColumn[]
  loadData: LoadData
  /** Changes with the rows. */
  key: string
  /** How many there are at hand; the run may have made more by now. */
  count: number
}

/**
 * @param rowsSoFar null while there are none
 * @param visualization what the selected tab draws
 * @returns null where there is nothing to draw yet: only tables are drawn of the first rows
 */
export function useLiveRows(rowsSoFar: RowsSoFar | null, visualization: TabVisualization): LiveRows | null {
  return useMemo(() => {
    if (rowsSoFar === null || visualization.type !== 'TABLE') return null
    const { rows } = rowsSoFar
    const columns = rowsSoFar.columns.map((column) => ({ ...column, source_type: '' }))
    const key = `live ${rows.length}`
    return {
      // On one page: a pager would count the rows at hand, while the run has made many more.
      visualization: { ...visualization, options: { ...visualization.options, itemsPerPage: Math.max(1, rows.length) } },
      columns,
      loadData: () => Promise.resolve({ kind: 'windows', source: rowsInMemory(key, columns, rows) }),
      key,
      count: rows.length,
    }
  }, [rowsSoFar, visualization])
}
