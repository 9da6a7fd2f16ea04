import type { Cell } from '@sightline/contract/results.ts'
import { type ReactNode, useState } from 'react'
import type { RowBlocks } from './row-blocks.ts'

/** How one column of the source is shown. */
export interface DataColumn {
  /** Index of the column in the source. */
  index: number
  title: string
  /** '' for none; part of the tooltip of the head. */
  description: string
  align: 'left' | 'center' | 'right'
  /** Formats a cell that is not null. */
  format(cell: Cell): string
  /** Text of a null cell. */
  nullText: string
  /** Renders a cell that is not null, such as a link; null to show the formatted text. */
  render: ((cell: Cell, row: readonly Cell[]) => ReactNode) | null
}

/** Text of a null cell unless the installation sets another one. */
export const NULL_TEXT = '—'

export const MIN_COLUMN_WIDTH = 48
const MAX_FITTED_WIDTH = 360
/** Spare room widens a column to at most this, or to twice its own width, so that a single number does not end up at the far right. */
const MAX_STRETCHED_WIDTH = 420
/** Padding at both sides and the border. */
export const CELL_PADDING = 25
/** The type icon, its gap and room for the sort arrow with its rank. */
const HEAD_EXTRA = CELL_PADDING + 44

/** The width of a text in pixels, in the font of heads or of cells. */
export type Measure = (text: string, part: 'head' | 'cell') => number

/** The width in pixels that shows a column's head and sample cells in full, up to a limit. */
export function fittedWidth(column: DataColumn, sample: readonly (readonly Cell[])[], measure: Measure): number {
  let width = measure(column.title, 'head') + HEAD_EXTRA
  for (const row of sample) {
    const cell = row[column.index] ?? null
    // 80 characters are wider than the limit, so the rest need not be measured.
    if (cell !== null) width = Math.max(width, measure(column.format(cell).slice(0, 80), 'cell') + CELL_PADDING)
  }
  return Math.ceil(Math.min(Math.max(width, MIN_COLUMN_WIDTH), MAX_FITTED_WIDTH))
}

/** Positions of columns, in pixels from the left edge of the first one. */
export interface ColumnLayout {
  lefts: number[]
  widths: number[]
  width: number
}

/** The width of a column that fits its content and, if the user has resized it, the chosen one; pixels. */
export interface ColumnWidth {
  fitted: number
  chosen?: number | undefined
}

/**
 * Lays columns side by side. Spare room is distributed by width among the columns that the user has not resized.
 * @param available width of the view without the row numbers
 */
export function columnLayout(columns: readonly ColumnWidth[], available: number): ColumnLayout {
  const spare = available - columns.reduce((sum, { fitted, chosen }) => sum + (chosen ?? fitted), 0)
  const elastic = columns.reduce((sum, { fitted, chosen }) => (chosen === undefined ? sum + fitted : sum), 0)
  const widths = columns.map(({ fitted, chosen }) => {
    if (chosen !== undefined || spare <= 0) return chosen ?? fitted
    return Math.min(fitted + Math.floor((spare * fitted) / elastic), Math.max(2 * fitted, MAX_STRETCHED_WIDTH))
  })
  const lefts: number[] = []
  let width = 0
  for (const each of widths) {
    lefts.push(width)
    width += each
  }
  return { lefts, widths, width }
}

/** The column at a distance from the left edge, by binary search; the last one if the distance is beyond the end. */
export function columnAt({ lefts }: ColumnLayout, x: number): number {
  let low = 0
  let high = lefts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((lefts[middle] ?? 0) <= x) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * The least horizontal scrolling that brings a column into view.
 * @param left current scroll position, pixels
 * @param available width of the view without the row numbers
 * @returns the new scroll position, pixels
 */
export function revealingLeft({ lefts, widths }: ColumnLayout, place: number, left: number, available: number): number {
  const from = lefts[place] ?? 0
  const to = from + (widths[place] ?? 0)
  if (from < left) return from
  return to > left + available ? to - available : left
}

/** A visible column with its position among all columns and its width. */
export interface VisibleColumn {
  column: DataColumn
  place: number
  width: number
}

/** The columns from the first to the last visible one. */
export function visibleColumns(
  columns: readonly DataColumn[],
  { widths }: ColumnLayout,
  first: number,
  last: number,
): VisibleColumn[] {
  return columns.slice(first, last + 1).map((column, at) => ({ column, place: first + at, width: widths[first + at] ?? 0 }))
}

/** Columns are first fitted to this many rows, or to fewer if these have more cells than the second limit. */
const SAMPLE_ROWS = 60
const SAMPLE_CELLS = 12_000

interface FittedWidths {
  titles: string
  hasSample: boolean
  widths: ReadonlyMap<number, number>
}

/**
 * Fitted widths by column index. They are measured on the heads and the first rows and then stay, so that nothing jumps while
 * scrolling, searching or running the query again.
 */
export function useFittedWidths(columns: readonly DataColumn[], blocks: RowBlocks): ReadonlyMap<number, number> {
  const titles = columns.map((column) => `${column.index} ${column.title}`).join('\n')
  const hasSample = blocks.row(0) !== null
  const [fitted, setFitted] = useState<FittedWidths | null>(null)
  if (fitted !== null && fitted.titles === titles && (fitted.hasSample || !hasSample)) return fitted.widths
  const rows = Math.max(1, Math.min(SAMPLE_ROWS, Math.floor(SAMPLE_CELLS / columns.length)))
  const widths = new Map(columns.map((column) => [column.index, widthFor(column, blocks, 0, rows - 1)]))
  setFitted({ titles, hasSample, widths })
  return widths
}

/** The width that a column needs for a range of rows, as far as these are loaded. */
export function widthFor(column: DataColumn, blocks: RowBlocks, first: number, last: number): number {
  const rows: (readonly Cell[])[] = []
  for (let row = first; row <= last; row++) {
    const cells = blocks.row(row)
    if (cells) rows.push(cells)
  }
  return fittedWidth(column, rows, measureText)
}

const fonts = { head: '500 12px "Inter Variable", sans-serif', cell: '400 12.5px "Inter Variable", sans-serif' }

let context: CanvasRenderingContext2D | null = null

/** Measures texts on a canvas, which causes no layout of the page. */
export const measureText: Measure = (text, part) => {
  context ??= document.createElement('canvas').getContext('2d')
  if (context === null) return text.length * 7
  context.font = fonts[part]
  if (part === 'head') return context.measureText(text).width
  // Cells use tabular figures, which a canvas cannot measure: digits and the signs in dates are about as wide as a zero.
  const digits = text.match(/[\d:+-]/g)?.length ?? 0
  return context.measureText(text.replace(/[\d:+-]/g, '0')).width + digits * TABULAR_EXTRA
}

/** Pixels by which a tabular digit may be wider than a proportional zero. */
const TABULAR_EXTRA = 0.25
