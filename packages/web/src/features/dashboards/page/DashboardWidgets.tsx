import type { ShownWidget, Widget } from '@sightline/contract/widgets.ts'
import { useMemo } from 'react'
import { Grid, type GridItem } from '../../../grid/Grid.tsx'
import type { Places } from '../../../grid/place.ts'
import { DrawingBoundary } from '../../../visualizations/DrawingBoundary.tsx'
import type { DashboardRights } from './rights.ts'
import { RestrictedWidget } from './widget/RestrictedWidget.tsx'
import { TextWidget } from './widget/TextWidget.tsx'
import { VisualizationWidget } from './widget/VisualizationWidget.tsx'
import { widgetName } from './widget-names.ts'

interface DashboardWidgetsProps {
  widgets: readonly Widget[]
  places: Places
  rights: DashboardRights
  isEditing: boolean
  onArrange(places: Places): void
  onRemove(id: number): void
  onEditText(widget: ShownWidget): void
}

/** The widgets of a dashboard on their grid. One that fails takes nothing along. */
export function DashboardWidgets(props: DashboardWidgetsProps) {
  const { widgets, places, rights, isEditing, onArrange, onRemove, onEditText } = props
  const { mayEdit, mayViewQueries } = rights
  // Widgets are drawn anew only when something about them changes: not with each step of a drag.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the two functions do does not change
  const items = useMemo(
    (): GridItem[] =>
      widgets.map((widget) => {
        const remove = mayEdit ? () => onRemove(widget.id) : null
        return {
          id: widget.id,
          label: labelOf(widget),
          content: (
            <DrawingBoundary resetKey={`${widget.updated_at} ${JSON.stringify(widget.options.parameterMappings)}`}>
              <WidgetContent
                widget={widget}
                isEditing={isEditing}
                mayViewQueries={mayViewQueries}
                onRemove={remove}
                onEditText={mayEdit ? onEditText : null}
              />
            </DrawingBoundary>
          ),
        }
      }),
    [widgets, mayEdit, mayViewQueries, isEditing],
  )
  return <Grid items={items} places={places} isEditable={isEditing} onArrange={onArrange} />
}

interface WidgetContentProps {
  widget: Widget
  isEditing: boolean
  mayViewQueries: boolean
  onRemove: (() => void) | null
  onEditText: ((widget: ShownWidget) => void) | null
}

function WidgetContent({ widget, isEditing, mayViewQueries, onRemove, onEditText }: WidgetContentProps) {
  if ('restricted' in widget) return <RestrictedWidget isEditing={isEditing} onRemove={onRemove} />
  const { visualization } = widget
  if (!visualization) {
    const edit = onEditText === null ? null : () => onEditText(widget)
    return <TextWidget text={widget.text} isEditing={isEditing} onEdit={edit} onRemove={onRemove} />
  }
  return (
    <VisualizationWidget
      widget={widget}
      visualization={visualization}
      isEditing={isEditing}
      mayViewQuery={mayViewQueries}
      onRemove={onRemove}
    />
  )
}

function labelOf(widget: Widget): string {
  if ('restricted' in widget) return 'Restricted widget'
  return widget.visualization ? widgetName(widget.visualization) : 'Textbox'
}
