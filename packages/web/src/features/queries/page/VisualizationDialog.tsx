import type { Query } from '@sightline/contract/queries.ts'
import type { Cell, ResultWindow } from '@sightline/contract/results.ts'
import { type Chosen, withChosen } from '@sightline/domain/filters/filters.ts'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { filteredData, useResultFilters } from '../../../results/result-filters.ts'
import { FiltersBar } from '../../../ui/filters/FiltersBar.tsx'
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
  const asked = useResultFilters(result)
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const filters = useMemo(() => asked && withChosen(asked, chosen), [asked, chosen])
  // Nothing is drawn until the values of the filters are here.
  const load = useMemo(
    (): LoadData => (filters === null ? () => new Promise(() => {}) : filteredData(result, filters)),
    [result, filters],
  )
  const choose = (name: string, current: Cell[]) => setChosen((now) => new Map(now).set(name, current))
  return (
    <Suspense fallback={null}>
      <VisualizationEditor
        queryName={query.name}
        visualization={tab?.visualization ?? null}
        columns={result.result.columns}
        rows={result.rows}
        rowCount={result.result.row_count}
        loadData={load}
        filters={<FiltersBar filters={filters ?? []} onChange={choose} />}
        formats={formats}
        onSave={async (visualization) => {
          savedId.current = await save(tab?.id ?? null, visualization)
        }}
        onClose={() => {
          onClose()
          if (savedId.current !== null) onSaved(savedId.current)
        }}
      />
    </Suspense>
  )
}
