import { useCallback, useState } from 'react'
import type { CellRectangle } from './CellPopover.tsx'
import { ColumnFilterCard } from './ColumnFilterCard.tsx'
import { ColumnFormatCard } from './ColumnFormatCard.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import { ColumnProfileCard } from './ColumnProfileCard.tsx'
import type { ColumnAction } from './column-arrangement.ts'
import type { DataColumn } from './column-layout.ts'
import type { RowSource, Sort } from './row-source.ts'
import type { TableChanges } from './table-changes.ts'

/** The card that is open below the head of a column. */
type OpenCard = { kind: 'menu' | 'filter' | 'format' | 'values'; place: number }

interface ColumnCardsOptions {
  source: RowSource
  columns: readonly DataColumn[]
  changes: TableChanges | null
  sort: Sort
  onSort(sort: Sort): void
  /** Rectangle of the head at a place. */
  headAt(place: number): CellRectangle
  formatNumber(value: number): string
  hasProfiles: boolean
  /** null where the profiles of columns are always shown, or never. */
  toggleProfiles: (() => void) | null
  /** Moves the column at a place or changes its width. */
  arrange(place: number, action: ColumnAction): void
  /** Gives the focus back to the table. */
  focusTable(): void
}

interface ColumnCards {
  openMenu(place: number): void
  openValues(place: number): void
  close(): void
  /** The open card; null for none. */
  card: React.ReactNode
}

/** The menu of a column, its filter and its values, of which one is open at a time. */
export function useColumnCards(table: ColumnCardsOptions): ColumnCards {
  const { source, columns, changes, sort, onSort, headAt, formatNumber, hasProfiles, toggleProfiles, arrange, focusTable } =
    table
  const [open, setOpen] = useState<OpenCard | null>(null)
  const close = useCallback(() => setOpen(null), [])
  const leave = () => {
    close()
    focusTable()
  }
  const column = open === null ? undefined : columns[open.place]
  const origin = column && source.columns[column.index]

  const card = () => {
    if (open === null || column === undefined || origin === undefined) return null
    const at = headAt(open.place)
    const conditions = (changes?.conditions ?? []).filter((condition) => condition.column === origin.name)
    if (open.kind === 'values')
      return (
        <ColumnProfileCard
          key={column.index}
          source={source}
          column={column}
          at={at}
          formatNumber={formatNumber}
          onClose={leave}
        />
      )
    if (open.kind === 'format')
      return (
        <ColumnFormatCard key={column.index} title={column.title} at={at} onClose={leave}>
          {changes?.formatFields(origin.name)}
        </ColumnFormatCard>
      )
    if (open.kind === 'filter')
      return (
        <ColumnFilterCard
          key={column.index}
          source={source}
          origin={origin}
          column={column}
          conditions={conditions}
          at={at}
          onFilter={(next) => {
            changes?.filter(origin.name, next)
            leave()
          }}
          onClose={leave}
        />
      )
    const show = (kind: OpenCard['kind']) => () => setOpen({ kind, place: open.place })
    const then = (act: () => void) => () => {
      act()
      focusTable()
    }
    const isSorted = sort.some((entry) => entry.column === column.index)
    return (
      <ColumnMenu
        column={column}
        hasProfiles={hasProfiles}
        at={at}
        actions={{
          sort: (descending) => {
            onSort([{ column: column.index, descending }])
            focusTable()
          },
          clearSort: isSorted ? then(() => onSort(sort.filter((entry) => entry.column !== column.index))) : null,
          filter: changes && source.filter ? show('filter') : null,
          clearFilter: changes && conditions.length > 0 ? then(() => changes.filter(origin.name, [])) : null,
          format: changes && changes.formatFields(origin.name) !== null ? show('format') : null,
          totals: changes && source.totals ? changes.totals(origin.name) : [],
          summarize: (total) => {
            changes?.summarize(origin.name, total)
            focusTable()
          },
          groupBy: changes?.groupBy ? () => changes.groupBy?.(origin.name) : null,
          pin: changes && then(() => changes.pin(origin.name, !column.isPinned)),
          hide: changes && columns.length > 1 ? then(() => changes.hide(origin.name)) : null,
          showValues: source.profile ? show('values') : null,
          toggleProfiles: toggleProfiles && then(toggleProfiles),
          reset: changes?.reset ? then(changes.reset) : null,
          arrange: (action) => then(() => arrange(open.place, action))(),
          neighbours: { left: open.place > 0, right: open.place < columns.length - 1 },
        }}
        // An entry may have opened another card by now.
        onClose={() => {
          setOpen((now) => (now?.kind === 'menu' ? null : now))
          focusTable()
        }}
      />
    )
  }
  return {
    openMenu: (place) => setOpen({ kind: 'menu', place }),
    openValues: (place) => setOpen(source.profile === undefined ? null : { kind: 'values', place }),
    close,
    card: card(),
  }
}
