import styles from './data-table.module.css'
import type { TableView } from './use-table-view.ts'

/** Shades at the edges of the scrolled columns, which show that there are more of them. */
export function EdgeShades({ view }: { view: TableView }) {
  const left = view.numberWidth + view.arranged.layout.pinnedWidth
  return (
    <div
      className={styles.shades}
      data-more-left={view.hidden.left || undefined}
      data-more-right={view.hidden.right || undefined}
      style={{ left, width: Math.max(0, view.width - left), height: view.height }}
    />
  )
}
