import type { VisibleColumn } from './column-layout.ts'
import styles from './data-table.module.css'
import { HeadCell } from './HeadCell.tsx'
import type { RowSource } from './row-source.ts'
import type { Sort } from './sorting.ts'
import type { ColumnDrag } from './use-column-drag.ts'
import type { ArrangedColumns } from './use-columns.ts'

interface HeadProps {
  source: RowSource
  arranged: ArrangedColumns
  /** The columns in sight. */
  seen: readonly VisibleColumn[]
  /** Width of the columns before those in sight, pixels. */
  before: number
  numberWidth: number
  sort: Sort
  onSort(column: number, isAdded: boolean): void
  /** Rows whose texts decide how wide a column has to be. */
  fitTo: { first: number; last: number }
  drag: ColumnDrag
}

/** The row of heads, of which only those in sight exist. */
export function Head({ source, arranged, seen, before, numberWidth, sort, onSort, fitTo, drag }: HeadProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot hold a part of a million rows.
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus.
    <div
      role="row"
      aria-rowindex={1}
      className={styles.head}
      data-dragging={drag.dragged !== null || undefined}
      style={{ width: numberWidth + arranged.layout.width, minWidth: '100%' }}
      {...drag.handlers}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see the row. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see the row. */}
      <div
        role="columnheader"
        aria-label="Row"
        aria-colindex={1}
        className={styles.headCorner}
        style={{ width: numberWidth }}
      />
      <div className={styles.spacer} style={{ width: before }} />
      {seen.map(({ column, place, width }) => {
        const origin = source.columns[column.index]
        return (
          origin && (
            <HeadCell
              key={place}
              column={column}
              source={origin}
              place={place}
              width={width}
              isDragged={drag.dragged?.place === place}
              sort={sort}
              onSort={(isAdded) => onSort(column.index, isAdded)}
              onResize={(next) => arranged.resize([[column, next]])}
              onFit={() => arranged.fit([column], fitTo.first, fitTo.last)}
            />
          )
        )
      })}
    </div>
  )
}
