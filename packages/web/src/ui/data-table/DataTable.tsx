import type { Cell } from '@sightline/contract/results.ts'
import type { CellLooks } from '@sightline/domain/table-columns/cell-looks.ts'
import type { ColumnTotal } from '@sightline/domain/table-columns/table-totals.ts'
import { useCallback, useId, useMemo } from 'react'
import { CellPopover } from './CellPopover.tsx'
import type { CellPicks } from './cell-picks.ts'
import { DropMark } from './column-drag.tsx'
import type { DataColumn } from './column-layout.ts'
import { receiveCopies } from './copy-cells.ts'
import styles from './data-table.module.css'
import { EdgeShades } from './EdgeShades.tsx'
import { ProfileRow } from './ProfileRow.tsx'
import { firstRowOf, pageOf, RowPager } from './RowPager.tsx'
import type { RowSource, Sort } from './row-source.ts'
import { useSelection } from './selection.ts'
import { useSelectionSums } from './selection-sums.ts'
import { FOOT_HEIGHT, TableFoot, useTotals } from './TableFoot.tsx'
import { TableHead } from './TableHead.tsx'
import { TableRows } from './TableRows.tsx'
import { TableStatus, useStatusMessage } from './TableStatus.tsx'
import type { TableChanges } from './table-changes.ts'
import { keysDescription } from './table-keys.ts'
import { ROW_HEIGHT } from './table-scroll.ts'
import { useHeadProfiles } from './use-head-profiles.ts'
import { useTableActions } from './use-table-actions.ts'
import { useTableView } from './use-table-view.ts'

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
  /** The columns whose cells can be picked, and the picked value that marks its rows; null or omitted if there is none. */
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
  const cells = useSelection()
  const { selection, opened } = cells
  const [statusMessage, announce] = useStatusMessage()
  const hasProfiles = profiles?.areShown === true
  const shownTotals = source.totals === undefined ? noTotals : totals
  const footHeight = shownTotals.length > 0 ? FOOT_HEIGHT : 0
  const view = useTableView({ source, columns: given, sort, hasProfiles, footHeight })
  const { blocks, total, scroll, arranged, shown, numberWidth, headRows } = view
  const { columns, layout } = arranged
  const headProfiles = useHeadProfiles(source, shown, hasProfiles)
  const totalsResult = useTotals(source, shownTotals, arranged)
  const actions = useTableActions({
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
    toggleProfiles: profiles?.toggle ?? null,
    announce,
  })
  const { lines = null } = source
  const isRow = useCallback((row: readonly Cell[]) => (lines?.subtotalOf(row) ?? null) === null, [lines])
  const sums = useSelectionSums(blocks, columns, source.columns, selection, formatNumber, isRow)

  // The pager shows the page of the focused row while that row is in view, else the page at the top of the view.
  const atRow = selection !== null && scroll.isVisible(selection.focus.row) ? selection.focus.row : scroll.topRow
  const at = pageOf(atRow, pageSize, total)
  const turnTo = (page: number) => {
    const row = firstRowOf(page, pageSize)
    scroll.scrollToTop(row)
    cells.select({ row, column: selection?.focus.column ?? 0 }, false)
  }
  const filtered = useMemo(() => {
    const names = new Set(changes?.conditions.map(({ column }) => column))
    return new Set(source.columns.flatMap(({ name }, index) => (names.has(name) ? [index] : [])))
  }, [changes?.conditions, source.columns])
  const openedColumn = opened === null ? undefined : columns[opened.column]
  const openedCells = opened === null ? null : blocks.row(opened.row)
  const failure = blocks.failure()
  return (
    <div className={styles.root} data-paged={at !== null || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: a table element cannot hold a part of a million rows. */}
      <div
        ref={view.ref}
        className={styles.scroller}
        data-table-scroller
        role="grid"
        aria-label={label}
        aria-description={[...keysDescription(source), ...actions.pickDescription].join(' ')}
        // -1 means unknown.
        aria-rowcount={source.isPart || blocks.isCounting() ? -1 : total + headRows + (footHeight === 0 ? 0 : 2)}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        // It must name an element that exists, which a cell outside the view does not.
        aria-activedescendant={
          selection !== null && view.isRendered(selection.focus)
            ? `${id}-${selection.focus.row}-${selection.focus.column}`
            : undefined
        }
        tabIndex={0}
        onScroll={actions.onScroll}
        onKeyDown={actions.onKeyDown}
        onFocus={({ target, currentTarget }) => {
          if (target === currentTarget) receiveCopies(currentTarget)
        }}
        onCopy={actions.onCopy}
      >
        <TableHead
          source={source}
          arranged={arranged}
          shown={shown}
          hasGroups={view.hasGroups}
          filtered={filtered}
          numberWidth={numberWidth}
          sort={sort}
          onSort={actions.sortBy}
          onMenu={actions.cards.openMenu}
          fitTo={actions.fitTo}
          drag={actions.columnDrag}
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
          <div
            className={styles.rows}
            role="rowgroup"
            aria-busy={blocks.isBusy()}
            style={{ top: scroll.shift + scroll.first * ROW_HEIGHT }}
            data-picks={picks?.onPick ? '' : undefined}
            {...actions.rowHandlers}
          >
            <TableRows
              blocks={blocks}
              first={scroll.first}
              last={scroll.last}
              poolSize={scroll.poolSize}
              headRows={headRows}
              shown={shown}
              numberWidth={numberWidth}
              selection={selection}
              pickColumns={picks?.columns ?? null}
              picked={picks?.picked ?? null}
              looks={looks}
              lines={lines}
              onToggle={actions.toggleGroup}
              idPrefix={id}
            />
          </div>
        </div>
        {footHeight > 0 && (
          <TableFoot source={source} totals={shownTotals} result={totalsResult} view={view} rowIndex={total + headRows + 1} />
        )}
      </div>
      <div className={styles.focusFrame} />
      <EdgeShades view={view} />
      {actions.columnDrag.dragged !== null && (
        <DropMark
          dragged={actions.columnDrag.dragged}
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
          at={view.cellAt(opened)}
          onClose={actions.close}
        />
      )}
      {actions.cards.card}
      {at !== null && <RowPager at={at} total={total} hasSubtotals={lines !== null} onPage={turnTo} />}
      <TableStatus hasFailed={failure !== null} text={statusMessage || sums} onRetry={() => blocks.retry()} />
    </div>
  )
}
