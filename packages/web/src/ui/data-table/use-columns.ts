import { useMemo, useState } from 'react'
import { type ColumnLayout, columnLayout, type DataColumn, MIN_COLUMN_WIDTH } from './column-layout.ts'
import { afterMove, type ColumnMove } from './column-order.ts'
import type { RowBlocks } from './row-blocks.ts'
import { useFittedWidths, widthFor } from './use-fitted-widths.ts'

/** The columns of a table as whoever reads it has arranged them. */
export interface ArrangedColumns {
  columns: readonly DataColumn[]
  layout: ColumnLayout
  move(move: ColumnMove): void
  /** @param widths columns with the width that each of them gets, pixels */
  resize(widths: readonly (readonly [DataColumn, number])[]): void
  /** Gives columns the width that the rows from the first to the last need. */
  fit(columns: readonly DataColumn[], first: number, last: number): void
}

interface Order {
  /** The columns that were given when it was made: others begin anew. */
  of: string
  indexes: readonly number[]
}

/**
 * Order and widths of columns, chosen by hand on top of what is given.
 * @param given the columns in the order they are stored in
 * @param available width of the view without the row numbers, pixels
 */
export function useColumns(given: readonly DataColumn[], blocks: RowBlocks, available: number): ArrangedColumns {
  const [order, setOrder] = useState<Order | null>(null)
  const [chosen, setChosen] = useState<ReadonlyMap<number, number>>(new Map())
  const fitted = useFittedWidths(given, blocks)

  const of = useMemo(() => given.map(({ index }) => index).join(), [given])
  const columns = useMemo(() => (order?.of === of ? inOrder(given, order.indexes) : given), [given, order, of])
  const layout = useMemo(() => {
    const widths = columns.map(({ index }) => ({ fitted: fitted.get(index) ?? MIN_COLUMN_WIDTH, chosen: chosen.get(index) }))
    return columnLayout(widths, available)
  }, [columns, fitted, chosen, available])

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
    fit: (some, first, last) => resize(some.map((column) => [column, widthFor(column, blocks, first, last)])),
  }
}

function inOrder(columns: readonly DataColumn[], indexes: readonly number[]): DataColumn[] {
  const byIndex = new Map(columns.map((column) => [column.index, column]))
  return indexes.flatMap((index) => byIndex.get(index) ?? [])
}
