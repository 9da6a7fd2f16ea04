import type { Cell } from '@sightline/contract/results.ts'
import { groupSpans } from '@sightline/domain/table-columns/group-spans.ts'
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
  /** The width in pixels of a cell that is not as wide as its text; omitted for texts. */
  cellWidth?: number | undefined
  /** A text as wide as what a cell shows beside its own text; omitted for nothing. */
  besides?: ((row: readonly Cell[]) => string) | undefined
  /** Whether it comes first and stays in view. */
  isPinned: boolean
  /** Title of a head over this and the adjacent columns with the same one; '' for none. */
  group: string
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
  /** Number of pinned columns: the first ones, as far as they leave room for others. */
  pinned: number
  /** Total width of the pinned columns, pixels. */
  pinnedWidth: number
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

/** The part of the view that pinned columns take at most. */
const MAX_PINNED_SHARE = 0.5

/**
 * Lays columns side by side, each as wide as its content, but no text wider than its share of the view. Spare room goes to those
 * whose texts would be cut.
 * @param available width of the view without the row numbers
 * @param wantedPins number of columns, from the first one, that are to stay in view
 */
export function columnLayout(columns: readonly ColumnWidth[], available: number, wantedPins = 0): ColumnLayout {
  // The width of the view is not known at first.
  const most = available > 0 ? Math.floor(available * MAX_SHARE) : Number.POSITIVE_INFINITY
  const natural = columns.map(({ fitted, least, chosen }) => Math.max(chosen ?? Math.min(fitted, most), least))
  // Pinned columns that would take more than their part of the view share it.
  const isTight = available > 0 && sum(natural.slice(0, wantedPins)) > available * MAX_PINNED_SHARE
  const pinShare = Math.floor((available * MAX_PINNED_SHARE) / Math.max(1, wantedPins))
  const isCapped = (at: number) => isTight && at < wantedPins && columns[at]?.chosen === undefined
  const own = natural.map((width, at) => (isCapped(at) ? Math.max(Math.min(width, pinShare), columns[at]?.least ?? 0) : width))
  const lacking = columns.map(({ whole, chosen }, at) =>
    chosen === undefined && !isCapped(at) ? Math.max(0, whole - (own[at] ?? 0)) : 0,
  )
  const spare = Math.max(0, available - sum(own))
  const share = Math.min(1, spare / Math.max(1, sum(lacking)))
  const widths = own.map((width, at) => width + Math.floor((lacking[at] ?? 0) * share))
  const lefts: number[] = []
  let width = 0
  for (const each of widths) {
    lefts.push(width)
    width += each
  }
  let pinned = 0
  const endOf = (place: number) => (lefts[place] ?? 0) + (widths[place] ?? 0)
  while (pinned < wantedPins && endOf(pinned) <= available * MAX_PINNED_SHARE) pinned++
  return { lefts, widths, width, pinned, pinnedWidth: pinned === 0 ? 0 : endOf(pinned - 1) }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** The column at a distance from the left edge, by binary search; the last one if the distance is beyond the end. */
export function columnAt({ lefts }: Pick<ColumnLayout, 'lefts'>, x: number): number {
  let low = 0
  let high = lefts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((lefts[middle] ?? 0) <= x) low = middle
    else high = middle - 1
  }
  return low
}

/** The column under a point, pixels from the end of the row numbers: pinned columns do not scroll, the others do. */
export const columnUnder = (layout: ColumnLayout, x: number, scrollLeft: number): number =>
  columnAt(layout, x < layout.pinnedWidth ? x : x + scrollLeft)

/**
 * The least horizontal scrolling that brings a column into view.
 * @param left current scroll position, pixels
 * @param available width of the view without the row numbers
 * @returns the new scroll position, pixels
 */
export function revealingLeft(
  { lefts, widths, pinned, pinnedWidth }: ColumnLayout,
  place: number,
  left: number,
  available: number,
): number {
  const from = lefts[place] ?? 0
  const to = from + (widths[place] ?? 0)
  if (place < pinned) return left
  if (from < left + pinnedWidth) return from - pinnedWidth
  return to > left + available ? to - available : left
}

/** A visible column with its position among all columns and its width. */
export interface VisibleColumn {
  column: DataColumn
  place: number
  width: number
  /** Pixels from the row numbers of a pinned column; null for one that scrolls. */
  left: number | null
}

/** The columns that are rendered. */
export interface ShownColumns {
  pinned: VisibleColumn[]
  /** The other columns, as far as they are in view. */
  scrolled: VisibleColumn[]
  /** Total width of the columns between them, pixels. */
  leadingWidth: number
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

/** The columns that are rendered if those from the first to the last place are in view. */
export function shownColumns(
  columns: readonly DataColumn[],
  { lefts, widths, pinned, pinnedWidth }: ColumnLayout,
  first: number,
  last: number,
): ShownColumns {
  const from = Math.max(first, pinned)
  const shown = (start: number, end: number) =>
    columns.slice(start, end).map((column, at): VisibleColumn => {
      const place = start + at
      return { column, place, width: widths[place] ?? 0, left: place < pinned ? (lefts[place] ?? 0) : null }
    })
  return { pinned: shown(0, pinned), scrolled: shown(from, last + 1), leadingWidth: (lefts[from] ?? 0) - pinnedWidth }
}

/** A head over adjacent columns of one group. */
export interface GroupHead {
  /** '' over a column without a group. */
  title: string
  place: number
  /** Number of columns. */
  span: number
  width: number
  /** Pixels from the row numbers over a pinned column; null over one that scrolls. */
  left: number | null
}

/** The heads over some columns side by side. */
export function groupHeads(columns: readonly VisibleColumn[]): GroupHead[] {
  let next = 0
  return groupSpans(columns.map(({ column }) => column.group)).flatMap(({ title, span }) => {
    const own = columns.slice(next, next + span)
    next += span
    return own.slice(0, 1).map(({ place, left }) => ({ title, place, span, width: sum(own.map(({ width }) => width)), left }))
  })
}
