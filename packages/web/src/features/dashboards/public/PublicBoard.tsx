import type { PublicDashboard } from '@sightline/contract/dashboards.ts'
import { useMemo } from 'react'
import { Grid, type GridItem } from '../../../grid/Grid.tsx'
import { VisualizationErrorBoundary } from '../../../visualizations/VisualizationErrorBoundary.tsx'
import { EmptyDashboard } from '../page/EmptyDashboard.tsx'
import { TextWidget } from '../page/widget/TextWidget.tsx'
import { widgetName } from '../page/widget-names.ts'
import { placesOf } from '../places.ts'
import { type BoardValues, useBoardValues } from '../values/use-board-values.ts'
import { type SharedFilters, useSharedFilters } from '../values/use-shared-filters.ts'
import { ValueBars } from '../values/ValueBars.tsx'
import type { PublicWidget } from './api.ts'
import { forVisitors } from './board.ts'
import styles from './PublicDashboardPage.module.css'
import { PublicHead } from './PublicHead.tsx'
import { PublicVisualization } from './PublicVisualization.tsx'

interface PublicBoardProps {
  dashboard: PublicDashboard
  /** Seconds between two refreshes; null for none. */
  rate: number | null
}

/** The widgets of a shared dashboard with its parameters and filters: to be looked at, and not to be changed. */
export function PublicBoard({ dashboard, rate }: PublicBoardProps) {
  const { name, options } = dashboard
  const widgets = useMemo(() => dashboard.widgets.map(forVisitors), [dashboard.widgets])
  const values = useBoardValues(widgets, options.globalParamOrder)
  const filters = useSharedFilters(dashboard.dashboard_filters_enabled)
  const places = useMemo(() => placesOf(widgets), [widgets])
  const items = widgets.map(
    (widget): GridItem => ({
      id: widget.id,
      label: widget.visualization ? widgetName(widget.visualization) : 'Textbox',
      content: (
        <VisualizationErrorBoundary resetKey={widget.updated_at}>
          <PublicWidgetContent widget={widget} values={values} filters={filters} rate={rate} />
        </VisualizationErrorBoundary>
      ),
    }),
  )
  return (
    <div className={styles.page}>
      <PublicHead name={name} />
      <ValueBars place="board" values={values} filters={filters?.shown ?? []} onChoose={filters?.choose ?? noop} />
      {widgets.length === 0 ? (
        <EmptyDashboard isEditing={false} mayEdit={false} onEdit={noop} onAdd={noop} />
      ) : (
        <Grid items={items} places={places} isEditable={false} onArrange={noop} />
      )}
    </div>
  )
}

/** What would be changed here is for nobody to change. */
const noop = () => {}

interface PublicWidgetContentProps {
  widget: PublicWidget
  values: BoardValues
  filters: SharedFilters | null
  rate: number | null
}

function PublicWidgetContent({ widget, values, filters, rate }: PublicWidgetContentProps) {
  const { visualization } = widget
  if (!visualization) return <TextWidget text={widget.text} isEditing={false} editing={null} />
  return <PublicVisualization widget={widget} visualization={visualization} values={values} filters={filters} rate={rate} />
}
