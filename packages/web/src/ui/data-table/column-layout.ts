import type { Cell } from '@sightline/contract/results.ts'
import type { ReactNode } from 'react'

/** How one column of the source is shown. */
export interface DataColumn {
  /** Index of the column in the source. */
  index: number
  title: string
  /** '' for none; shown with the name and type when the head is hovered. */
  description: string
  align: 'left' | 'center' | 'right'
  /** What a cell that is not null reads. */
  format(cell: Cell): string
  /** What a cell that is null reads. */
  nullText: string
  /** Markup for a cell that is not null, such as a link; null when the text is shown as it is. */
  render: ((cell: Cell, row: readonly Cell[]) => ReactNode) | null
}

/** What stands for null where nobody has chosen something else. */
export const NULL_TEXT = '—'

export const MIN_COLUMN_WIDTH = 48
const MAX_FITTED_WIDTH = 360
/** Room that is left over widens a column to at most this, or twice its own width: a single number does not belong at the far right. */
const MAX_STRETCHED_WIDTH = 420
/** Padding at both sides and the hairline. */
export const CELL_PADDING = 25
/** The type icon, its gap and room for the sort arrow with its rank. */
const HEAD_EXTRA = CELL_PADDING + 44

/** The width of a text in pixels, in the font of heads or of cells. */
export type Measure = (text: string, part: 'head' | 'cell') => number

/** The width that shows a column's head and sample cells whole, up to a bound. */
export function fittedWidth(column: DataColumn, sample: readonly (readonly Cell[])[], measure: Measure): number {
  let width = measure(column.title, 'head') + HEAD_EXTRA
  for (const row of sample) {
    const cell = row[column.index] ?? null
    // A text that is far too long anyway is not worth measuring whole.
    if (cell !== null) width = Math.max(width, measure(column.format(cell).slice(0, 80), 'cell') + CELL_PADDING)
  }
  return Math.ceil(Math.min(Math.max(width, MIN_COLUMN_WIDTH), MAX_FITTED_WIDTH))
}

/** Where columns are, in pixels from the left edge of the first one. */
export interface ColumnLayout {
  lefts: number[]
  widths: number[]
  width: number
}

/** The width of a column by its content and, where somebody has resized it, the one set by hand; pixels. */
export interface ColumnWidth {
  fitted: number
  chosen?: number | undefined
}

/**
 * Lays columns side by side. Room that is left over is shared out by width among those that nobody has resized.
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

/** The column at a distance from the left edge; the last one beyond the end. */
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
 * How far the columns are scrolled so that one of them is in sight, in pixels: no farther than it takes.
 * @param left how far they are scrolled now
 * @param available width of the view without the row numbers
 */
export function revealingLeft({ lefts, widths }: ColumnLayout, place: number, left: number, available: number): number {
  const from = lefts[place] ?? 0
  const to = from + (widths[place] ?? 0)
  if (from < left) return from
  return to > left + available ? to - available : left
}

/** A column that is in sight, with its place and width. */
export interface VisibleColumn {
  column: DataColumn
  place: number
  width: number
}

/** The columns from the first to the last that is in sight. */
export function visibleColumns(
  columns: readonly DataColumn[],
  { widths }: ColumnLayout,
  first: number,
  last: number,
): VisibleColumn[] {
  return columns.slice(first, last + 1).map((column, at) => ({ column, place: first + at, width: widths[first + at] ?? 0 }))
}
