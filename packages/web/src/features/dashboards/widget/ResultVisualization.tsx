import type { ResultWindow } from '@sightline/contract/results.ts'
import type { WidgetVisualization } from '@sightline/contract/widgets.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import { useMemo } from 'react'
import { useFormats } from '../../../app/use-formats.ts'
import { filteredData } from '../../../results/result-filters.ts'
import type { SourceColumn } from '../../../ui/data-table/row-source.ts'
import { visualizationOf } from '../../../visualizations/registry.ts'
import type { LoadData } from '../../../visualizations/use-result-data.ts'
import { VisualizationView } from '../../../visualizations/VisualizationView.tsx'
import type { PickMark } from '../../../visualizations/visualization.ts'
import styles from './widget.module.css'

interface DataVisualizationProps {
  visualization: Pick<WidgetVisualization, 'type' | 'name' | 'options'>
  /** Pass the same function while it reads the same result. */
  load: LoadData
  columns: SourceColumn[]
  rowCount: number
  /** Changes when `load` would return other data. */
  refreshKey: unknown
  /** Called with the value of a clicked mark and its column; null if clicks do nothing. */
  onPick?: PickMark | null
  /** Called when the visualization has data to draw, and whenever that changes. */
  onPainted?: (() => void) | null
}

/** A visualization of some data, as large as the widget, or as high as its content if the widget's height follows that. */
export function DataVisualization({
  visualization,
  load,
  columns,
  rowCount,
  refreshKey,
  onPick = null,
  onPainted = null,
}: DataVisualizationProps) {
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
          onData={onPainted ?? undefined}
        />
      </div>
    </div>
  )
}

export interface ResultVisualizationProps {
  visualization: WidgetVisualization
  result: ResultWindow
  /** Rows have to pass all of them. Pass the same array while they do not change. */
  filters: readonly Filter[]
  onPick: PickMark | null
  onPainted?: (() => void) | null
}

/** The visualization of a stored result, of which the server sends what is drawn. */
export function ResultVisualization({ visualization, result, filters, onPick, onPainted = null }: ResultVisualizationProps) {
  const load = useMemo(() => filteredData(result, filters), [result, filters])
  const { id, columns, row_count } = result.result
  const key = JSON.stringify([id, filters.map(({ name, current }) => [name, current])])
  return (
    <DataVisualization
      visualization={visualization}
      load={load}
      columns={columns}
      rowCount={row_count}
      refreshKey={key}
      onPick={onPick}
      onPainted={onPainted}
    />
  )
}
