import { Button, useComputedColorScheme } from '@mantine/core'
import { IconAlertTriangle, IconPuzzleOff } from '@tabler/icons-react'
import { Suspense, use, useEffect, useMemo, useRef, useState } from 'react'
import type { SourceColumn } from '../ui/data-table/row-source.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Nothing } from './Nothing.tsx'
import { partsOf } from './parts.ts'
import { visualizationOf } from './registry.ts'
import { type LoadData, useResultData } from './use-result-data.ts'
import { VisualizationErrorBoundary } from './VisualizationErrorBoundary.tsx'
import styles from './VisualizationView.module.css'
import {
  type AnyVisualizationType,
  type Formats,
  minHeightOf,
  type PickMark,
  type Place,
  type ResultData,
} from './visualization.ts'
import { Waiting } from './Waiting.tsx'

interface VisualizationViewProps {
  visualization: { type: string; name: string; options: Record<string, unknown> }
  /** Pass a stable function while it reads the same result. */
  loadData: LoadData
  /** All columns of the result. */
  columns: SourceColumn[]
  formats: Formats
  /** A new value reloads the data. */
  refreshKey: unknown
  place?: Place
  /** Called with the displayed data whenever it changes. */
  onData?(data: ResultData): void
  /** In the editor: called with option changes made in the visualization itself. */
  onArrange?(patch: Record<string, unknown>): void
  /** Called with the clicked mark; null if clicks have no effect. */
  onPick?: PickMark | null
}

/** Renders one visualization that fills its parent. The previous one stays visible while newer data loads. */
export function VisualizationView(props: VisualizationViewProps) {
  const type = visualizationOf(props.visualization.type)
  if (!type) return <UnknownVisualization type={props.visualization.type} />
  return (
    <VisualizationErrorBoundary key={type.type} resetKey={`${props.refreshKey} ${JSON.stringify(props.visualization.options)}`}>
      <Suspense fallback={<Waiting type={type} />}>
        <VisualizationContent {...props} type={type} />
      </Suspense>
    </VisualizationErrorBoundary>
  )
}

function VisualizationContent({
  type,
  visualization,
  loadData,
  columns,
  formats,
  refreshKey,
  place = 'elsewhere',
  onData,
  onArrange,
  onPick = null,
}: VisualizationViewProps & { type: AnyVisualizationType }) {
  const { Renderer } = use(partsOf(type))
  const colorScheme = useComputedColorScheme('light')
  // Options are plain JSON, and comparing their text avoids redrawing for an equal object.
  const optionsText = JSON.stringify(visualization.options)
  // Changes made by a viewer last until other options are stored.
  const [arranged, setArranged] = useState<{ of: string; patch: Record<string, unknown> } | null>(null)
  const patch = arranged?.of === optionsText ? arranged.patch : null
  const options = useMemo(() => type.options.parse({ ...JSON.parse(optionsText), ...patch }), [type, optionsText, patch])
  const needs = useMemo(() => type.needs(options, columns), [type, options, columns])
  const { loaded, isLoading, error, retry } = useResultData(loadData, needs, refreshKey)

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

  // The result may have lost a chosen column.
  const problem = type.problem(options, columns)
  if (problem !== null) return <Nothing icon={type.icon} reason={problem} />
  if (error !== null && !isLoading) return <Failed onRetry={retry} />
  if (!shown) return <Waiting type={type} />
  return (
    <div
      className={styles.view}
      style={place === 'elsewhere' ? undefined : { minHeight: minHeightOf(type) }}
      data-loading={isLoading || undefined}
      aria-busy={isLoading}
    >
      <Renderer
        name={visualization.name}
        options={shown.options}
        data={shown.data}
        formats={formats}
        colorScheme={colorScheme}
        place={place}
        onArrange={onArrange ?? null}
        onRearrange={(change) => setArranged({ of: optionsText, patch: { ...patch, ...change } })}
        onPick={onPick}
      />
    </div>
  )
}

function Failed({ onRetry }: { onRetry(): void }) {
  return (
    <div className={styles.center} role="alert">
      <EmptyState
        icon={<IconAlertTriangle size={20} stroke={1.75} />}
        title="The data could not be loaded."
        action={
          <Button variant="default" size="sm" onClick={onRetry}>
            Try again
          </Button>
        }
      />
    </div>
  )
}

/** Shown for a visualization whose type is unknown. */
function UnknownVisualization({ type }: { type: string }) {
  return (
    <div role="alert">
      <EmptyState
        icon={<IconPuzzleOff size={20} stroke={1.75} />}
        title={`Visualizations of the type ${type} cannot be shown.`}
        help="Its options are kept as they are."
      />
    </div>
  )
}
