import type { Filter } from '@sightline/domain/filters/filters.ts'
import { missingMessage, runValues } from '@sightline/domain/parameters/values.ts'
import { Semaphore } from '@sightline/domain/semaphore.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { browserClock } from '../../../results/browser-clock.ts'
import { filtersIn, memoryData } from '../../../results/memory-data.ts'
import { runSavedQuery, type WholeResult } from '../../../results/run-saved-query.ts'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { TimeAgo } from '../../../ui/TimeAgo.tsx'
import { useNearViewport } from '../../../ui/use-near-viewport.ts'
import { visualizationOf } from '../../../visualizations/registry.ts'
import { MaxAge } from '../../executions/api.ts'
import { FittedVisualization } from '../page/widget/FittedVisualization.tsx'
import { Waiting } from '../page/widget/RunStates.tsx'
import { WidgetFrame } from '../page/widget/WidgetFrame.tsx'
import { WidgetNames, WidgetTitle } from '../page/widget/WidgetNames.tsx'
import widgetStyles from '../page/widget/widget.module.css'
import { headOf } from '../page/widget-names.ts'
import type { BoardValues } from '../values/use-board-values.ts'
import type { SharedFilters } from '../values/use-shared-filters.ts'
import { useWidgetFilters } from '../values/use-widget-filters.ts'
import { ValueBars } from '../values/ValueBars.tsx'
import type { PublicWidget } from './api.ts'

/** Id of the element in which the page scrolls. */
const SCROLLER = 'content'

/** Runs of one page at a time. */
const runSlots = new Semaphore(4)

/** The result of a query for certain values. While the page refreshes itself, one that others have run since then will do. */
const runQuery = (queryId: number, parameters: Record<string, unknown>, rate: number | null) =>
  queryOptions({
    queryKey: ['public-runs', queryId, parameters],
    queryFn: ({ signal }) =>
      runSlots.run(
        () => runSavedQuery({ queryId, parameters, maxAge: rate ?? MaxAge.any, readsStored: false }, signal),
        signal,
      ),
    refetchInterval: rate === null ? false : rate * 1000,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    retry: false,
  })

interface PublicVisualizationProps {
  widget: PublicWidget
  visualization: NonNullable<PublicWidget['visualization']>
  values: BoardValues
  /** null where each widget has its own. */
  filters: SharedFilters | null
  /** Seconds between two refreshes; null for none. */
  rate: number | null
}

/** A visualization that can be looked at, filtered, and given the values that its parameters allow. */
export function PublicVisualization({ widget, visualization, values, filters, rate }: PublicVisualizationProps) {
  const frame = useRef<HTMLDivElement>(null)
  const isNear = useNearViewport(frame, SCROLLER)
  const [clock] = useState(browserClock)
  const definitions = values.definitionsOf(widget)
  const missing = missingMessage(definitions)
  const run = runQuery(visualization.query.id, runValues(definitions, clock), rate)
  const { data: result, error } = useQuery({ ...run, enabled: isNear && missing === null })
  const failure = error?.message ?? (values.isChoosing ? null : missing)

  const asked = useMemo(() => (result === undefined ? [] : filtersIn(result)), [result])
  const { own, choose, applied } = useWidgetFilters(widget.id, asked, filters)

  const { title, note } = headOf(visualization, visualizationOf(visualization.type)?.name ?? null)
  return (
    <WidgetFrame
      ref={frame}
      isEditing={false}
      onRemove={null}
      menu={null}
      head={
        <>
          <WidgetNames title={<WidgetTitle title={title} />} note={note} />
          {result !== undefined && (
            <span className={widgetStyles.age}>
              <TimeAgo date={result.retrieved_at} />
            </span>
          )}
        </>
      }
    >
      <div className={widgetStyles.parts}>
        <ValueBars place={widget.id} values={values} filters={own} onChoose={choose} />
        <div className={widgetStyles.visualization}>
          {failure !== null ? (
            <div className={widgetStyles.error}>
              <ErrorPanel lead="Error running query:" text={failure} />
            </div>
          ) : result === undefined ? (
            <Waiting onCancel={null} />
          ) : (
            <ResultVisualization visualization={visualization} result={result} filters={applied} />
          )}
        </div>
      </div>
    </WidgetFrame>
  )
}

interface ResultVisualizationProps {
  visualization: NonNullable<PublicWidget['visualization']>
  result: WholeResult
  filters: readonly Filter[]
}

function ResultVisualization({ visualization, result, filters }: ResultVisualizationProps) {
  const load = useMemo(() => memoryData(result, filters), [result, filters])
  return (
    <FittedVisualization
      visualization={visualization}
      load={load}
      columns={result.columns}
      rowCount={result.rows.length}
      refreshKey={load}
    />
  )
}
