import { Button } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type MouseEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { CellPopover } from './CellPopover.tsx'
import { columnAt, type DataColumn, revealingLeft, visibleColumns } from './column-layout.ts'
import { DropMark } from './DropMark.tsx'
import styles from './data-table.module.css'
import { Head } from './Head.tsx'
import { firstRowOf, pageOf } from './pages.ts'
import { RowPager } from './RowPager.tsx'
import { Rows } from './Rows.tsx'
import type { RowSource } from './row-source.ts'
import type { CellPlace } from './selection.ts'
import { type Sort, sortedBy } from './sorting.ts'
import { tableKeys } from './table-keys.ts'
import { useArranging } from './use-arranging.ts'
import { useCellDrag } from './use-cell-drag.ts'
import { useColumns } from './use-columns.ts'
import { useCopy } from './use-copy.ts'
import { useNotice } from './use-notice.ts'
import { useRowBlocks } from './use-row-blocks.ts'
import { useSelection } from './use-selection.ts'
import { HEAD_HEIGHT, ROW_HEIGHT, useTableScroll } from './use-table-scroll.ts'

export interface DataTableProps {
  source: RowSource
  /** The columns to show, in order; keep the same array as long as nothing about them changes. */
  columns: readonly DataColumn[]
  /** What the table is, for screen readers. */
  label: string
  /** What stands in an empty table. */
  emptyText: string
  /** Rows that a step to another page goes by. */
  pageSize: number
}

/**
 * A table of any number of rows, of which only those in sight exist. Fills its parent.
 * Sorting, order and widths of columns and the selection are its own; they stay while the source gets new rows for the same columns.
 */
export function DataTable(props: DataTableProps) {
  return <Grid key={props.source.columns.map((column) => column.name).join('\n')} {...props} />
}

function Grid({ source, columns: given, label, emptyText, pageSize }: DataTableProps) {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const size = useElementSize<HTMLDivElement>()
  const ref = useMergedRef(scroller, size.ref)
  const [sort, setSort] = useState<Sort>([])
  const cells = useSelection()
  const { selection, opened, open } = cells
  const [notice, say] = useNotice()

  const blocks = useRowBlocks(source, sort)
  const total = blocks.total()
  const scroll = useTableScroll(scroller, total, size.height)
  const { first, last } = scroll
  useEffect(() => blocks.want(first, last), [blocks, first, last])

  const numberWidth = Math.max(44, String(total).length * 7 + 26)
  const arranged = useColumns(given, blocks, size.width - numberWidth)
  const { columns, layout } = arranged

  const firstColumn = Math.max(0, columnAt(layout, scroll.left) - 1)
  const lastColumn = Math.min(columns.length - 1, columnAt(layout, scroll.left + size.width) + 1)
  const seen = useMemo(
    () => visibleColumns(columns, layout, firstColumn, lastColumn),
    [columns, layout, firstColumn, lastColumn],
  )
  const before = layout.lefts[firstColumn] ?? 0

  const end: CellPlace = { row: Math.max(0, total - 1), column: Math.max(0, columns.length - 1) }

  const placeAt = (x: number, y: number): CellPlace | null => {
    const element = scroller.current
    if (element === null || total === 0) return null
    const box = element.getBoundingClientRect()
    const row = Math.floor((y - box.top - HEAD_HEIGHT + scroll.top()) / ROW_HEIGHT)
    return {
      row: Math.min(Math.max(row, 0), end.row),
      column: columnAt(layout, x - box.left - numberWidth + element.scrollLeft),
    }
  }
  const drag = useCellDrag(scroller, placeAt, cells.select)
  const onCopy = useCopy(blocks, columns, selection, say)

  const reveal = (place: CellPlace) => {
    scroll.reveal(place.row)
    const element = scroller.current
    if (element !== null) element.scrollLeft = revealingLeft(layout, place.column, element.scrollLeft, size.width - numberWidth)
  }
  const fitTo = { first, last }
  const arranging = useArranging(arranged, {
    scroller,
    numberWidth,
    selection,
    fitTo,
    onSelect: cells.set,
    reveal,
    say,
  })
  // Rows scroll from one page to the next; where one is on them the selection tells, as long as it is in sight.
  const atRow = selection !== null && scroll.isInSight(selection.focus.row) ? selection.focus.row : scroll.topRow
  const at = pageOf(atRow, pageSize, total)
  const turnTo = (page: number) => {
    const row = firstRowOf(page, pageSize)
    scroll.bringToTop(row)
    cells.select({ row, column: selection?.focus.column ?? 0 }, false)
  }
  const sortBy = (column: number, isAdded: boolean) => {
    setSort(sortedBy(sort, column, isAdded))
    scroll.reveal(0)
  }

  const close = useCallback(() => {
    open(null)
    scroller.current?.focus()
  }, [open])

  const onKeyDown = tableKeys({
    cells,
    end: total === 0 ? null : end,
    page: scroll.page,
    arrange: arranging.onKey,
    sortBy(place) {
      const column = columns[place]
      if (column) sortBy(column.index, false)
    },
    reveal,
    close,
  })
  const onDoubleClick = (event: MouseEvent) => open(placeAt(event.clientX, event.clientY))
  const focus = selection?.focus ?? null
  // Out of sight it is no element that could be named.
  const isFocusHere =
    focus !== null && focus.row >= first && focus.row <= last && focus.column >= firstColumn && focus.column <= lastColumn
  const openedColumn = opened === null ? undefined : columns[opened.column]
  const openedCells = opened === null ? null : blocks.row(opened.row)
  const failure = blocks.failure()
  return (
    <div className={styles.root} data-paged={at !== null || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: a table element cannot hold a part of a million rows. */}
      <div
        ref={ref}
        className={styles.scroller}
        data-table-scroller
        role="grid"
        aria-label={label}
        aria-description="Arrow keys move, Enter opens a cell, S sorts by its column, Alt Shift arrows move the column, plus and minus change its width, Ctrl C copies."
        // Minus one says that nobody knows yet.
        aria-rowcount={source.isPart || blocks.isCounting() ? -1 : total + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        aria-activedescendant={isFocusHere ? `${id}-${focus.row}-${focus.column}` : undefined}
        tabIndex={0}
        onScroll={() => {
          if (opened !== null) open(null)
          scroll.onScroll()
        }}
        onKeyDown={onKeyDown}
        onCopy={onCopy}
      >
        <Head
          source={source}
          arranged={arranged}
          seen={seen}
          before={before}
          numberWidth={numberWidth}
          sort={sort}
          onSort={sortBy}
          fitTo={fitTo}
          drag={arranging.drag}
        />
        <div className={styles.canvas} style={{ height: scroll.height, width: numberWidth + layout.width, minWidth: '100%' }}>
          {/* biome-ignore lint/a11y/useSemanticElements: see the row. */}
          <div
            className={styles.rows}
            role="rowgroup"
            aria-busy={blocks.isBusy()}
            style={{ top: scroll.shift + first * ROW_HEIGHT }}
            onDoubleClick={onDoubleClick}
            {...drag}
          >
            <Rows
              blocks={blocks}
              first={first}
              last={last}
              drawn={scroll.drawnRows}
              columns={seen}
              before={before}
              numberWidth={numberWidth}
              selection={selection}
              idPrefix={id}
            />
          </div>
        </div>
      </div>
      <div className={styles.focusFrame} />
      {arranging.drag.dragged !== null && (
        <DropMark
          dragged={arranging.drag.dragged}
          arranged={arranged}
          origin={numberWidth - scroll.left}
          numberWidth={numberWidth}
        />
      )}
      {total === 0 && failure === null && <div className={styles.empty}>{emptyText}</div>}
      {opened !== null && openedColumn && openedCells !== null && (
        <CellPopover
          cell={openedCells[openedColumn.index] ?? null}
          title={openedColumn.title}
          at={{
            top: HEAD_HEIGHT + opened.row * ROW_HEIGHT - scroll.top(),
            left: numberWidth + (layout.lefts[opened.column] ?? 0) - scroll.left,
            width: layout.widths[opened.column] ?? 0,
            height: ROW_HEIGHT,
          }}
          onClose={close}
        />
      )}
      {at !== null && <RowPager at={at} total={total} onPage={turnTo} />}
      <div role="status" className={styles.status}>
        {failure === null ? (
          notice
        ) : (
          <>
            The rows could not be loaded.
            <Button size="xs" onClick={() => blocks.retry()}>
              Try again
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
