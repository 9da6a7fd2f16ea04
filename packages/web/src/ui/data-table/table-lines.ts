import type { Cell } from '@sightline/contract/results.ts'

/** A line below the rows of a group, with their totals. */
export interface SubtotalLine {
  key: Cell
  /** The name of the group. */
  name: string
  /** Whether the rows of the group are hidden. */
  isCollapsed: boolean
  /** Texts by column index. */
  texts: ReadonlyMap<number, string>
}

/** The lines of a table with subtotals. */
export interface TableLines {
  /** The subtotal whose cells these are; null for a row. */
  subtotalOf(cells: readonly Cell[]): SubtotalLine | null
  /** The first line of a group, whether its rows are hidden or not. */
  firstLineOf(key: Cell): number
  /** The number of a row, from 1. @param line its place among all lines, from 0 */
  rowNumber(line: number): number
}
