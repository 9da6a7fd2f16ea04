import { TableSkeleton } from '../ui/data-table/TableSkeleton.tsx'
import { Delayed } from '../ui/deferred.tsx'
import type { AnyVisualizationType } from './visualization.ts'
import styles from './Waiting.module.css'

const barHeights = [46, 62, 38, 74, 58, 88, 70, 52, 80, 64]

/**
 * A drawing in outline, while what it needs is on its way. It shows only after a moment, so that what loads fast does not flash, and
 * thirty of them cost nothing.
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
