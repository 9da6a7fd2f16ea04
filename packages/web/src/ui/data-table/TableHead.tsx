import { t } from '@lingui/core/macro'
import { IconArrowDown, IconArrowUp, IconChevronDown, IconFilterFilled } from '@tabler/icons-react'
import { type PointerEvent, type ReactNode, useId, useRef } from 'react'
import { towardsEnd } from '../../language/direction.ts'
import type { ColumnDrag } from './column-drag.tsx'
import { type DataColumn, type GroupHead, groupHeads, type ShownColumns, type VisibleColumn } from './column-layout.ts'
import type { ArrangedColumns } from './column-order.ts'
import styles from './data-table.module.css'
import type { RowSource, Sort, SourceColumn } from './row-source.ts'
import { TypeIcon } from './TypeIcon.tsx'

interface TableHeadProps {
  source: RowSource
  arranged: ArrangedColumns
  shown: ShownColumns
  /** Whether a row with the heads of groups stands above. */
  hasGroups: boolean
  /** Indexes of the columns that filter the rows. */
  filtered: ReadonlySet<number>
  numberWidth: number
  sort: Sort
  onSort(column: number, isAdded: boolean): void
  /** Opens the menu of the column at a place. */
  onMenu(place: number): void
  /** Rows that a fitted column is measured by. */
  fitTo: { first: number; last: number }
  drag: ColumnDrag
  /** The row with the profiles of the columns; null for none. */
  profiles: ReactNode
}

/** The row of column heads, of which only the visible ones are in the DOM. */
export function TableHead({
  source,
  arranged,
  shown,
  hasGroups,
  filtered,
  numberWidth,
  sort,
  onSort,
  onMenu,
  fitTo,
  drag,
  profiles,
}: TableHeadProps) {
  const style = { width: numberWidth + arranged.layout.width, minWidth: '100%' }
  const head = ({ column, place, width, left }: VisibleColumn) => {
    const origin = source.columns[column.index]
    return (
      origin && (
        <HeadCell
          key={place}
          column={column}
          source={origin}
          place={place}
          width={width}
          left={left === null ? null : numberWidth + left}
          isDragged={drag.dragged?.place === place}
          isFiltered={filtered.has(column.index)}
          sort={sort}
          onSort={(isAdded) => onSort(column.index, isAdded)}
          onMenu={() => onMenu(place)}
          onResize={(next) => arranged.resize([[column, next]])}
          onFit={() => arranged.fit([column], fitTo.first, fitTo.last)}
        />
      )
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot hold a part of a million rows.
    <div role="rowgroup" className={styles.heads} style={style}>
      {hasGroups && <GroupRow shown={shown} numberWidth={numberWidth} />}
      {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus. */}
      <div
        role="row"
        aria-rowindex={hasGroups ? 2 : 1}
        className={styles.head}
        data-dragging={drag.dragged !== null || undefined}
        {...drag.handlers}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus. */}
        <div
          role="columnheader"
          aria-label={t`Row`}
          aria-colindex={1}
          className={styles.headCorner}
          style={{ width: numberWidth }}
        />
        {shown.pinned.map(head)}
        <div className={styles.spacer} style={{ width: shown.leadingWidth }} />
        {shown.scrolled.map(head)}
      </div>
      {profiles}
    </div>
  )
}

/** The heads over groups of columns. */
function GroupRow({ shown, numberWidth }: { shown: ShownColumns; numberWidth: number }) {
  const head = ({ title, place, span, width, left }: GroupHead) => {
    const box = {
      className: styles.groupHead,
      'data-pinned': left === null ? undefined : '',
      style: left === null ? { width } : { width, insetInlineStart: numberWidth + left },
    }
    return title === '' ? (
      <div key={place} aria-hidden {...box} />
    ) : (
      // biome-ignore lint/a11y/useSemanticElements: a table element cannot hold a part of a million rows.
      // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus.
      <div key={place} role="columnheader" aria-colindex={place + 2} aria-colspan={span} {...box}>
        <span className={styles.groupName} title={title}>
          {title}
        </span>
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the head.
    // biome-ignore lint/a11y/useFocusableInteractive: see the head.
    <div role="row" aria-rowindex={1} className={styles.groupRow}>
      <div aria-hidden className={styles.headCorner} style={{ width: numberWidth }} />
      {groupHeads(shown.pinned).map(head)}
      <div className={styles.spacer} style={{ width: shown.leadingWidth }} />
      {groupHeads(shown.scrolled).map(head)}
    </div>
  )
}

interface HeadCellProps {
  column: DataColumn
  source: SourceColumn
  place: number
  width: number
  /** Pixels from the left edge of the table of a pinned column; null for one that scrolls. */
  left: number | null
  isDragged: boolean
  isFiltered: boolean
  sort: Sort
  onSort(isAdded: boolean): void
  onMenu(): void
  onResize(width: number): void
  onFit(): void
}

/** A column head: type, name, sort order. A click sorts, shift-click adds to the sort order, the right edge resizes, a drag moves. A button under the pointer opens the menu of the column. */
function HeadCell(props: HeadCellProps) {
  const { column, source, place, width, left, isDragged, isFiltered, sort, onSort, onMenu, onResize, onFit } = props
  const id = useId()
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
      // Named by the column alone, not by its menu.
      aria-labelledby={id}
      aria-colindex={place + 2}
      aria-sort={entry === undefined ? 'none' : entry.descending ? 'descending' : 'ascending'}
      className={styles.headCell}
      data-align={column.align}
      data-dragged={isDragged || undefined}
      data-pinned={left === null ? undefined : ''}
      style={left === null ? { width } : { width, insetInlineStart: left }}
    >
      <button
        id={id}
        type="button"
        tabIndex={-1}
        className={styles.headButton}
        title={name}
        onClick={(event) => onSort(event.shiftKey)}
      >
        {/* In the place of the type, so that the head needs no more room. */}
        {isFiltered ? (
          <IconFilterFilled size={14} role="img" aria-label={t`filtered`} className={styles.filterIcon} />
        ) : (
          <TypeIcon column={source} className={styles.typeIcon} />
        )}
        <span className={styles.headName}>{column.title}</span>
        {entry !== undefined && <Arrow size={12} stroke={2} className={styles.arrow} aria-hidden />}
        {sort.length > 1 && entry !== undefined && <span className={styles.rank}>{rank + 1}</span>}
      </button>
      {/* For pointers and the screen readers of phones; the keyboard has the key M, and the grid is a single Tab stop. */}
      <button
        type="button"
        tabIndex={-1}
        aria-haspopup="menu"
        className={styles.menuButton}
        title={t`Menu of ${column.title}`}
        onClick={onMenu}
      >
        <IconChevronDown size={14} stroke={1.75} />
      </button>
      <ResizeHandle width={width} onResize={onResize} onFit={onFit} />
    </div>
  )
}

function ResizeHandle({ width, onResize, onFit }: { width: number; onResize(width: number): void; onFit(): void }) {
  const drag = useRef<{ from: number; width: number } | null>(null)
  const move = (event: PointerEvent) => {
    if (drag.current === null) return
    onResize(drag.current.width + towardsEnd(event.clientX - drag.current.from))
  }
  return (
    <span
      aria-hidden
      className={styles.handle}
      title={t`Drag to resize, double-click to fit`}
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
