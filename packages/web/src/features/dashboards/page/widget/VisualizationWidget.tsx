import { ActionIcon, Tooltip } from '@mantine/core'
import type { Cell } from '@sightline/contract/results.ts'
import type { ShownWidget, WidgetVisualization } from '@sightline/contract/widgets.ts'
import { missingMessage } from '@sightline/domain/parameters/values.ts'
import { IconArrowsDiagonal, IconRefresh } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { queryPlace } from '../../../../app/query-place.ts'
import { useResultFilters } from '../../../../results/result-filters.ts'
import { ErrorPanel } from '../../../../ui/ErrorPanel.tsx'
import { useNearViewport } from '../../../../ui/use-near-viewport.ts'
import { visualizationOf } from '../../../../visualizations/registry.ts'
import { recordEvent } from '../../../events/api.ts'
import { filtersByClicks, pickedFilters } from '../../values/picks.ts'
import { useWidgetFilters } from '../../values/use-widget-filters.ts'
import { ValueBars } from '../../values/ValueBars.tsx'
import { useBoard } from '../board-context.ts'
import { isNearIn, roomHere } from '../near-at-first.ts'
import { cancelRun, refreshRun, runResultQuery } from '../runs.ts'
import { headOf, widgetName } from '../widget-names.ts'
import { ExpandDialog } from './ExpandDialog.tsx'
import { useShown, useTellShown } from './FirstAlone.tsx'
import { ResultVisualization } from './ResultVisualization.tsx'
import { Age, Waiting } from './RunStates.tsx'
import { WidgetFrame } from './WidgetFrame.tsx'
import { widgetMenu } from './WidgetMenu.tsx'
import { WidgetNames, WidgetTitle } from './WidgetNames.tsx'
import styles from './widget.module.css'
import type { WidgetEditing } from './widget-editing.ts'

/** Id of the element in which pages scroll. */
const SCROLLER = 'content'

interface VisualizationWidgetProps {
  widget: ShownWidget
  visualization: WidgetVisualization
  isEditing: boolean
  mayViewQuery: boolean
  /** null for those who may not. */
  editing: WidgetEditing | null
}

/** A visualization with its own result, loaded once it comes near. */
export function VisualizationWidget({ widget, visualization, isEditing, mayViewQuery, editing }: VisualizationWidgetProps) {
  const frame = useRef<HTMLDivElement>(null)
  const cache = useQueryClient()
  const [isExpanded, setIsExpanded] = useState(false)
  const { values, filters, picks, loadsAll } = useBoard()
  const [isNearNow] = useState(() => isNearIn(roomHere(), widget))
  const isNear = useNearViewport(frame, SCROLLER, isNearNow) || loadsAll
  const run = { queryId: visualization.query.id, definitions: values.definitionsOf(widget) }
  // A dropdown whose options are on their way is about to have a value.
  const isReady = !values.isChoosing || missingMessage(run.definitions) === null
  const {
    data: result,
    error,
    isFetching,
    isPlaceholderData,
  } = useQuery({
    ...runResultQuery(run, values.appliedAt),
    enabled: isNear && isReady,
    // What was shown before stays, dimmed, while the result for other values is on its way.
    placeholderData: keepPreviousData,
  })

  const asked = useResultFilters(result)
  const { own, choose, applied } = useWidgetFilters(widget.id, asked ?? none, filters)
  const columns = result?.result.columns
  const passed = useMemo(
    () => [...applied, ...pickedFilters(picks.chosen, widget.id, columns ?? [])],
    [applied, picks.chosen, widget.id, columns],
  )
  useEffect(() => {
    if (!isNear) return
    recordEvent('view', 'widget', widget.id)
    recordEvent('view', 'visualization', visualization.id)
  }, [isNear, widget.id, visualization.id])

  const { toggle } = picks
  const pick = useCallback(
    (column: string, value: Cell) => {
      const type = columns?.find(({ name }) => name === column)?.type ?? null
      toggle({ widgetId: widget.id, column, type, value })
    },
    [columns, toggle, widget.id],
  )
  const isDrawable = result !== undefined && asked !== null
  useShown(widget.id, error !== null)
  // With its data the drawing is not there yet: what draws it may still be on its way.
  const onRendered = useTellShown(widget.id)
  const visualizationProps = { visualization, filters: passed, onPick: filtersByClicks(widget.options) ? pick : null }
  const { title, note } = headOf(visualization, visualizationOf(visualization.type)?.name ?? null)
  const to = queryPlace(visualization.query.id, visualization.id, run.definitions)
  return (
    <WidgetFrame
      ref={frame}
      isEditing={isEditing}
      onRemove={editing?.onRemove ?? null}
      head={
        <>
          <WidgetNames
            title={
              mayViewQuery && !isEditing ? (
                <Link {...to} className={styles.title} title={title}>
                  {title}
                </Link>
              ) : (
                <WidgetTitle title={title} />
              )
            }
            note={note}
          />
          <Age result={result} isFetching={isFetching} />
        </>
      }
      actions={
        <>
          <Tooltip label="Refresh">
            <ActionIcon size="sm" aria-label="Refresh widget" disabled={isFetching} onClick={() => void refreshRun(cache, run)}>
              <IconRefresh size={16} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
          {result !== undefined && (
            <Tooltip label="Enlarge">
              <ActionIcon size="sm" aria-label="Enlarge widget" onClick={() => setIsExpanded(true)}>
                <IconArrowsDiagonal size={16} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
          )}
        </>
      }
      menu={widgetMenu({ result, queryId: visualization.query.id, query: mayViewQuery ? to : null, editing })}
    >
      <div className={styles.parts}>
        <ValueBars place={widget.id} values={values} filters={own} onChoose={choose} />
        <div className={styles.visualization} data-stale={isPlaceholderData || undefined}>
          {error !== null && !isFetching ? (
            <div className={styles.error}>
              <ErrorPanel lead="Error running query:" text={error.message} />
            </div>
          ) : isDrawable ? (
            <ResultVisualization {...visualizationProps} result={result} onRendered={onRendered} />
          ) : (
            <Waiting onCancel={isReady ? () => void cancelRun(cache, run) : null} />
          )}
        </div>
      </div>
      {isExpanded && result !== undefined && (
        <ExpandDialog
          {...visualizationProps}
          title={widgetName(visualization)}
          result={result}
          onClose={() => setIsExpanded(false)}
        />
      )}
    </WidgetFrame>
  )
}

const none = [] as const
