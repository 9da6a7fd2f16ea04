import type { ResultWindow } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { lazy, Suspense, useCallback, useRef } from 'react'
import { loadData } from '../../../results/load-data.ts'
import type { LoadData } from '../../../visualizations/use-result-data.ts'
import type { Formats } from '../../../visualizations/visualization.ts'
import type { VisualizationTab } from './tabs.ts'
import { useVisualizations } from './use-visualizations.ts'

const VisualizationEditor = lazy(async () => ({
  default: (await import('../../../visualizations/VisualizationEditor.tsx')).VisualizationEditor,
}))

interface VisualizationDialogProps {
  query: Query
  /** null for a new visualization. */
  tab: VisualizationTab | null
  result: ResultWindow
  formats: Formats
  onSaved(id: number): void
  /** When nothing was saved. */
  onClose(): void
}

/** Making or changing a visualization of the query. */
export function VisualizationDialog({ query, tab, result, formats, onSaved, onClose }: VisualizationDialogProps) {
  const { save } = useVisualizations(query)
  const savedId = useRef<number | null>(null)
  const load = useCallback<LoadData>((needs, signal) => loadData(result.result, needs, '', result, signal), [result])
  return (
    <Suspense fallback={null}>
      <VisualizationEditor
        queryName={query.name}
        visualization={tab?.drawn ?? null}
        columns={result.result.columns}
        rowCount={result.result.row_count}
        loadData={load}
        formats={formats}
        onSave={async (drawn) => {
          savedId.current = await save(tab?.id ?? null, drawn)
        }}
        onClose={() => {
          onClose()
          if (savedId.current !== null) onSaved(savedId.current)
        }}
      />
    </Suspense>
  )
}
