import { IconArrowDown, IconArrowUp, IconChartHistogram } from '@tabler/icons-react'
import { type PointerEvent, useRef } from 'react'
import type { ColumnDrag } from './column-drag.tsx'
import type { DataColumn, VisibleColumn } from './column-layout.ts'
import type { ArrangedColumns } from './column-order.ts'
import styles from './data-table.module.css'
import type { RowSource, Sort, SourceColumn } from './row-source.ts'
import { TypeIcon } from './TypeIcon.tsx'

interface TableHeadProps {
  source: RowSource
  arranged: ArrangedColumns
  visible: readonly VisibleColumn[]
  /** Total width of the columns left of the first visible one, pixels. */
  leadingWidth: number
  numberWidth: number
  sort: Sort
  onSort(column: number, isAdded: boolean): void
  /** Shows what the column at a place contains; null if that is not known. */
  onProfile: ((place: number) => void) | null
  /** Rows that a fitted column is measured by. */
  fitTo: { first: number; last: number }
  drag: ColumnDrag
}

/** The row of column heads, of which only the visible ones are in the DOM. */
export function TableHead({
  source,
  arranged,
  visible,
  leadingWidth,
  numberWidth,
  sort,
  onSort,
  onProfile,
  fitTo,
  drag,
}: TableHeadProps) {
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
      <div className={styles.spacer} style={{ width: leadingWidth }} />
      {visible.map(({ column, place, width }) => {
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
              onProfile={onProfile && (() => onProfile(place))}
              onResize={(next) => arranged.resize([[column, next]])}
              onFit={() => arranged.fit([column], fitTo.first, fitTo.last)}
            />
          )
        )
      })}
    </div>
  )
}

interface HeadCellProps {
  column: DataColumn
  source: SourceColumn
  place: number
  width: number
  isDragged: boolean
  sort: Sort
  onSort(isAdded: boolean): void
  onProfile: (() => void) | null
  onResize(width: number): void
  onFit(): void
}

/** A column head: type, name, sort order. A click sorts, shift-click adds to the sort order, the right edge resizes, a drag moves. A button under the pointer shows what the column contains. */
export function HeadCell({ column, source, place, width, isDragged, sort, onSort, onProfile, onResize, onFit }: HeadCellProps) {
  const rank = sort.findIndex((entry) => entry.column === column.index)
  const entry = sort[rank]
  const Arrow = entry?.descending ? IconArrowDown : IconArrowUp
  const name = [column.title, column.description, source.source_type || source.type || '']
    .filter((part) => part !== '')
    .join('\n')
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus.
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot hold a part of a million rows.
    <div
      role="columnheader"
      aria-colindex={place + 2}
      aria-sort={entry === undefined ? 'none' : entry.descending ? 'descending' : 'ascending'}
      className={styles.headCell}
      data-align={column.align}
      data-dragged={isDragged || undefined}
      style={{ width }}
    >
      <button
        type="button"
        tabIndex={-1}
        className={styles.headButton}
        title={name}
        onClick={(event) => onSort(event.shiftKey)}
      >
        <TypeIcon column={source} className={styles.typeIcon} />
        <span className={styles.headName}>{column.title}</span>
        {entry !== undefined && <Arrow size={12} stroke={2} className={styles.arrow} aria-hidden />}
        {sort.length > 1 && entry !== undefined && <span className={styles.rank}>{rank + 1}</span>}
      </button>
      {onProfile && (
        // For the pointer; the keyboard has the key I, and the head keeps the name of its column.
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          className={styles.profileButton}
          title={`Values of ${column.title}`}
          onClick={onProfile}
        >
          <IconChartHistogram size={14} stroke={1.75} />
        </button>
      )}
      <ResizeHandle width={width} onResize={onResize} onFit={onFit} />
    </div>
  )
}

function ResizeHandle({ width, onResize, onFit }: { width: number; onResize(width: number): void; onFit(): void }) {
  const drag = useRef<{ from: number; width: number } | null>(null)
  const move = (event: PointerEvent) => {
    if (drag.current === null) return
    onResize(drag.current.width + event.clientX - drag.current.from)
  }
  return (
    <span
      aria-hidden
      className={styles.handle}
      title="Drag to resize, double-click to fit"
      onPointerDown={(event) => {
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { from: event.clientX, width }
      }}
      onPointerMove={move}
      onPointerUp={() => {
        drag.current = null
      }}
      onDoubleClick={onFit}
    />
  )
}
