import type { ShownWidget, Widget } from '@sightline/contract/widgets.ts'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { Grid, type GridItem } from '../../../grid/Grid.tsx'
import { inReadingOrder, type Places } from '../../../grid/place.ts'
import { visualizationOf } from '../../../visualizations/registry.ts'
import { VisualizationErrorBoundary } from '../../../visualizations/VisualizationErrorBoundary.tsx'
import { filtersByClicks } from '../values/picks.ts'
import { loadRenderers, loadTextWidget } from './load-renderers.ts'
import type { DashboardRights } from './rights.ts'
import { FirstAlone, InTurn, useShown, WaitingCard } from './widget/FirstAlone.tsx'
import { RestrictedWidget } from './widget/RestrictedWidget.tsx'
import { VisualizationWidget } from './widget/VisualizationWidget.tsx'
import type { WidgetEditing } from './widget/widget-editing.ts'
import { widgetName } from './widget-names.ts'

// With all that reads Markdown, which most dashboards have none of.
const TextWidget = lazy(async () => ({ default: (await loadTextWidget()).TextWidget }))

interface DashboardWidgetsProps {
  widgets: readonly Widget[]
  places: Places
  rights: DashboardRights
  isEditing: boolean
  onArrange(places: Places): void
  /** What the menus of widgets do. */
  actions: WidgetMenuActions
}

/** What can be done with one of the widgets, by those who may edit. */
export interface WidgetMenuActions {
  remove(id: number): void
  duplicate(widget: ShownWidget): void
  editText(widget: ShownWidget): void
  editParameters(widget: ShownWidget): void
  togglePicking(widget: ShownWidget): void
}

/** The widgets of a dashboard on their grid. One that fails takes nothing along. */
export function DashboardWidgets({ widgets, places, rights, isEditing, onArrange, actions }: DashboardWidgetsProps) {
  const { mayEdit, mayViewQueries } = rights
  // Widgets are drawn anew only when something about them changes: not with each step of a drag.
  const items = useMemo(
    (): GridItem[] =>
      widgets.map((widget) => ({
        id: widget.id,
        label: labelOf(widget),
        content: (
          <VisualizationErrorBoundary resetKey={`${widget.updated_at} ${JSON.stringify(widget.options.parameterMappings)}`}>
            <InTurn id={widget.id}>
              <WidgetContent
                widget={widget}
                isEditing={isEditing}
                mayViewQueries={mayViewQueries}
                actions={mayEdit ? actions : null}
              />
            </InTurn>
          </VisualizationErrorBoundary>
        ),
      })),
    [widgets, mayEdit, mayViewQueries, isEditing, actions],
  )
  // For those that are added later.
  useEffect(() => loadRenderers(widgets), [widgets])
  return (
    <FirstAlone firstId={inReadingOrder(places)[0] ?? null} count={widgets.length}>
      <Grid items={items} places={places} isEditable={isEditing} onArrange={onArrange} />
    </FirstAlone>
  )
}

interface WidgetContentProps {
  widget: Widget
  isEditing: boolean
  mayViewQueries: boolean
  actions: WidgetMenuActions | null
}

function WidgetContent({ widget, isEditing, mayViewQueries, actions }: WidgetContentProps) {
  // One with a drawing tells for itself.
  useShown(widget.id, 'restricted' in widget || !widget.visualization)
  if ('restricted' in widget) {
    return <RestrictedWidget isEditing={isEditing} onRemove={actions && (() => actions.remove(widget.id))} />
  }
  const { visualization } = widget
  const editing = actions && editingOf(widget, actions)
  if (!visualization) {
    return (
      <Suspense fallback={<WaitingCard />}>
        <TextWidget text={widget.text} isEditing={isEditing} editing={editing} />
      </Suspense>
    )
  }
  return (
    <VisualizationWidget
      widget={widget}
      visualization={visualization}
      isEditing={isEditing}
      mayViewQuery={mayViewQueries}
      editing={editing}
    />
  )
}

function editingOf(widget: ShownWidget, actions: WidgetMenuActions): WidgetEditing {
  const { visualization } = widget
  const hasParameters = (visualization?.query.options.parameters ?? []).length > 0
  const hasMarks = visualization !== undefined && visualizationOf(visualization.type)?.hasMarks === true
  return {
    onRemove: () => actions.remove(widget.id),
    onDuplicate: () => actions.duplicate(widget),
    onText: visualization ? null : () => actions.editText(widget),
    onParameters: hasParameters ? () => actions.editParameters(widget) : null,
    picking: hasMarks ? { isOn: filtersByClicks(widget.options), onToggle: () => actions.togglePicking(widget) } : null,
  }
}

function labelOf(widget: Widget): string {
  if ('restricted' in widget) return 'Restricted widget'
  return widget.visualization ? widgetName(widget.visualization) : 'Textbox'
}
