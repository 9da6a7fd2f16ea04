import type { Query } from '@sightline/contract/queries.ts'
import type { Cell, ResultWindow } from '@sightline/contract/results.ts'
import { type Chosen, withChosen } from '@sightline/domain/filters/filters.ts'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { HelpLink } from '../../../app/help/HelpLink.tsx'
import type { HelpTopic } from '../../../app/help/help-topics.ts'
import { filteredData, useResultFilters } from '../../../results/result-filters.ts'
import { sessionReader } from '../../../results/result-reader.ts'
import { FiltersBar } from '../../../ui/filters/FiltersBar.tsx'
import { visualizationOf } from '../../../visualizations/registry.ts'
import type { LoadData } from '../../../visualizations/use-result-data.ts'
import type { Formats, OtherQueries } from '../../../visualizations/visualization.ts'
import { QueryPicker } from '../parameters/QueryDropdownFields.tsx'
import { AddToDashboardDialog } from './AddToDashboardDialog.tsx'
import { EmbedDialog } from './EmbedDialog.tsx'
import type { QueryModel } from './use-query-model.ts'
import { useVisualizationChanges, type VisualizationTab } from './visualization-tabs.ts'

/** An action on a visualization that opens a dialog. */
export type VisualizationAction =
  | { action: 'edit' | 'add to dashboard' | 'embed'; tab: VisualizationTab }
  | { action: 'add'; tab: null }

interface VisualizationDialogsProps {
  model: QueryModel
  result: ResultWindow | null
  formats: Formats
  /** null while no dialog is open. */
  open: VisualizationAction | null
  /** Receives the id of the saved visualization. */
  onSaved(id: number): void
  onClose(): void
}

/** The open dialog about a visualization, if there is one. */
export function VisualizationDialogs({ model, result, formats, open, onSaved, onClose }: VisualizationDialogsProps) {
  const { query, parameters } = model
  if (query === null || open === null) return null
  const { action, tab } = open
  if (action === 'add' || action === 'edit')
    return (
      result !== null && (
        <EditDialog query={query} tab={tab} result={result} formats={formats} onSaved={onSaved} onClose={onClose} />
      )
    )
  const { id, visualization } = tab
  if (id === null) return null
  if (action === 'embed')
    return <EmbedDialog query={query} visualizationId={id} parameters={parameters.definitions} onClose={onClose} />
  const { type, name } = visualization
  return (
    <AddToDashboardDialog visualization={{ id, type, name, parameters: query.options.parameters ?? [] }} onClose={onClose} />
  )
}

const VisualizationEditor = lazy(async () => ({
  default: (await import('../../../visualizations/VisualizationEditor.tsx')).VisualizationEditor,
}))

/** The page of the help about a visualization type. */
const guideTo = (type: string): HelpTopic => visualizationOf(type)?.guide ?? 'tables-and-figures'

/** Chooses a query whose rows are annotations. */
const OtherQueryPicker: OtherQueries['Picker'] = (props) => <QueryPicker {...props} without={null} error={null} />

interface EditDialogProps {
  query: Query
  /** null for a new visualization. */
  tab: VisualizationTab | null
  result: ResultWindow
  formats: Formats
  onSaved(id: number): void
  /** Called after saving, too. */
  onClose(): void
}

/** Creates or changes a visualization of the query. */
function EditDialog({ query, tab, result, formats, onSaved, onClose }: EditDialogProps) {
  const { save } = useVisualizationChanges(query)
  const savedId = useRef<number | null>(null)
  const declared = useResultFilters(result, sessionReader)
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const filters = useMemo(() => declared && withChosen(declared, chosen), [declared, chosen])
  // Nothing is shown until the values of the filters are loaded.
  const load = useMemo(
    (): LoadData => (filters === null ? () => new Promise(() => {}) : filteredData(result, filters, sessionReader)),
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
        filters={<FiltersBar filters={filters ?? []} formats={formats} onChange={choose} />}
        formats={formats}
        QueryPicker={OtherQueryPicker}
        helpFor={(type) => <HelpLink topic={guideTo(type)} />}
        onSave={async (edited) => {
          savedId.current = await save(tab?.id ?? null, edited)
        }}
        onClose={() => {
          onClose()
          if (savedId.current !== null) onSaved(savedId.current)
        }}
      />
    </Suspense>
  )
}
