import { useComputedColorScheme } from '@mantine/core'
import type { RunParameter } from '@sightline/contract/pictures.ts'
import { type ReactNode, Suspense, startTransition, use, useEffect, useMemo, useRef, useState } from 'react'
import { afterPaint } from '../ui/after-paint.ts'
import type { SourceColumn } from '../ui/data-table/row-source.ts'
import { isOnPhone } from '../ui/phone.ts'
import { LoadFailed, Nothing, UnknownVisualization, VisualizationErrorBoundary, Waiting } from './Placeholders.tsx'
import { partsOf, visualizationOf } from './registry.ts'
import { useLongPress } from './use-long-press.ts'
import { useOtherResult } from './use-other-result.ts'
import { type LoadData, useResultData } from './use-result-data.ts'
import styles from './VisualizationView.module.css'
import {
  type AnyVisualizationType,
  type CellRows,
  type ExploreGroups,
  type Formats,
  fillsPage,
  minHeightOf,
  minPaneHeightOf,
  type PickMark,
  type Place,
  type ResultData,
  type SelectedMark,
  type VisualizationTools,
} from './visualization.ts'

interface VisualizationViewProps {
  visualization: { type: string; name: string; options: Record<string, unknown> }
  /** Pass a stable function while it reads the same result. */
  loadData: LoadData
  /** All columns of the result. */
  columns: SourceColumn[]
  formats: Formats
  /** Of the run that returned the result; omitted if they are not known. */
  parameters?: readonly RunParameter[]
  /** A new value reloads the data. */
  refreshKey: unknown
  place?: Place
  /** On the query page: whether the editor stands above it. */
  isBelowEditor?: boolean
  /** Called with the displayed data whenever it changes. */
  onData?(data: ResultData): void
  /** In the editor: called with option changes made in the visualization itself. */
  onArrange?(patch: Record<string, unknown>): void
  /** Opens the editor of the visualization; null where it is not offered. */
  onEdit?: (() => void) | null
  /** Receives the tools of the visualization for a menu; null if there is no other than its own. Pass a stable function. */
  onTools?: ((tools: VisualizationTools | null) => void) | null
  /** Called with the clicked mark; null if clicks have no effect. */
  onPick?: PickMark | null
  /** Shows what is behind a mark; null where it is not offered. */
  onInspect?: PickMark | null
  /** Shows the rows behind cells of a table; null where its cells are those of rows. */
  cellRows?: CellRows | null
  /** Explores the result by groups; null where it is not offered. */
  onExplore?: ExploreGroups | null
  /** The marks that stand out; null if none is selected. Pass the same object while it does not change. */
  selected?: SelectedMark | null
}

/** Renders one visualization that fills its parent. The previous one stays visible while newer data loads. */
export function VisualizationView(props: VisualizationViewProps) {
  const type = visualizationOf(props.visualization.type)
  if (!type) return <UnknownVisualization type={props.visualization.type} />
  return (
    <VisualizationErrorBoundary key={type.type} resetKey={`${props.refreshKey} ${JSON.stringify(props.visualization.options)}`}>
      <Suspense fallback={<Waiting type={type} />}>
        <AfterTexts fallback={<Waiting type={type} />}>
          <VisualizationContent {...props} type={type} />
        </AfterTexts>
      </Suspense>
    </VisualizationErrorBoundary>
  )
}

/**
 * Lets a phone paint the page around a visualization before it loads its code, which is larger than that of the page: the texts are
 * seen a second earlier. Elsewhere the HTML of the page names that code.
 */
function AfterTexts({ children, fallback }: { children: ReactNode; fallback: ReactNode }) {
  const [isDue, setIsDue] = useState(() => !isOnPhone())
  useEffect(() => {
    if (!isDue) void afterPaint().then(() => startTransition(() => setIsDue(true)))
  }, [isDue])
  return isDue ? children : fallback
}

function VisualizationContent({
  type,
  visualization,
  loadData,
  columns,
  formats,
  parameters = [],
  refreshKey,
  place = 'elsewhere',
  isBelowEditor = false,
  onData,
  onArrange,
  onEdit = null,
  onTools = null,
  onPick = null,
  onInspect = null,
  cellRows = null,
  onExplore = null,
  selected = null,
}: VisualizationViewProps & { type: AnyVisualizationType }) {
  const { Renderer } = use(partsOf(type))
  const colorScheme = useComputedColorScheme('light')
  // Options are plain JSON, and comparing their text avoids redrawing for an equal object.
  const optionsText = JSON.stringify(visualization.options)
  // Changes made by a viewer last until other options are stored.
  const [arranged, setArranged] = useState<{ of: string; patch: Record<string, unknown> } | null>(null)
  const patch = arranged?.of === optionsText ? arranged.patch : null
  const parametersText = JSON.stringify(parameters)
  const options = useMemo(() => {
    const parsed = type.options.parse({ ...JSON.parse(optionsText), ...patch })
    return type.withParameters?.(parsed, JSON.parse(parametersText)) ?? parsed
  }, [type, optionsText, parametersText, patch])
  const { timeZone } = formats
  const needs = useMemo(() => type.needs(options, columns, { timeZone }), [type, options, columns, timeZone])
  const { loaded, isLoading, error, retry } = useResultData(loadData, needs, refreshKey)

  const other = useOtherResult(loadData, type.otherQuery?.(options) ?? null, refreshKey)

  useEffect(() => {
    if (loaded) onData?.(loaded.data)
  }, [loaded, onData])

  // New options may need other columns; until those have loaded, the previous options and data stay on screen.
  const drawn = useRef<{ options: Record<string, unknown>; data: ResultData }>(null)
  const isFitting = loaded !== null && loaded.needsKey === JSON.stringify(needs)
  const shown = isFitting ? { options, data: loaded.data } : drawn.current
  useEffect(() => {
    if (isFitting) drawn.current = { options, data: loaded.data }
  }, [isFitting, options, loaded])

  const holder = useRef<HTMLDivElement>(null)
  useLongPress(holder, shown !== null && onInspect !== null)

  // The result may have lost a chosen column.
  const problem = type.problem(options, columns)
  if (problem !== null) return <Nothing icon={type.icon} reason={problem} />
  if (error !== null && !isLoading) return <LoadFailed onRetry={retry} />
  if (!shown) return <Waiting type={type} />
  return (
    <div
      ref={holder}
      className={styles.view}
      style={fillsPage(place) ? { minHeight: isBelowEditor ? minPaneHeightOf(type) : minHeightOf(type) } : undefined}
      data-loading={isLoading || undefined}
      aria-busy={isLoading}
    >
      <Renderer
        name={visualization.name}
        options={shown.options}
        data={shown.data}
        other={other}
        formats={formats}
        colorScheme={colorScheme}
        place={place}
        onArrange={onArrange ?? null}
        onRearrange={(change) => setArranged({ of: optionsText, patch: { ...patch, ...change } })}
        onEdit={onEdit}
        onTools={onTools}
        onPick={onPick}
        onInspect={onInspect}
        cellRows={cellRows}
        onExplore={onExplore}
        selected={selected}
      />
    </div>
  )
}
