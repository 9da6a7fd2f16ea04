import type { PublicDashboard } from '@sightline/contract/dashboards.ts'
import type { Cell } from '@sightline/contract/executions.ts'
import { type Chosen, type Filter, sharedFilters, withChosen } from '@sightline/domain/filters/filters.ts'
import { useCallback, useMemo, useState } from 'react'
import { useClientConfig } from '../../../app/client-config.ts'
import { Grid, type GridItem } from '../../../grid/Grid.tsx'
import { FiltersBar } from '../../../ui/filters/FiltersBar.tsx'
import { ParametersBar } from '../../../ui/parameters/ParametersBar.tsx'
import { DrawingBoundary } from '../../../visualizations/DrawingBoundary.tsx'
import { EmptyDashboard } from '../page/EmptyDashboard.tsx'
import { TextWidget } from '../page/widget/TextWidget.tsx'
import { widgetName } from '../page/widget-names.ts'
import { placesOf } from '../places.ts'
import type { PublicWidget } from './api.ts'
import styles from './PublicDashboardPage.module.css'
import { PublicHead } from './PublicHead.tsx'
import { PublicVisualization } from './PublicVisualization.tsx'
import { type BoardValues, useBoardParameters } from './use-board-parameters.ts'

interface PublicBoardProps {
  dashboard: PublicDashboard
  /** Seconds between two refreshes; null for none. */
  rate: number | null
}

/** The widgets of a shared dashboard with its parameters and filters: to be looked at, and not to be changed. */
export function PublicBoard({ dashboard, rate }: PublicBoardProps) {
  const { name, widgets, dashboard_filters_enabled: sharesFilters } = dashboard
  const { dateFormat } = useClientConfig()
  const values = useBoardParameters(widgets)
  const filters = useSharedFilters(sharesFilters)
  const places = useMemo(() => placesOf(widgets), [widgets])
  const items = widgets.map(
    (widget): GridItem => ({
      id: widget.id,
      label: widget.visualization ? widgetName(widget.visualization) : 'Textbox',
      content: (
        <DrawingBoundary resetKey={widget.updated_at}>
          <PublicWidgetContent widget={widget} values={values} filters={sharesFilters ? filters : null} rate={rate} />
        </DrawingBoundary>
      ),
    }),
  )
  const shown = values.definitionsIn('board')
  return (
    <div className={styles.page}>
      <PublicHead name={name} />
      {(shown.length > 0 || filters.shown.length > 0) && (
        <div className={styles.bars}>
          {shown.length > 0 && (
            <ParametersBar
              definitions={shown}
              options={values.options}
              dateFormat={dateFormat}
              place="plain"
              onChange={values.set}
              onApply={values.apply}
            />
          )}
          <FiltersBar filters={filters.shown} onChange={filters.choose} />
        </div>
      )}
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
  if (!visualization) return <TextWidget text={widget.text} isEditing={false} onEdit={null} onRemove={null} />
  return <PublicVisualization widget={widget} visualization={visualization} values={values} filters={filters} rate={rate} />
}

/** The filters that a dashboard has for all its widgets. */
export interface SharedFilters {
  /** As all results that have come so far ask for them, with what was chosen. */
  shown: readonly Filter[]
  choose(name: string, current: Cell[]): void
  /** Told which filters the result of a widget asks for. */
  tell(widgetId: number, filters: readonly Filter[]): void
}

function useSharedFilters(isEnabled: boolean): SharedFilters {
  const [told, setTold] = useState<ReadonlyMap<number, readonly Filter[]>>(new Map())
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const tell = useCallback<SharedFilters['tell']>((id, filters) => setTold((now) => new Map(now).set(id, filters)), [])
  const choose = useCallback<SharedFilters['choose']>(
    (name, current) => setChosen((now) => new Map(now).set(name, current)),
    [],
  )
  const shown = useMemo(
    () => (isEnabled ? withChosen(sharedFilters([...told.values()]), chosen) : []),
    [isEnabled, told, chosen],
  )
  return { shown, choose, tell }
}
