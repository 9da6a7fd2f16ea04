import type { RunParameter } from '@sightline/contract/pictures.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import type { WidgetVisualization } from '@sightline/contract/widgets.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import { useMemo } from 'react'
import { useFormats } from '../../../app/use-formats.ts'
import { filteredData } from '../../../results/result-filters.ts'
import type { ResultReader } from '../../../results/result-reader.ts'
import { visualizationOf } from '../../../visualizations/registry.ts'
import { VisualizationView } from '../../../visualizations/VisualizationView.tsx'
import type { ExploreGroups, PickMark, SelectedMark, VisualizationTools } from '../../../visualizations/visualization.ts'
import styles from './widget.module.css'

export interface ResultVisualizationProps {
  visualization: Pick<WidgetVisualization, 'type' | 'name' | 'options'>
  /** The first window of the result. */
  result: ResultWindow
  /** Of the run that returned it. */
  parameters: readonly RunParameter[]
  /** Pass the same reader while it reads in the same way. */
  reader: ResultReader
  /** Rows have to pass all of them. Pass the same array while they do not change. */
  filters: readonly Filter[]
  /** Called with the clicked mark; null if clicks do nothing. */
  onPick?: PickMark | null
  /** Shows what is behind a mark; omitted where it is not offered. */
  onInspect?: PickMark | null
  /** Explores the result by groups; omitted where it is not offered. */
  onExplore?: ExploreGroups | null
  /** The marks that stand out; null if none is selected. */
  selected?: SelectedMark | null
  /** Receives the tools of the visualization for a menu; omitted if it shows its own. */
  onTools?: ((tools: VisualizationTools | null) => void) | null
  /** Called when the visualization has data to draw, and whenever that changes. */
  onPainted?: (() => void) | null
}

/**
 * The visualization of a stored result, of which the server sends what is drawn: as large as the widget, or as high as its content
 * if the widget's height follows that.
 */
export function ResultVisualization({
  visualization,
  result,
  parameters,
  reader,
  filters,
  onPick = null,
  onInspect = null,
  onExplore = null,
  selected = null,
  onTools = null,
  onPainted = null,
}: ResultVisualizationProps) {
  const formats = useFormats()
  const load = useMemo(() => filteredData(result, filters, reader), [result, filters, reader])
  const { id, columns, row_count } = result.result
  const type = visualizationOf(visualization.type)
  const height = type?.contentHeight?.(type.options.parse(visualization.options), row_count)
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
          parameters={parameters}
          place="widget"
          refreshKey={JSON.stringify([id, filters.map(({ name, current }) => [name, current])])}
          onPick={onPick}
          onInspect={onInspect}
          onExplore={onExplore}
          selected={selected}
          onTools={onTools}
          onData={onPainted ?? undefined}
        />
      </div>
    </div>
  )
}
