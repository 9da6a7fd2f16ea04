import { changesOrder } from './column-order.ts'
import styles from './data-table.module.css'
import type { DraggedColumn } from './use-column-drag.ts'
import type { ArrangedColumns } from './use-columns.ts'

interface DropMarkProps {
  dragged: DraggedColumn
  arranged: ArrangedColumns
  /** Where the first column begins, pixels from the left edge of the table; less than that is under the row numbers. */
  origin: number
  numberWidth: number
}

/** The name of a dragged column at the pointer, and the line at which it would come to stand. */
export function DropMark({ dragged: { place, gap, x }, arranged: { columns, layout }, origin, numberWidth }: DropMarkProps) {
  const line = origin + (layout.lefts[gap] ?? layout.width)
  return (
    <div className={styles.dropMark} aria-hidden>
      {changesOrder({ left: place, right: place, gap }) && line >= numberWidth && (
        <div className={styles.dropLine} style={{ left: line - 1 }} />
      )}
      <div className={styles.dragged} style={{ left: x }}>
        {columns[place]?.title}
      </div>
    </div>
  )
}
