import type { ResultWindow } from '@sightline/contract/results.ts'
import type { Formats } from '../../../visualizations/visualization.ts'
import { AddToDashboardDialog } from './AddToDashboardDialog.tsx'
import { EmbedDialog } from './EmbedDialog.tsx'
import type { QueryModel } from './model.ts'
import type { VisualizationTab } from './tabs.ts'
import { VisualizationDialog } from './VisualizationDialog.tsx'

/** What is being done with a drawing. */
export type VisualizationAction = { action: 'edit' | 'show' | 'embed'; tab: VisualizationTab } | { action: 'add'; tab: null }

interface ResultDialogsProps {
  model: QueryModel
  result: ResultWindow | null
  formats: Formats
  /** null while no dialog is open. */
  open: VisualizationAction | null
  /** Told the id of a visualization that was stored. */
  onSaved(id: number): void
  onClose(): void
}

/** The dialog in which something is done with a drawing of the result; nothing is drawn while none is open. */
export function ResultDialogs({ model, result, formats, open, onSaved, onClose }: ResultDialogsProps) {
  const { query, parameters } = model
  if (query === null || open === null) return null
  const { action, tab } = open
  if (action === 'add' || action === 'edit')
    return (
      result !== null && (
        <VisualizationDialog query={query} tab={tab} result={result} formats={formats} onSaved={onSaved} onClose={onClose} />
      )
    )
  const { id, visualization } = tab
  if (id === null) return null
  if (action === 'embed')
    return <EmbedDialog query={query} visualizationId={id} parameters={parameters.definitions} onClose={onClose} />
  const shown = { id, type: visualization.type, name: visualization.name, parameters: query.options.parameters ?? [] }
  return <AddToDashboardDialog visualization={shown} onClose={onClose} />
}
