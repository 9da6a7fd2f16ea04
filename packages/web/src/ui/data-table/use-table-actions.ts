import type { Cell } from '@sightline/contract/results.ts'
import { type MouseEvent, useCallback, useRef } from 'react'
import { type CellPicks, cellPicking } from './cell-picks.ts'
import { useColumnArrangement } from './column-arrangement.ts'
import { useColumnCards } from './column-cards.tsx'
import { useCopy } from './copy-cells.ts'
import { type RowSource, type Sort, sortedBy } from './row-source.ts'
import { type CellPlace, type SelectedCells, useCellDrag, useCellTaps } from './selection.ts'
import type { TableChanges } from './table-changes.ts'
import { tableKeys } from './table-keys.ts'
import type { TableView } from './use-table-view.ts'

interface ActionOptions {
  source: RowSource
  view: TableView
  cells: SelectedCells
  picks: CellPicks | null
  sort: Sort
  onSort(sort: Sort): void
  changes: TableChanges | null
  /** Hides or shows the rows of a group with a subtotal. */
  onToggleGroup: ((key: Cell) => void) | undefined
  formatNumber(value: number): string
  hasProfiles: boolean
  toggleProfiles: (() => void) | null
  /** Shows a status message. */
  announce(message: string): void
}

/** The actions of users on a table, by pointer and keyboard. The handlers belong to the table itself or to its rows. */
export function useTableActions({
  source,
  view,
  cells,
  picks,
  sort,
  onSort,
  changes,
  onToggleGroup,
  formatNumber,
  hasProfiles,
  toggleProfiles,
  announce,
}: ActionOptions) {
  const { scroller, blocks, total, scroll, arranged, numberWidth, placeAt, reveal } = view
  const { columns } = arranged
  const { selection, open } = cells
  const fitTo = { first: scroll.first, last: scroll.last }
  const focusTable = useCallback(() => scroller.current?.focus(), [scroller])
  const close = useCallback(() => {
    open(null)
    focusTable()
  }, [open, focusTable])

  const toggle = useRef((_: Cell) => {})
  toggle.current = (key) => {
    if (source.lines === undefined) return
    const row = source.lines.firstLineOf(key)
    onToggleGroup?.(key)
    // The group stays in view, although its last line has moved.
    cells.select({ row, column: selection?.focus.column ?? 0 }, false)
    scroll.reveal(row)
    focusTable()
  }
  const toggleGroup = useCallback((key: Cell) => toggle.current(key), [])
  /** Opens a cell; in the line of a subtotal, hides or shows the rows of its group instead. */
  const openAt = (place: CellPlace | null) => {
    const row = place === null ? null : blocks.row(place.row)
    const subtotal = row === null ? null : (source.lines?.subtotalOf(row) ?? null)
    if (subtotal === null) open(place)
    else toggleGroup(subtotal.key)
  }

  const sortTo = (next: Sort) => {
    onSort(next)
    scroll.reveal(0)
  }
  const sortBy = (column: number, isAdded: boolean) => sortTo(sortedBy(sort, column, isAdded))
  const arranging = useColumnArrangement(arranged, {
    scroller,
    numberWidth,
    selection,
    fitTo,
    onSelect: cells.set,
    reveal,
    announce,
  })
  const cards = useColumnCards({
    source,
    columns,
    changes,
    sort,
    onSort: sortTo,
    headAt: view.headAt,
    formatNumber,
    hasProfiles,
    toggleProfiles,
    arrange: (column, action) => {
      const place = { row: selection?.focus.row ?? 0, column }
      arranging.apply(action, { anchor: place, focus: place })
    },
    focusTable,
  })
  const picking = cellPicking({ picks, shown: columns, blocks, selection, placeAt })
  const drag = useCellDrag(scroller, placeAt, cells.select)
  const taps = useCellTaps(cells, placeAt, { open: openAt, hasOwnTap: picking.canPick })
  const onCopy = useCopy(blocks, columns, selection, announce)
  return {
    /** Rows that a fitted column is measured by. */
    fitTo,
    sortBy,
    /** Hides or shows the rows of a group; always the same function. */
    toggleGroup,
    /** Closes the open cell. */
    close,
    columnDrag: arranging.drag,
    cards,
    /** Says to screen readers which cells a click or a key picks. */
    pickDescription: picking.description,
    onCopy,
    onScroll() {
      if (cells.opened !== null) open(null)
      cards.close()
      scroll.onScroll()
    },
    onKeyDown: tableKeys({
      cells: { ...cells, open: openAt },
      end: total === 0 ? null : view.end,
      page: scroll.page,
      applyToColumns: arranging.apply,
      sortBy(place) {
        const column = columns[place]
        if (column) sortBy(column.index, false)
      },
      reveal,
      pick: picking.pickAt,
      openMenu: cards.openMenu,
      profile: cards.openValues,
      close,
    }),
    rowHandlers: {
      ...drag,
      ...taps,
      onClick(event: MouseEvent) {
        taps.onClick(event)
        picking.onClick(event)
      },
    },
  }
}
