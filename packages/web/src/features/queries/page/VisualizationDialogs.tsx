import { AddToDashboardDialog } from './AddToDashboardDialog.tsx'
import { EmbedDialog } from './EmbedDialog.tsx'
import type { QueryModel } from './use-query-model.ts'
import type { VisualizationTab } from './visualization-tabs.ts'

/** An action on a visualization that opens a dialog. */
export interface VisualizationAction {
  action: 'add to dashboard' | 'embed'
  tab: VisualizationTab
}

interface VisualizationDialogsProps {
  model: QueryModel
  /** null while no dialog is open. */
  open: VisualizationAction | null
  onClose(): void
}

/** The open dialog about a visualization, if there is one. */
export function VisualizationDialogs({ model, open, onClose }: VisualizationDialogsProps) {
  const { query } = model
  if (query === null || open === null) return null
  const { id, visualization } = open.tab
  if (id === null) return null
  if (open.action === 'embed') return <EmbedDialog query={query} visualizationId={id} model={model} onClose={onClose} />
  const { type, name } = visualization
  return (
    <AddToDashboardDialog visualization={{ id, type, name, parameters: query.options.parameters ?? [] }} onClose={onClose} />
  )
}
