import { t } from '@lingui/core/macro'
import type { PublicDashboard } from '@sightline/contract/dashboards.ts'
import { widgetHeading } from '@sightline/domain/dashboards/widget-heading.ts'
import { runParameters } from '@sightline/domain/parameters/run-parameters.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useResultFilters } from '../../../results/result-filters.ts'
import { queryReader } from '../../../results/result-reader.ts'
import { MaxAge } from '../../../results/run-query.ts'
import { useSavedQueryRun } from '../../../results/use-saved-query-run.ts'
import { SCROLLER_ID, useNearViewport } from '../../../ui/use-near-viewport.ts'
import { visualizationOf } from '../../../visualizations/registry.ts'
import type { PickedMark } from '../../../visualizations/visualization.ts'
import { useClickLink } from '../values/click-link.ts'
import type { CrossFilters } from '../values/cross-filters.ts'
import type { ParameterState } from '../values/dashboard-state.ts'
import { FilterBar } from '../values/FilterBar.tsx'
import { type SharedFilters, useWidgetFilters } from '../values/filters.ts'
import { useMarkClicks } from '../values/mark-clicks.ts'
import type { OwnFilters } from '../values/own-filters.ts'
import { LimitedMark } from '../widget/LimitedMark.tsx'
import { MarkRows } from '../widget/MarkRows.tsx'
import { NotFiltered } from '../widget/NotFiltered.tsx'
import { ResultVisualization } from '../widget/ResultVisualization.tsx'
import { ResultAge, WidgetBody, WidgetFrame, WidgetTitle } from '../widget/WidgetFrame.tsx'
import { WidgetHealth } from '../widget/WidgetHealth.tsx'

/** A widget of a public dashboard. */
export type PublicWidget = PublicDashboard['widgets'][number]

const none = [] as const

interface PublicVisualizationProps {
  widget: PublicWidget
  visualization: NonNullable<PublicWidget['visualization']>
  parameters: ParameterState
  /** null if each widget has its own. */
  filters: SharedFilters | null
  crossFilters: CrossFilters
  ownFilters: OwnFilters
  /** Seconds between two refreshes; null for none. */
  rate: number | null
  /** Whether visitors may see the rows behind marks. */
  seesRows: boolean
}

/** A read-only widget with a visualization, which visitors can filter and give the parameter values that it allows. */
export function PublicVisualization({
  widget,
  visualization,
  parameters,
  filters,
  crossFilters,
  ownFilters,
  rate,
  seesRows,
}: PublicVisualizationProps) {
  const frame = useRef<HTMLDivElement>(null)
  const isNear = useNearViewport(frame, SCROLLER_ID)
  const [inspected, setInspected] = useState<PickedMark | null>(null)
  const definitions = parameters.definitionsOf(widget)
  const { result, reader, failure, hasRunFailed, isFetching } = useSavedQueryRun({
    queryId: visualization.query.id,
    definitions,
    isLoadingOptions: parameters.isLoadingOptions,
    // While the page refreshes itself, a result that others have made since the last refresh is new enough.
    maxAge: rate ?? MaxAge.any,
    isEnabled: isNear,
    refreshSeconds: rate,
  })
  const first = result?.first
  const declared = useResultFilters(first, reader)
  const { own, choose, applied, missing } = useWidgetFilters(widget.id, declared ?? none, filters)
  useEffect(() => ownFilters.report(widget.id, own), [ownFilters, widget.id, own])
  const clicks = useMarkClicks(
    { id: widget.id, options: widget.options, visualization, columns: first?.result.columns },
    { parameters, crossFilters },
  )
  const rowFilters = useMemo(() => [...applied, ...clicks.filters], [applied, clicks.filters])
  const followLink = useClickLink({
    link: clicks.link,
    first,
    filters: rowFilters,
    reader,
    parameters: parameters.definitionsIn('dashboard'),
    mayOpenPages: false,
  })
  const values = result?.parameters
  const markReader = useMemo(() => queryReader(visualization.query.id, values ?? {}, true), [visualization.query.id, values])
  // Visitors see that a refresh failed, in the head of the widget, but no message of the database.
  const publicFailure = first === undefined ? t`The query failed.` : null
  const { title, note } = widgetHeading(visualization, visualizationOf(visualization.type)?.name ?? null)
  return (
    <WidgetFrame
      ref={frame}
      isEditing={false}
      onRemove={null}
      menu={null}
      head={
        <>
          <WidgetTitle title={title} note={note} />
          <LimitedMark result={first?.result ?? null} />
          <WidgetHealth queryId={visualization.query.id} retrievedAt={first?.result.retrieved_at} isFetching={isFetching} />
          <NotFiltered columns={first === undefined ? none : [...missing, ...clicks.missing]} />
          <ResultAge first={first} isFetching={isFetching && first === undefined} />
        </>
      }
    >
      <WidgetBody
        type={visualization.type}
        bar={<FilterBar place={widget.id} parameters={parameters} filters={own} onChoose={choose} />}
        failure={hasRunFailed ? publicFailure : failure}
        onCancel={null}
      >
        {first === undefined || declared === null ? null : (
          <ResultVisualization
            visualization={visualization}
            result={first}
            parameters={runParameters(definitions, result?.parameters ?? {})}
            reader={reader}
            filters={rowFilters}
            onPick={clicks.onPick ?? followLink}
            onInspect={seesRows ? setInspected : null}
            selected={clicks.selected}
          />
        )}
      </WidgetBody>
      {inspected !== null && result !== undefined && (
        <MarkRows
          queryId={null}
          widgetId={widget.id}
          mark={inspected}
          first={result.first}
          filters={rowFilters}
          reader={markReader}
          parameters={parameters}
          crossFilters={crossFilters}
          onFollowLink={followLink}
          // The page runs the query itself.
          onExecute={null}
          onClose={() => setInspected(null)}
        />
      )}
    </WidgetFrame>
  )
}
