import type { Cell } from '@sightline/contract/results.ts'
import { useState } from 'react'
import { type ColumnWidth, type DataColumn, MIN_COLUMN_WIDTH } from './column-layout.ts'
import { loadedRows, type RowBlocks } from './row-blocks.ts'
import { type Measure, measureText } from './text-width.ts'

/** A text column is fitted to at most this; pixels. */
const MAX_FITTED_WIDTH = 360
/** Padding at both sides and the border. */
export const CELL_PADDING = 25
/** The type icon, its gap and room for the sort arrow with its rank. */
const HEAD_EXTRA = CELL_PADDING + 44
/** Keeps a text that just fits from being cut where the browser rounds positions. */
const RESERVE = 2
/** Longer cells do not widen a column further. */
const MAX_MEASURED_CHARACTERS = 80

/** The width in pixels that the cell of a row needs; the cell must not be null. */
function cellWidth(column: DataColumn, cell: Cell, row: readonly Cell[], measure: Measure): number {
  if (column.cellWidth !== undefined) return column.cellWidth
  // Hardly any number or date is longer than this.
  const text = `${column.format(cell)}${column.besides?.(row) ?? ''}`.slice(0, MAX_MEASURED_CHARACTERS)
  return Math.ceil(measure(text, column.kind === 'text' ? 'text' : 'figures')) + CELL_PADDING + RESERVE
}

/** The widths that a column needs for its head and sample rows. */
export function fittedWidths(column: DataColumn, sample: readonly (readonly Cell[])[], measure: Measure): ColumnWidth {
  const head = Math.ceil(measure(column.title, 'head')) + HEAD_EXTRA
  let cells = MIN_COLUMN_WIDTH
  for (const row of sample) {
    const cell = row[column.index] ?? null
    if (cell !== null) cells = Math.max(cells, cellWidth(column, cell, row, measure))
  }
  const least = column.kind === 'text' ? MIN_COLUMN_WIDTH : cells
  const whole = Math.max(head, cells)
  return { least, whole, fitted: Math.max(least, Math.min(whole, MAX_FITTED_WIDTH)) }
}

/** Columns are first fitted to this many rows, or to fewer if these have more cells than the second limit. */
const SAMPLE_ROWS = 60
const SAMPLE_CELLS = 12_000

interface MeasuredColumns {
  titles: string
  hasSample: boolean
  widths: ReadonlyMap<number, ColumnWidth>
}

/**
 * Fitted widths by column index. They are measured on the heads and the first rows and then stay, so that nothing jumps while
 * scrolling, searching or running the query again.
 */
export function useFittedWidths(columns: readonly DataColumn[], blocks: RowBlocks): ReadonlyMap<number, ColumnWidth> {
  const titles = columns.map((column) => `${column.index} ${column.title}`).join('\n')
  const hasSample = blocks.row(0) !== null
  const [measured, setMeasured] = useState<MeasuredColumns | null>(null)
  if (measured !== null && measured.titles === titles && (measured.hasSample || !hasSample)) return measured.widths
  const rows = Math.max(1, Math.min(SAMPLE_ROWS, Math.floor(SAMPLE_CELLS / columns.length)))
  const widths = new Map(columns.map((column) => [column.index, widthsFor(column, blocks, 0, rows - 1)]))
  setMeasured({ titles, hasSample, widths })
  return widths
}

/** The widths that a column needs for a range of rows, as far as these are loaded. */
export const widthsFor = (column: DataColumn, blocks: RowBlocks, first: number, last: number): ColumnWidth =>
  fittedWidths(column, loadedRows(blocks, first, last), measureText)

/** Measures the numbers and dates of rows as they come into view. */
export interface CellMeter {
  /** The least width in which no cell of a column is cut; 0 for texts and if all these rows were measured before. */
  leastWidth(column: DataColumn, rows: readonly (readonly Cell[])[]): number
}

export function cellMeter(measure: Measure = measureText): CellMeter {
  const measured = new WeakMap<DataColumn, WeakSet<readonly Cell[]>>()
  return {
    leastWidth(column, rows) {
      if (column.kind === 'text') return 0
      const known = measured.get(column) ?? new WeakSet()
      measured.set(column, known)
      let width = 0
      for (const row of rows) {
        if (known.has(row)) continue
        known.add(row)
        const cell = row[column.index] ?? null
        if (cell !== null) width = Math.max(width, cellWidth(column, cell, row, measure))
      }
      return width
    },
  }
}
