import { useElementSize, useMergedRef } from '@mantine/hooks'
import type { Cell } from '@sightline/contract/results.ts'
import type { CellLooks } from '@sightline/domain/table-columns/cell-looks.ts'
import type { ColumnTotal } from '@sightline/domain/table-columns/table-totals.ts'
import { type MouseEvent, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react'
import { fromStart, scrolledFromStart, towardsEnd } from '../../language/direction.ts'
import { CellPopover } from './CellPopover.tsx'
import { type CellPicks, cellPicking } from './cell-picks.ts'
import { useColumnArrangement } from './column-arrangement.ts'
import { useColumnCards } from './column-cards.tsx'
import { DropMark } from './column-drag.tsx'
import { columnAt, columnUnder, type DataColumn, hiddenSides, revealingLeft, shownColumns } from './column-layout.ts'
import { useColumns } from './column-order.ts'
import { CELL_PADDING } from './column-widths.ts'
import { receiveCopies, useCopy } from './copy-cells.ts'
import styles from './data-table.module.css'
import { PROFILE_HEIGHT, ProfileRow } from './ProfileRow.tsx'
import { firstRowOf, pageOf, RowPager } from './RowPager.tsx'
import { useRowBlocks } from './row-blocks.ts'
import { type RowSource, type Sort, sortedBy } from './row-source.ts'
import { type CellPlace, useCellDrag, useSelection } from './selection.ts'
import { useSelectionSums } from './selection-sums.ts'
import { FOOT_HEIGHT, TableFoot, useTotals } from './TableFoot.tsx'
import { TableHead } from './TableHead.tsx'
import { TableRows } from './TableRows.tsx'
import { TableStatus, useStatusMessage } from './TableStatus.tsx'
import type { TableChanges } from './table-changes.ts'
import { tableKeys } from './table-keys.ts'
import { GROUP_HEIGHT, HEAD_HEIGHT, ROW_HEIGHT, useTableScroll } from './table-scroll.ts'
import { measureText } from './text-width.ts'
import { useHeadProfiles } from './use-head-profiles.ts'

export interface DataTableProps {
  source: RowSource
  /** The columns to show, in order; keep the same array as long as nothing about them changes. */
  columns: readonly DataColumn[]
  /** Name of the table, for screen readers. */
  label: string
  /** Shown in an empty table. */
  emptyText: string
  /** Rows per page of the pager. */
  pageSize: number
  /** The column whose cells can be picked, and whose picked value marks its rows; null or omitted if there is none. */
  picks?: CellPicks | null
  /** Colors and bars of cells; null or omitted if there are none. Keep the same function as long as nothing changes. */
  looks?: CellLooks | null
  /** Shown below the rows; keep the same array as long as nothing changes. */
  totals?: readonly ColumnTotal[]
  /** The sort order; keep the same array as long as it does not change. */
  sort: Sort
  onSort(sort: Sort): void
  /** The changes that the menus of columns offer; null or omitted for sorting alone. */
  changes?: TableChanges | null
  /** Hides or shows the rows of a group with a subtotal; omitted where there are none. */
  onToggleGroup?: ((key: Cell) => void) | undefined
  /** Formats numbers that are computed from a column. */
  formatNumber?: (value: number) => string
  /** The profiles in the heads of columns; null or omitted for none. */
  profiles?: ProfilesInHeads | null
}

export interface ProfilesInHeads {
  areShown: boolean
  /** Shows or hides them; null where they are always shown. */
  toggle: (() => void) | null
  /** Writes a day such as `2024-05-01`; keep the same function as long as nothing changes. */
  formatDay(day: string): string
}

/**
 * A virtual table: any number of rows, of which only the visible ones are in the DOM. Fills its parent.
 * It owns the order and widths of its columns and the selection, and keeps them while the source gets new rows for the same columns.
 */
export function DataTable(props: DataTableProps) {
  return <Grid key={props.source.columns.map((column) => column.name).join('\n')} {...props} />
}

const noTotals: readonly ColumnTotal[] = []

function Grid({
  source,
  columns: given,
  label,
  emptyText,
  pageSize,
  picks = null,
  looks = null,
  totals = noTotals,
  sort,
  onSort,
  changes = null,
  onToggleGroup,
  formatNumber = String,
  profiles = null,
}: DataTableProps) {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const size = useElementSize<HTMLDivElement>()
  const ref = useMergedRef(scroller, size.ref)
  const cells = useSelection()
  const { selection, opened, open } = cells
  const [statusMessage, announce] = useStatusMessage()

  const blocks = useRowBlocks(source, sort)
  const total = blocks.total()
  const hasGroups = given.some(({ group }) => group !== '')
  const hasProfiles = profiles?.areShown === true
  const headHeight = HEAD_HEIGHT + (hasGroups ? GROUP_HEIGHT : 0) + (hasProfiles ? PROFILE_HEIGHT : 0)
  const shownTotals = source.totals === undefined ? noTotals : totals
  const footHeight = shownTotals.length > 0 ? FOOT_HEIGHT : 0
  const scroll = useTableScroll(scroller, total, size.height - headHeight - footHeight)
  const { first, last } = scroll
  useEffect(() => blocks.setVisible(first, last), [blocks, first, last])

  const numberWidth = Math.max(44, String(total).length * 7 + 26)
  const arranged = useColumns(given, blocks, size.width - numberWidth)
  const { columns, layout } = arranged

  const firstColumn = Math.max(layout.pinned, columnAt(layout, scroll.left + layout.pinnedWidth) - 1)
  const lastColumn = Math.min(columns.length - 1, columnAt(layout, scroll.left + size.width) + 1)
  const shown = useMemo(
    () => shownColumns(columns, layout, firstColumn, lastColumn),
    [columns, layout, firstColumn, lastColumn],
  )
  const headProfiles = useHeadProfiles(source, shown, hasProfiles)
  // Computed from what is known, because reading the layout of the page at each scroll would slow the scrolling.
  const hidden = hiddenSides(layout, scroll.left, size.width - numberWidth)
  // Before the paint, so that a number that scrolls into view is never seen cut. Each cell is measured once.
  useLayoutEffect(() =>
    arranged.widen(
      [...shown.pinned, ...shown.scrolled].map(({ column }) => column),
      first,
      last,
    ),
  )
  const { loaded: loadedTotals, ...totalsState } = useTotals(source, shownTotals)
  // A total is often longer than the numbers above it.
  useLayoutEffect(() => {
    const widths = [...(loadedTotals?.texts ?? [])].map(
      ([index, text]) => [index, Math.ceil(measureText(text, 'figures')) + TOTAL_PADDING] as const,
    )
    arranged.ensure(widths)
  })

  const end: CellPlace = { row: Math.max(0, total - 1), column: Math.max(0, columns.length - 1) }

  const placeAt = (x: number, y: number): CellPlace | null => {
    const element = scroller.current
    if (element === null || total === 0) return null
    const box = element.getBoundingClientRect()
    const row = Math.floor((y - box.top - headHeight + scroll.top()) / ROW_HEIGHT)
    return {
      row: Math.min(Math.max(row, 0), end.row),
      column: columnUnder(layout, fromStart(box, x) - numberWidth, scrolledFromStart(element)),
    }
  }
  const drag = useCellDrag(scroller, placeAt, cells.select)
  const onCopy = useCopy(blocks, columns, selection, announce)
  const { lines = null } = source
  const isRow = useCallback((row: readonly Cell[]) => (lines?.subtotalOf(row) ?? null) === null, [lines])
  const sums = useSelectionSums(blocks, columns, source.columns, selection, formatNumber, isRow)
  const toggle = useRef((_: Cell) => {})
  toggle.current = (key) => {
    if (lines === null) return
    const row = lines.firstLineOf(key)
    onToggleGroup?.(key)
    // The group stays in view, although its last line has moved.
    cells.select({ row, column: selection?.focus.column ?? 0 }, false)
    scroll.reveal(row)
    scroller.current?.focus()
  }
  const toggleGroup = useCallback((key: Cell) => toggle.current(key), [])
  /** Opens a cell; in the line of a subtotal, hides or shows the rows of its group instead. */
  const openAt = (place: CellPlace | null) => {
    const row = place === null ? null : blocks.row(place.row)
    const subtotal = row === null ? null : (lines?.subtotalOf(row) ?? null)
    if (subtotal === null) open(place)
    else toggleGroup(subtotal.key)
  }

  const reveal = (place: CellPlace) => {
    scroll.reveal(place.row)
    const element = scroller.current
    if (element === null) return
    const left = revealingLeft(layout, place.column, scrolledFromStart(element), size.width - numberWidth)
    element.scrollLeft = towardsEnd(left)
  }
  const fitTo = { first, last }
  const arranging = useColumnArrangement(arranged, {
    scroller,
    numberWidth,
    selection,
    fitTo,
    onSelect: cells.set,
    reveal,
    announce,
  })
  // The pager shows the page of the focused row while that row is in view, else the page at the top of the view.
  const atRow = selection !== null && scroll.isVisible(selection.focus.row) ? selection.focus.row : scroll.topRow
  const at = pageOf(atRow, pageSize, total)
  const turnTo = (page: number) => {
    const row = firstRowOf(page, pageSize)
    scroll.scrollToTop(row)
    cells.select({ row, column: selection?.focus.column ?? 0 }, false)
  }
  const sortTo = (next: Sort) => {
    onSort(next)
    scroll.reveal(0)
  }
  const sortBy = (column: number, isAdded: boolean) => sortTo(sortedBy(sort, column, isAdded))
  const leftOf = (place: number) => numberWidth + (layout.lefts[place] ?? 0) - (place < layout.pinned ? 0 : scroll.left)

  const close = useCallback(() => {
    open(null)
    scroller.current?.focus()
  }, [open])

  const cards = useColumnCards({
    source,
    columns,
    changes,
    sort,
    onSort: sortTo,
    headAt: (place) => ({ top: 0, insetInlineStart: leftOf(place), width: layout.widths[place] ?? 0, height: headHeight }),
    formatNumber,
    hasProfiles,
    toggleProfiles: profiles?.toggle ?? null,
    arrange: (column, action) => {
      const place = { row: selection?.focus.row ?? 0, column }
      arranging.apply(action, { anchor: place, focus: place })
    },
    focusTable: () => scroller.current?.focus(),
  })

  const picking = cellPicking({ picks, columns: given, shown: columns, blocks, selection, placeAt })
  const onKeyDown = tableKeys({
    cells: { ...cells, open: openAt },
    end: total === 0 ? null : end,
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
  })
  const onDoubleClick = (event: MouseEvent) => openAt(placeAt(event.clientX, event.clientY))
  const focus = selection?.focus ?? null
  // aria-activedescendant must name an element that exists, which a cell outside the view does not.
  const isFocusHere =
    focus !== null &&
    focus.row >= first &&
    focus.row <= last &&
    (focus.column < layout.pinned || (focus.column >= firstColumn && focus.column <= lastColumn))
  const openedColumn = opened === null ? undefined : columns[opened.column]
  const filtered = useMemo(() => {
    const names = new Set(changes?.conditions.map(({ column }) => column))
    return new Set(source.columns.flatMap(({ name }, index) => (names.has(name) ? [index] : [])))
  }, [changes?.conditions, source.columns])
  const headRows = 1 + (hasGroups ? 1 : 0) + (hasProfiles ? 1 : 0)
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
        aria-description={`Arrow keys move, Enter opens a cell, S sorts by its column, M opens the menu of its column,${source.profile ? ' I shows what its column contains,' : ''} Alt Shift arrows move the column, plus and minus change its width, Ctrl C copies.${lines === null ? '' : ' In the line of a subtotal, Enter hides or shows the rows of its group.'}${picking.description}`}
        // -1 means unknown.
        aria-rowcount={source.isPart || blocks.isCounting() ? -1 : total + headRows + (footHeight === 0 ? 0 : 2)}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        aria-activedescendant={isFocusHere ? `${id}-${focus.row}-${focus.column}` : undefined}
        tabIndex={0}
        onScroll={() => {
          if (opened !== null) open(null)
          cards.close()
          scroll.onScroll()
        }}
        onKeyDown={onKeyDown}
        onFocus={({ target, currentTarget }) => {
          if (target === currentTarget) receiveCopies(currentTarget)
        }}
        onCopy={onCopy}
      >
        <TableHead
          source={source}
          arranged={arranged}
          shown={shown}
          hasGroups={hasGroups}
          filtered={filtered}
          numberWidth={numberWidth}
          sort={sort}
          onSort={sortBy}
          onMenu={cards.openMenu}
          fitTo={fitTo}
          drag={arranging.drag}
          profiles={
            hasProfiles && (
              <ProfileRow
                source={source}
                profiles={headProfiles}
                columns={columns}
                shown={shown}
                changes={changes}
                numberWidth={numberWidth}
                rowIndex={headRows}
                formatDay={profiles.formatDay}
              />
            )
          }
        />
        <div className={styles.canvas} style={{ height: scroll.height, width: numberWidth + layout.width, minWidth: '100%' }}>
          {/* biome-ignore lint/a11y/useSemanticElements: see the row. */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys, among them Space. */}
          <div
            className={styles.rows}
            role="rowgroup"
            aria-busy={blocks.isBusy()}
            style={{ top: scroll.shift + first * ROW_HEIGHT }}
            data-picks={picks?.onPick ? '' : undefined}
            onClick={picking.onClick}
            onDoubleClick={onDoubleClick}
            {...drag}
          >
            <TableRows
              blocks={blocks}
              first={first}
              last={last}
              poolSize={scroll.poolSize}
              headRows={headRows}
              shown={shown}
              numberWidth={numberWidth}
              selection={selection}
              pickColumn={picks?.column ?? -1}
              picked={picks?.picked ?? null}
              looks={looks}
              lines={lines}
              onToggle={toggleGroup}
              idPrefix={id}
            />
          </div>
        </div>
        {footHeight > 0 && (
          <TableFoot
            source={source}
            totals={shownTotals}
            loaded={loadedTotals}
            hasFailed={totalsState.hasFailed}
            onRetry={totalsState.retry}
            shown={shown}
            numberWidth={numberWidth}
            width={numberWidth + layout.width}
            viewWidth={size.width}
            columnCount={columns.length}
            rowIndex={total + headRows + 1}
          />
        )}
      </div>
      <div className={styles.focusFrame} />
      <div
        className={styles.shades}
        data-more-before={hidden.left || undefined}
        data-more-after={hidden.right || undefined}
        style={{
          insetInlineStart: numberWidth + layout.pinnedWidth,
          width: Math.max(0, size.width - numberWidth - layout.pinnedWidth),
          height: size.height,
        }}
      />
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
            top: headHeight + opened.row * ROW_HEIGHT - scroll.top(),
            insetInlineStart: leftOf(opened.column),
            width: layout.widths[opened.column] ?? 0,
            height: ROW_HEIGHT,
          }}
          onClose={close}
        />
      )}
      {cards.card}
      {at !== null && <RowPager at={at} total={total} onPage={turnTo} />}
      <TableStatus hasFailed={failure !== null} text={statusMessage || sums} onRetry={() => blocks.retry()} />
    </div>
  )
}

/** Padding of a total, and what keeps its text from being cut where the browser rounds positions or bold is wider. */
const TOTAL_PADDING = CELL_PADDING + 8
