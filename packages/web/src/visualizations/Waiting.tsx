import { TableSkeleton } from '../ui/data-table/TableSkeleton.tsx'
import { Delayed } from '../ui/deferred.tsx'
import type { AnyVisualizationType } from './visualization.ts'
import styles from './Waiting.module.css'

const barHeights = [46, 62, 38, 74, 58, 88, 70, 52, 80, 64]

/**
 * A loading placeholder in the outline of the visualization. It appears after a delay, so that fast loads do not flicker. It is
 * cheap enough for thirty at once.
 */
export function Waiting({ type }: { type: AnyVisualizationType | null }) {
  return (
    <div className={styles.waiting} role="status" aria-label="Loading...">
      <Delayed>
        <div className={styles.outline}>{type?.outline === 'rows' ? <TableSkeleton /> : <PlotOutline />}</div>
      </Delayed>
    </div>
  )
}

function PlotOutline() {
  return (
    <div className={styles.plot}>
      {barHeights.map((height) => (
        <span key={height} style={{ height: `${height}%` }} />
      ))}
    </div>
  )
}
