import type { ResultWindow } from '@sightline/contract/results.ts'
import type { WidgetVisualization } from '@sightline/contract/widgets.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import { useMemo } from 'react'
import { filteredData } from '../../../../results/result-filters.ts'
import type { PickMark } from '../../../../visualizations/visualization.ts'
import { FittedVisualization } from './FittedVisualization.tsx'

export interface ResultVisualizationProps {
  visualization: WidgetVisualization
  result: ResultWindow
  /** Rows have to pass them all. Keep the same array as long as they are the same. */
  filters: readonly Filter[]
  /** Told which mark was clicked; null where nothing comes of it. */
  onPick: PickMark | null
  /** Told when the drawing stands on the page. */
  onRendered?: (() => void) | null
}

/** The visualization of a stored result. */
export function ResultVisualization({ visualization, result, filters, onPick, onRendered = null }: ResultVisualizationProps) {
  const load = useMemo(() => filteredData(result, filters), [result, filters])
  const { id, columns, row_count } = result.result
  const key = JSON.stringify([id, filters.map(({ name, current }) => [name, current])])
  return (
    <FittedVisualization
      visualization={visualization}
      load={load}
      columns={columns}
      rowCount={row_count}
      refreshKey={key}
      onPick={onPick}
      onRendered={onRendered}
    />
  )
}
