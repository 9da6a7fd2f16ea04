import type { ResultWindow } from '@sightline/contract/executions.ts'
import type { WidgetVisualization } from '@sightline/contract/widgets.ts'
import { useCallback } from 'react'
import { useFormats } from '../../../../app/use-formats.ts'
import { loadData } from '../../../../results/load-data.ts'
import { visualizationOf } from '../../../../visualizations/registry.ts'
import type { LoadData } from '../../../../visualizations/use-result-data.ts'
import { VisualizationView } from '../../../../visualizations/VisualizationView.tsx'
import styles from './widget.module.css'

interface DrawingProps {
  visualization: WidgetVisualization
  result: ResultWindow
}

/** The visualization of a result, as large as its place, or as high as what it shows where the widget follows that. */
export function Drawing({ visualization, result }: DrawingProps) {
  const formats = useFormats()
  const load = useCallback<LoadData>((needs, signal) => loadData(result.result, needs, '', result, signal), [result])
  const type = visualizationOf(visualization.type)
  const height = type?.contentHeight?.(type.options.parse(visualization.options), result.total)
  return (
    <div className={styles.fill}>
      <div
        className={height !== undefined || !type?.size.autoHeight ? styles.whole : undefined}
        data-auto-height={height ?? ''}
      >
        <VisualizationView
          visualization={visualization}
          loadData={load}
          columns={result.result.columns}
          formats={formats}
          refreshKey={result.result.id}
        />
      </div>
    </div>
  )
}
