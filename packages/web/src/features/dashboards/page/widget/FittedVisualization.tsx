import type { WidgetVisualization } from '@sightline/contract/widgets.ts'
import { useFormats } from '../../../../app/use-formats.ts'
import type { SourceColumn } from '../../../../ui/data-table/source.ts'
import { visualizationOf } from '../../../../visualizations/registry.ts'
import type { LoadData } from '../../../../visualizations/use-result-data.ts'
import { VisualizationView } from '../../../../visualizations/VisualizationView.tsx'
import type { PickMark } from '../../../../visualizations/visualization.ts'
import styles from './widget.module.css'

interface FittedVisualizationProps {
  visualization: Pick<WidgetVisualization, 'type' | 'name' | 'options'>
  /** Keep the same function as long as it reads the same result. */
  load: LoadData
  columns: SourceColumn[]
  rowCount: number
  /** Changes when `load` would give other data. */
  refreshKey: unknown
  /** Told the value of a clicked mark in a column; null where nothing comes of it. */
  onPick?: PickMark | null
  /** Told when the drawing stands on the page, and whenever it shows other data. */
  onRendered?: (() => void) | null
}

/** A drawing of some data, as large as its place, or as high as what it shows where the widget follows that. */
export function FittedVisualization({
  visualization,
  load,
  columns,
  rowCount,
  refreshKey,
  onPick = null,
  onRendered = null,
}: FittedVisualizationProps) {
  const formats = useFormats()
  const type = visualizationOf(visualization.type)
  const height = type?.contentHeight?.(type.options.parse(visualization.options), rowCount)
  return (
    <div className={styles.fill}>
      <div
        className={height !== undefined || !type?.size.autoHeight ? styles.whole : undefined}
        data-auto-height={height ?? ''}
      >
        <VisualizationView
          visualization={visualization}
          loadData={load}
          columns={columns}
          formats={formats}
          refreshKey={refreshKey}
          onPick={onPick}
          onData={onRendered ?? undefined}
        />
      </div>
    </div>
  )
}
