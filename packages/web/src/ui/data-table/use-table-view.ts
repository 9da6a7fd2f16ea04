import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type RefCallback, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { fromStart, scrolledFromStart, towardsEnd } from '../../language/direction.ts'
import type { CellRectangle } from './CellPopover.tsx'
import {
  columnAt,
  columnUnder,
  type DataColumn,
  hiddenSides,
  revealingLeft,
  type ShownColumns,
  shownColumns,
} from './column-layout.ts'
import { type ArrangedColumns, useColumns } from './column-order.ts'
import { PROFILE_HEIGHT } from './ProfileRow.tsx'
import { type RowBlocks, useRowBlocks } from './row-blocks.ts'
import type { RowSource, Sort } from './row-source.ts'
import type { CellPlace } from './selection.ts'
import { GROUP_HEIGHT, HEAD_HEIGHT, ROW_HEIGHT, type TableScroll, useTableScroll } from './table-scroll.ts'

interface ViewOptions {
  source: RowSource
  /** The columns in their initial order. */
  columns: readonly DataColumn[]
  sort: Sort
  hasProfiles: boolean
  /** Height of the foot, pixels; 0 for none. */
  footHeight: number
}

/** The visible part of a table, and the places of its cells. Lengths are pixels. */
export interface TableView {
  /** For the element that scrolls. */
  ref: RefCallback<HTMLDivElement>
  scroller: RefObject<HTMLDivElement | null>
  blocks: RowBlocks
  total: number
  scroll: TableScroll
  arranged: ArrangedColumns
  shown: ShownColumns
  /** Whether columns go on beyond an edge of the view. */
  hidden: { left: boolean; right: boolean }
  width: number
  height: number
  /** Width of the row numbers. */
  numberWidth: number
  /** Height of all rows of the head. */
  headHeight: number
  hasGroups: boolean
  /** Number of rows of the head. */
  headRows: number
  /** The last cell. */
  end: CellPlace
  /** The cell under a point of the window, or the nearest one; null in an empty table. */
  placeAt(x: number, y: number): CellPlace | null
  /** The rectangle of a cell in the view. */
  cellAt(place: CellPlace): CellRectangle
  /** The rectangle of the head of the column at a place. */
  headAt(place: number): CellRectangle
  /** Whether a cell is in the DOM. */
  isRendered(place: CellPlace): boolean
  /** Scrolls to a cell. */
  reveal(place: CellPlace): void
}

/** Computes what of a table is in view, from its scroll position, the size of its element and its columns. */
export function useTableView({ source, columns: given, sort, hasProfiles, footHeight }: ViewOptions): TableView {
  const scroller = useRef<HTMLDivElement>(null)
  const size = useElementSize<HTMLDivElement>()
  const ref = useMergedRef(scroller, size.ref)
  const blocks = useRowBlocks(source, sort)
  const total = blocks.total()
  const hasGroups = given.some(({ group }) => group !== '')
  const headHeight = HEAD_HEIGHT + (hasGroups ? GROUP_HEIGHT : 0) + (hasProfiles ? PROFILE_HEIGHT : 0)
  const scroll = useTableScroll(scroller, total, size.height - headHeight - footHeight)
  const { first, last } = scroll
  useEffect(() => blocks.setVisible(first, last), [blocks, first, last])

  const numberWidth = Math.max(44, String(total).length * 7 + 26)
  const available = size.width - numberWidth
  const arranged = useColumns(given, blocks, available)
  const { columns, layout } = arranged
  const firstColumn = Math.max(layout.pinned, columnAt(layout, scroll.left + layout.pinnedWidth) - 1)
  const lastColumn = Math.min(columns.length - 1, columnAt(layout, scroll.left + size.width) + 1)
  const shown = useMemo(
    () => shownColumns(columns, layout, firstColumn, lastColumn),
    [columns, layout, firstColumn, lastColumn],
  )
  // Before the paint, so that a number that scrolls into view is never seen cut. Each cell is measured once.
  useLayoutEffect(() =>
    arranged.widen(
      [...shown.pinned, ...shown.scrolled].map(({ column }) => column),
      first,
      last,
    ),
  )

  const end = { row: Math.max(0, total - 1), column: Math.max(0, columns.length - 1) }
  const across = (column: number) => ({
    insetInlineStart: numberWidth + (layout.lefts[column] ?? 0) - (column < layout.pinned ? 0 : scroll.left),
    width: layout.widths[column] ?? 0,
  })
  return {
    ref,
    scroller,
    blocks,
    total,
    scroll,
    arranged,
    shown,
    // Computed from what is known, because reading the layout of the page at each scroll would slow the scrolling.
    hidden: hiddenSides(layout, scroll.left, available),
    width: size.width,
    height: size.height,
    numberWidth,
    headHeight,
    hasGroups,
    headRows: 1 + (hasGroups ? 1 : 0) + (hasProfiles ? 1 : 0),
    end,
    placeAt(x, y) {
      const element = scroller.current
      if (element === null || total === 0) return null
      const box = element.getBoundingClientRect()
      const row = Math.floor((y - box.top - headHeight + scroll.top()) / ROW_HEIGHT)
      return {
        row: Math.min(Math.max(row, 0), end.row),
        column: columnUnder(layout, fromStart(box, x) - numberWidth, scrolledFromStart(element)),
      }
    },
    cellAt: ({ row, column }) => ({
      ...across(column),
      top: headHeight + row * ROW_HEIGHT - scroll.top(),
      height: ROW_HEIGHT,
    }),
    headAt: (column) => ({ ...across(column), top: 0, height: headHeight }),
    isRendered: ({ row, column }) =>
      row >= first && row <= last && (column < layout.pinned || (column >= firstColumn && column <= lastColumn)),
    reveal(place) {
      scroll.reveal(place.row)
      const element = scroller.current
      if (element === null) return
      element.scrollLeft = towardsEnd(revealingLeft(layout, place.column, scrolledFromStart(element), available))
    },
  }
}
