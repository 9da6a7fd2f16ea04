import styles from './data-table.module.css'
import type { TableView } from './use-table-view.ts'

/** Shades at the edges of the scrolled columns, which show that there are more of them. */
export function EdgeShades({ view }: { view: TableView }) {
  const start = view.numberWidth + view.arranged.layout.pinnedWidth
  return (
    <div
      className={styles.shades}
      data-more-before={view.hidden.left || undefined}
      data-more-after={view.hidden.right || undefined}
      style={{ insetInlineStart: start, width: Math.max(0, view.width - start), height: view.height }}
    />
  )
}
