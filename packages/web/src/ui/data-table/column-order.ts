import { useMemo, useState } from 'react'
import { type ColumnLayout, columnLayout, type DataColumn, MIN_COLUMN_WIDTH } from './column-layout.ts'
import { cellMeter, useFittedWidths, widthsFor } from './column-widths.ts'
import { loadedRows, type RowBlocks } from './row-blocks.ts'

/** A move of adjacent columns. */
export interface ColumnMove {
  /** Positions of the first and the last of them, counted from 0. */
  left: number
  right: number
  /** The position, before the move, of the column they are inserted before; the number of columns for the end. */
  gap: number
}

/** Whether a move changes the order. */
export function changesOrder({ left, right, gap }: ColumnMove): boolean {
  return gap < left || gap > right + 1
}

/** Reorders items by a move. */
export function afterMove<Item>(items: readonly Item[], { left, right, gap }: ColumnMove): Item[] {
  const moving = items.slice(left, right + 1)
  const [before, after] = [items.slice(0, gap), items.slice(gap)]
  const rest = (part: readonly Item[], from: number) => part.filter((_, at) => from + at < left || from + at > right)
  return [...rest(before, 0), ...moving, ...rest(after, gap)]
}

/** The new position of the column that was at a position before a move. */
export function placeAfter(place: number, { left, right, gap }: ColumnMove): number {
  const count = right - left + 1
  if (place >= left && place <= right) return place + (gap > right ? gap - right - 1 : gap - left)
  if (place >= gap && place < left) return place + count
  if (place > right && place < gap) return place - count
  return place
}

/** Where a key moves columns: one position to a side, or to an end of the table. */
export type MoveTarget = 'left' | 'right' | 'first' | 'last'

/**
 * The move that a key makes.
 * @param count columns of the table
 * @returns null if the columns are already at that end
 */
export function moveTowards(aim: MoveTarget, left: number, right: number, count: number): ColumnMove | null {
  if (aim === 'left' || aim === 'first') return left === 0 ? null : { left, right, gap: aim === 'first' ? 0 : left - 1 }
  return right === count - 1 ? null : { left, right, gap: aim === 'last' ? count : right + 2 }
}

/** The columns of a table in the order and with the widths that the user has given them. */
export interface ArrangedColumns {
  columns: readonly DataColumn[]
  layout: ColumnLayout
  move(move: ColumnMove): void
  /** @param widths columns with their new widths, pixels */
  resize(widths: readonly (readonly [DataColumn, number])[]): void
  /** Fits columns to the rows from the first to the last. */
  fit(columns: readonly DataColumn[], first: number, last: number): void
  /** Widens columns in which a number or date of these rows would be cut. */
  widen(columns: readonly DataColumn[], first: number, last: number): void
  /** Widens columns to a least width. @param widths pixels by column index */
  ensure(widths: readonly (readonly [number, number])[]): void
}

interface Order {
  /** The columns that the order is for; other columns start in their own order. */
  of: string
  indexes: readonly number[]
}

/**
 * Order and widths of columns, which the user can change.
 * @param given the columns in their initial order
 * @param available width of the view without the row numbers, pixels
 */
export function useColumns(given: readonly DataColumn[], blocks: RowBlocks, available: number): ArrangedColumns {
  const [order, setOrder] = useState<Order | null>(null)
  const [chosen, setChosen] = useState<ReadonlyMap<number, number>>(new Map())
  const [least, setLeast] = useState<ReadonlyMap<number, number>>(new Map())
  const [meter] = useState(() => cellMeter())
  const fitted = useFittedWidths(given, blocks)

  const of = useMemo(() => given.map(({ index }) => index).join(), [given])
  const columns = useMemo(() => pinnedFirst(order?.of === of ? inOrder(given, order.indexes) : given), [given, order, of])
  const layout = useMemo(() => {
    const widths = columns.map(({ index }) => {
      const own = fitted.get(index) ?? UNFITTED
      return { ...own, least: Math.max(own.least, least.get(index) ?? 0), chosen: chosen.get(index) }
    })
    return columnLayout(widths, available, columns.filter(({ isPinned }) => isPinned).length)
  }, [columns, fitted, least, chosen, available])
  const leastOf = (index: number) => Math.max(fitted.get(index)?.least ?? 0, least.get(index) ?? 0)

  const resize: ArrangedColumns['resize'] = (widths) =>
    setChosen((now) => {
      const next = new Map(now)
      for (const [{ index }, width] of widths) next.set(index, Math.max(MIN_COLUMN_WIDTH, width))
      return next
    })
  return {
    columns,
    layout,
    move: (move) => setOrder({ of, indexes: afterMove(columns, move).map(({ index }) => index) }),
    resize,
    fit: (some, first, last) => resize(some.map((column) => [column, widthsFor(column, blocks, first, last).fitted])),
    widen(some, first, last) {
      const rows = loadedRows(blocks, first, last)
      const wider = some.flatMap((column) => {
        const width = meter.leastWidth(column, rows)
        return width > leastOf(column.index) ? [[column.index, width] as const] : []
      })
      if (wider.length > 0) setLeast((now) => new Map([...now, ...wider]))
    },
    ensure(widths) {
      const wider = widths.filter(([index, width]) => width > leastOf(index))
      if (wider.length > 0) setLeast((now) => new Map([...now, ...wider]))
    },
  }
}

const UNFITTED = { fitted: MIN_COLUMN_WIDTH, whole: MIN_COLUMN_WIDTH, least: MIN_COLUMN_WIDTH }

const pinnedFirst = (columns: readonly DataColumn[]): readonly DataColumn[] =>
  columns.toSorted((one, other) => Number(other.isPinned) - Number(one.isPinned))

function inOrder(columns: readonly DataColumn[], indexes: readonly number[]): DataColumn[] {
  const byIndex = new Map(columns.map((column) => [column.index, column]))
  return indexes.flatMap((index) => byIndex.get(index) ?? [])
}
