import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconPuzzleOff } from '@tabler/icons-react'
import { Component, type ComponentType, type ReactNode } from 'react'
import { Delayed } from '../ui/deferred.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import styles from './Placeholders.module.css'
import type { AnyVisualizationType } from './visualization.ts'

interface NothingProps {
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>
  /** One sentence that explains why nothing is shown or what to choose. */
  reason: string
  help?: ReactNode
}

/** The empty state of a visualization. */
export const Nothing = ({ icon: Icon, reason, help }: NothingProps) => (
  <div className={styles.nothing} role="status" data-nothing>
    <EmptyState icon={<Icon size={20} stroke={1.75} />} title={reason} help={help} />
  </div>
)

const barHeights = [46, 62, 38, 74, 58, 88, 70, 52, 80, 64]

/**
 * A loading placeholder in the outline of the visualization. It appears after a delay, so that fast loads do not flicker. It is
 * cheap enough for thirty at once.
 */
export function Waiting({ type }: { type: AnyVisualizationType | null }) {
  return (
    <div className={styles.waiting} role="status" aria-label={t`Loading...`}>
      <Delayed>
        <div className={styles.outline}>
          <Outline of={type?.outline ?? 'plot'} />
        </div>
      </Delayed>
    </div>
  )
}

function Outline({ of }: { of: 'rows' | 'figure' | 'plot' }) {
  if (of === 'rows') return <TableSkeleton />
  return of === 'figure' ? <FigureOutline /> : <PlotOutline />
}

/** A number and its label, where a counter has them. */
const FigureOutline = () => (
  <div className={styles.figure}>
    <span className={styles.number} />
    <span className={styles.caption} />
  </div>
)

function PlotOutline() {
  return (
    <div className={styles.plot}>
      {barHeights.map((height) => (
        <span key={height} style={{ height: `${height}%` }} />
      ))}
    </div>
  )
}

/** Widths of the bars, in percent of their columns. */
const rows = [
  [70, 42, 60],
  [54, 58, 44],
  [82, 36, 52],
  [48, 50, 66],
  [64, 44, 38],
]
const ROUNDS = 8

/** The skeleton of a table that is loading: its head and as many rows as there is room for. */
function TableSkeleton() {
  return (
    <div className={styles.table}>
      <div className={styles.head} />
      {Array.from({ length: ROUNDS }, () => rows)
        .flat()
        .map((widths, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: these rows never change.
          <div key={index} className={styles.row}>
            {widths.map((width) => (
              <span key={width} style={{ width: `${width}%` }} />
            ))}
          </div>
        ))}
    </div>
  )
}

interface VisualizationErrorBoundaryProps {
  /** A new value clears the error and renders again. */
  resetKey: string
  children: ReactNode
}

/** Shows an error message in place of a visualization that fails to render. */
export class VisualizationErrorBoundary extends Component<VisualizationErrorBoundaryProps, { failedFor: string | null }> {
  override state = { failedFor: null }

  static getDerivedStateFromError() {
    return { failedFor: '' }
  }

  static getDerivedStateFromProps({ resetKey }: VisualizationErrorBoundaryProps, state: { failedFor: string | null }) {
    if (state.failedFor === null) return null
    // React reports the error first; the key that it belongs to is stored in the next update.
    if (state.failedFor === '') return { failedFor: resetKey }
    return state.failedFor === resetKey ? null : { failedFor: null }
  }

  override render() {
    if (this.state.failedFor === null) return this.props.children
    return (
      <div role="alert">
        <EmptyState
          icon={<IconAlertTriangle size={20} stroke={1.75} />}
          title={t`This visualization could not be displayed.`}
        />
      </div>
    )
  }
}

/** Shown if the data could not be loaded. */
export function LoadFailed({ onRetry }: { onRetry(): void }) {
  return (
    <div className={styles.center} role="alert">
      <EmptyState
        icon={<IconAlertTriangle size={20} stroke={1.75} />}
        title={t`The data could not be loaded.`}
        action={
          <Button variant="default" size="sm" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        }
      />
    </div>
  )
}

/** Shown for a visualization whose type is unknown. */
export function UnknownVisualization({ type }: { type: string }) {
  return (
    <div role="alert">
      <EmptyState
        icon={<IconPuzzleOff size={20} stroke={1.75} />}
        title={t`Visualizations of type ${type} are not supported.`}
        help={t`Its options are kept unchanged.`}
      />
    </div>
  )
}
