import type { Cell } from '@sightline/contract/results.ts'
import type { ReactNode } from 'react'

/** How one column of the source is shown. */
export interface DataColumn {
  /** Index of the column in the source. */
  index: number
  title: string
  /** '' for none; part of the tooltip of the head. */
  description: string
  align: 'left' | 'center' | 'right'
  /** Numbers have figures of one width. Numbers and dates are never cut, because a part of one reads as another value. */
  kind: 'text' | 'number' | 'date'
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

/** Positions of columns, in pixels from the left edge of the first one. */
export interface ColumnLayout {
  lefts: number[]
  widths: number[]
  width: number
}

/** The widths from which the width of a column follows; pixels. */
export interface ColumnWidth {
  /** Shows the head and the cells, up to a limit. */
  fitted: number
  /** Shows them without that limit. */
  whole: number
  /** The column never gets narrower, so that no number or date is cut. */
  least: number
  /** Chosen by the user. */
  chosen?: number | undefined
}

/** The part of the view that a column without a chosen width takes at most, so that on a phone the next one is seen beside it. */
const MAX_SHARE = 0.6

/**
 * Lays columns side by side, each as wide as its content, but no text wider than its share of the view. Spare room goes to those
 * whose texts would be cut.
 * @param available width of the view without the row numbers
 */
export function columnLayout(columns: readonly ColumnWidth[], available: number): ColumnLayout {
  // The width of the view is not known at first.
  const most = available > 0 ? Math.floor(available * MAX_SHARE) : Number.POSITIVE_INFINITY
  const own = columns.map(({ fitted, least, chosen }) => Math.max(chosen ?? Math.min(fitted, most), least))
  const lacking = columns.map(({ whole, chosen }, at) => (chosen === undefined ? Math.max(0, whole - (own[at] ?? 0)) : 0))
  const spare = Math.max(0, available - sum(own))
  const share = Math.min(1, spare / Math.max(1, sum(lacking)))
  const widths = own.map((width, at) => width + Math.floor((lacking[at] ?? 0) * share))
  const lefts: number[] = []
  let width = 0
  for (const each of widths) {
    lefts.push(width)
    width += each
  }
  return { lefts, widths, width }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

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

/**
 * Whether columns go on beyond the left and the right edge of the view.
 * @param left current scroll position, pixels
 * @param available width of the view without the row numbers
 */
export function hiddenSides({ width }: ColumnLayout, left: number, available: number): { left: boolean; right: boolean } {
  // Browsers round scroll positions, so less than a pixel counts as nothing.
  return { left: left >= 1, right: available > 0 && left + available <= width - 1 }
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
