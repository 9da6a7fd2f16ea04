import { t } from '@lingui/core/macro'
import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core'
import type { ShownWidget, WidgetVisualization } from '@sightline/contract/widgets.ts'
import { widgetHeading } from '@sightline/domain/dashboards/widget-heading.ts'
import { runParameters } from '@sightline/domain/parameters/run-parameters.ts'
import { missingMessage } from '@sightline/domain/parameters/values.ts'
import { IconArrowsDiagonal, IconRefresh } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { notify } from '../../../app/notify.ts'
import { editHash, exploreLink, queryLink } from '../../../app/query-link.ts'
import { useSession } from '../../../app/session.ts'
import { useResultFilters } from '../../../results/result-filters.ts'
import { sessionReader } from '../../../results/result-reader.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useTimeZone } from '../../../ui/time-zone.tsx'
import { SCROLLER_ID, useNearViewport } from '../../../ui/use-near-viewport.ts'
import { visualizationOf } from '../../../visualizations/registry.ts'
import type { ExploreGroups, PickedMark, VisualizationTools } from '../../../visualizations/visualization.ts'
import { recordEvent } from '../../events/api.ts'
import { useWidgetComments } from '../comments/widget-comments.tsx'
import { initialViewport, isInViewport, useReportPainted, useReportPaintedWhen } from '../page/load-order.tsx'
import { cancelRun, refreshRun, runResultQuery } from '../page/runs.ts'
import { useClickLink } from '../values/click-link.ts'
import { useDashboardContext } from '../values/dashboard-state.ts'
import { FilterBar } from '../values/FilterBar.tsx'
import { useWidgetFilters } from '../values/filters.ts'
import { marksOf, useMarkClicks } from '../values/mark-clicks.ts'
import { LimitedMark } from './LimitedMark.tsx'
import { MarkRows } from './MarkRows.tsx'
import { NotFiltered } from './NotFiltered.tsx'
import { ResultVisualization, type ResultVisualizationProps } from './ResultVisualization.tsx'
import { ResultAge, WidgetBody, WidgetFrame, WidgetTitle } from './WidgetFrame.tsx'
import { WidgetHealth } from './WidgetHealth.tsx'
import { type WidgetEditing, widgetMenu } from './WidgetMenu.tsx'
import styles from './widget.module.css'
import { widgetName } from './widget-names.ts'

const none = [] as const

interface VisualizationWidgetProps {
  widget: ShownWidget
  visualization: WidgetVisualization
  isEditing: boolean
  mayViewQuery: boolean
  /** null if the user may not edit. */
  editing: WidgetEditing | null
}

/** A widget with a visualization. It loads its result once it is near the viewport (step 3 of `page/load-order.tsx`). */
export function VisualizationWidget({ widget, visualization, isEditing, mayViewQuery, editing }: VisualizationWidgetProps) {
  const frame = useRef<HTMLDivElement>(null)
  const cache = useQueryClient()
  const timeZone = useTimeZone()
  const [isExpanded, setIsExpanded] = useState(false)
  const [inspected, setInspected] = useState<PickedMark | null>(null)
  const [tools, setTools] = useState<VisualizationTools | null>(null)
  const [announced, setAnnounced] = useState('')
  const { user } = useSession()
  const { parameters, filters, crossFilters, ownFilters, loadsAll } = useDashboardContext()
  const [isNearInitially] = useState(() => isInViewport(initialViewport(), widget))
  const isNear = useNearViewport(frame, SCROLLER_ID, { isKnown: isNearInitially }) || loadsAll
  const run = { queryId: visualization.query.id, definitions: parameters.definitionsOf(widget) }
  // A dropdown whose options are still loading may be about to get its value.
  const isReady = !parameters.isLoadingOptions || missingMessage(run.definitions) === null
  const {
    data: result,
    error,
    isFetching,
    isPlaceholderData,
  } = useQuery({
    ...runResultQuery(run, parameters.appliedAt),
    enabled: isNear && isReady,
    // The previous result stays visible, dimmed, while that for other values is loading.
    placeholderData: keepPreviousData,
  })

  const declared = useResultFilters(result, sessionReader)
  const { own, choose, applied, missing } = useWidgetFilters(widget.id, declared ?? none, filters)
  useEffect(() => ownFilters.report(widget.id, own), [ownFilters, widget.id, own])
  const columns = result?.result.columns
  const { id, options } = widget
  const clicks = useMarkClicks({ id, options, visualization, columns }, { parameters, crossFilters })
  const rowFilters = useMemo(() => [...applied, ...clicks.filters], [applied, clicks.filters])
  const followLink = useClickLink({
    link: clicks.link,
    first: result,
    filters: rowFilters,
    reader: sessionReader,
    parameters: parameters.definitionsIn('dashboard'),
    mayOpenPages: true,
  })
  useEffect(() => {
    if (!isNear) return
    recordEvent('view', 'widget', widget.id)
    recordEvent('view', 'visualization', visualization.id)
  }, [isNear, widget.id, visualization.id])

  useReportPaintedWhen(widget.id, error !== null)
  // A result alone paints nothing: the code that renders it may still be loading.
  const onPainted = useReportPainted(widget.id)
  const navigate = useNavigate()
  const explore: ExploreGroups = (by) => {
    const link = result === undefined ? null : exploreLink(visualization.query.id, result.result.id, rowFilters, by)
    if (link !== null) void navigate(link)
    else notify.error(t`The filters are too long for an exploration.`)
  }
  const shown = {
    visualization,
    reader: sessionReader,
    parameters: runParameters(run.definitions, result?.values ?? {}),
    filters: rowFilters,
    onPick: clicks.onPick ?? followLink,
    onInspect: isEditing ? null : setInspected,
    onExplore: isEditing || !mayViewQuery ? null : explore,
    selected: clicks.selected,
  }
  const { title, note } = widgetHeading(visualization, visualizationOf(visualization.type)?.name ?? null)
  const to = queryLink(visualization.query.id, visualization.id, run.definitions)
  const titleLink = (
    <Link {...to} className={styles.title} title={title}>
      {title}
    </Link>
  )
  const refresh = async () => {
    // Cleared first, so that the same sentence is read again.
    setAnnounced('')
    setAnnounced((await refreshRun(cache, run)) ? t`${title} has been refreshed.` : t`${title} could not be refreshed.`)
  }
  const comments = useWidgetComments(widget)
  const ownsQuery = user.permissions.includes('admin') || visualization.query.user.id === user.id
  return (
    <WidgetFrame
      ref={frame}
      isEditing={isEditing}
      onRemove={editing?.onRemove ?? null}
      comments={comments}
      head={
        <>
          <WidgetTitle title={mayViewQuery && !isEditing ? titleLink : title} note={note} />
          <LimitedMark result={result?.result ?? null} />
          <WidgetHealth queryId={visualization.query.id} retrievedAt={result?.result.retrieved_at} isFetching={isFetching} />
          <NotFiltered columns={result === undefined ? none : [...missing, ...clicks.missing]} />
          <ResultAge first={result} isFetching={isFetching} />
        </>
      }
      actions={
        <>
          <Tooltip label={t`Refresh`}>
            <ActionIcon
              size="sm"
              aria-label={t`Refresh widget`}
              // A disabled button would lose the focus.
              data-disabled={isFetching || undefined}
              aria-disabled={isFetching}
              onClick={() => {
                if (!isFetching) void refresh()
              }}
            >
              <IconRefresh size={16} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
          <VisuallyHidden role="status">{announced}</VisuallyHidden>
          {result !== undefined && (
            <Tooltip label={t`Enlarge`}>
              <ActionIcon size="sm" aria-label={t`Enlarge widget`} onClick={() => setIsExpanded(true)}>
                <IconArrowsDiagonal size={16} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
          )}
        </>
      }
      menu={widgetMenu({
        result,
        queryId: visualization.query.id,
        timeZone,
        query: mayViewQuery ? to : null,
        edit: mayViewQuery && ownsQuery ? { ...to, hash: editHash(visualization.id) } : null,
        explore:
          mayViewQuery && result !== undefined ? exploreLink(visualization.query.id, result.result.id, rowFilters) : null,
        tools,
        marks: marksOf(visualization, columns),
        comments,
        editing,
      })}
    >
      <WidgetBody
        type={visualization.type}
        bar={<FilterBar place={widget.id} parameters={parameters} filters={own} onChoose={choose} />}
        failure={error !== null && !isFetching ? error.message : null}
        isStale={isPlaceholderData}
        onCancel={isReady ? () => void cancelRun(cache, run) : null}
      >
        {result === undefined || declared === null ? null : (
          <ResultVisualization {...shown} result={result} onTools={setTools} onPainted={onPainted} />
        )}
      </WidgetBody>
      {inspected !== null && result !== undefined && (
        <MarkRows
          queryId={mayViewQuery ? visualization.query.id : null}
          widgetId={widget.id}
          mark={inspected}
          first={result}
          filters={rowFilters}
          reader={sessionReader}
          parameters={parameters}
          crossFilters={crossFilters}
          onFollowLink={followLink}
          onExecute={() => {
            setInspected(null)
            void refresh()
          }}
          onClose={() => setInspected(null)}
        />
      )}
      {isExpanded && result !== undefined && (
        <ExpandDialog {...shown} title={widgetName(visualization)} result={result} onClose={() => setIsExpanded(false)} />
      )}
    </WidgetFrame>
  )
}

interface ExpandDialogProps extends ResultVisualizationProps {
  title: string
  onClose(): void
}

/** A widget enlarged over most of the page. */
function ExpandDialog({ title, onClose, ...visualization }: ExpandDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={title} size="min(1400px, 94vw)">
      <div className={styles.expanded}>
        <ResultVisualization {...visualization} />
      </div>
    </Dialog>
  )
}
