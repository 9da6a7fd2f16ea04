import type { Cell } from '@sightline/contract/results.ts'
import { useState } from 'react'
import { type DataColumn, fittedWidth } from './column-layout.ts'
import { measureText } from './measure.ts'
import type { RowBlocks } from './row-blocks.ts'

/** Rows whose texts decide how wide columns are at first, and how many of their cells are measured at most. */
const SAMPLE_ROWS = 60
const SAMPLE_CELLS = 12_000

interface Fitted {
  titles: string
  hasSample: boolean
  widths: ReadonlyMap<number, number>
}

/** Widths by head and first rows, for each column by its index. Once rows have decided them they stay: nothing jumps while scrolling, searching or running again. */
export function useFittedWidths(columns: readonly DataColumn[], blocks: RowBlocks): ReadonlyMap<number, number> {
  const titles = columns.map((column) => `${column.index} ${column.title}`).join('\n')
  const hasSample = blocks.row(0) !== null
  const [fitted, setFitted] = useState<Fitted | null>(null)
  if (fitted !== null && fitted.titles === titles && (fitted.hasSample || !hasSample)) return fitted.widths
  const rows = Math.max(1, Math.min(SAMPLE_ROWS, Math.floor(SAMPLE_CELLS / columns.length)))
  const widths = new Map(columns.map((column) => [column.index, widthFor(column, blocks, 0, rows - 1)]))
  setFitted({ titles, hasSample, widths })
  return widths
}

/** The width that a column takes to show some rows, as far as they are in memory. */
export function widthFor(column: DataColumn, blocks: RowBlocks, first: number, last: number): number {
  const rows: (readonly Cell[])[] = []
  for (let row = first; row <= last; row++) {
    const cells = blocks.row(row)
    if (cells) rows.push(cells)
  }
  return fittedWidth(column, rows, measureText)
}
