import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type PointerEvent, useRef } from 'react'
import type { DataColumn } from './column-layout.ts'
import styles from './data-table.module.css'
import type { SourceColumn } from './row-source.ts'
import type { Sort } from './sorting.ts'
import { TypeIcon } from './TypeIcon.tsx'

interface HeadCellProps {
  column: DataColumn
  source: SourceColumn
  place: number
  width: number
  isDragged: boolean
  sort: Sort
  onSort(isAdded: boolean): void
  onResize(width: number): void
  onFit(): void
}

/** A column's head: type, name, order. A click sorts, shift-click adds to the order, the right edge resizes, a drag moves it. */
export function HeadCell({ column, source, place, width, isDragged, sort, onSort, onResize, onFit }: HeadCellProps) {
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
