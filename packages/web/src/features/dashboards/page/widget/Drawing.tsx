import type { ResultWindow } from '@sightline/contract/executions.ts'
import type { WidgetVisualization } from '@sightline/contract/widgets.ts'
import { useCallback } from 'react'
import { loadData } from '../../../../results/load-data.ts'
import type { LoadData } from '../../../../visualizations/use-result-data.ts'
import { DrawnData } from './DrawnData.tsx'

interface DrawingProps {
  visualization: WidgetVisualization
  result: ResultWindow
}

/** The visualization of a stored result. */
export function Drawing({ visualization, result }: DrawingProps) {
  const load = useCallback<LoadData>((needs, signal) => loadData(result.result, needs, '', result, signal), [result])
  const { id, columns } = result.result
  return <DrawnData visualization={visualization} load={load} columns={columns} rowCount={result.total} refreshKey={id} />
}
