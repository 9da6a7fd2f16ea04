import type { Cell } from '@sightline/contract/results.ts'
import { memo } from 'react'
import { truncatedText } from './cell-text.ts'
import type { DataColumn, SeenColumn } from './column-layout.ts'
import styles from './data-table.module.css'

interface RowProps {
  index: number
  /** null while they load. */
  cells: readonly Cell[] | null
  columns: readonly SeenColumn[]
  /** Width of the columns before those in sight, pixels. */
  before: number
  numberWidth: number
  /** Places of the first and last selected cell; -1 when the row has none. */
  from: number
  to: number
  /** Place of the cell with the focus; -1 when it is in another row. */
  focus: number
  idPrefix: string
}

/** One row. It is drawn again only when something about it changes, so scrolling draws just the rows that come into sight. */
export const Row = memo(function Row({ index, cells, columns, before, numberWidth, from, to, focus, idPrefix }: RowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot hold a part of a million rows.
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell.
    <div role="row" aria-rowindex={index + 2} className={styles.row}>
      {/* biome-ignore lint/a11y/useSemanticElements: see the row. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see the row. */}
      <div role="rowheader" aria-colindex={1} className={styles.number} style={{ width: numberWidth }}>
        {index + 1}
      </div>
      <div className={styles.spacer} style={{ width: before }} />
      {columns.map(({ column, place, width }) => (
        // biome-ignore lint/a11y/useSemanticElements: see the row.
        // biome-ignore lint/a11y/useFocusableInteractive: see the row.
        <div
          key={place}
          id={`${idPrefix}-${index}-${place}`}
          role="gridcell"
          aria-colindex={place + 2}
          aria-selected={place >= from && place <= to}
          className={styles.cell}
          data-align={column.align}
          data-focus={place === focus || undefined}
          style={{ width }}
        >
          <CellContent column={column} cells={cells} index={index} />
        </div>
      ))}
    </div>
  )
})

function CellContent({ column, cells, index }: { column: DataColumn; cells: readonly Cell[] | null; index: number }) {
  // Bars of different lengths look like text, and the same bar stays at the same place.
  if (cells === null)
    return <span className={styles.bar} style={{ width: `${40 + ((index * 7 + column.index * 13) % 45)}%` }} />
  const cell = cells[column.index] ?? null
  if (cell === null)
    return (
      <span className={styles.null} title="null">
        {column.nullText}
      </span>
    )
  return column.render ? column.render(cell, cells) : truncatedText(column.format(cell))
}
