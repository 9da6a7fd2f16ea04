import type { ClickedMark } from './chart-option.ts'

/** The data of a chart as rows of text. */
export interface TableRows {
  head: string[]
  /** The heads of the columns with numbers. */
  numbers: string[]
  rows: string[][]
  /** The mark of each row; null for one without rows of the result. */
  marks: (ClickedMark | null)[]
  /** Index of the column with the x values. */
  xAt: number
  /** Number of omitted rows. */
  more: number
}

/** A result with more rows is better read in a table visualization. */
export const MAX_TABLE_ROWS = 1000

/** The table without the rows beyond the limit, which it counts. */
export const firstRows = (table: TableRows): TableRows => ({
  ...table,
  rows: table.rows.slice(0, MAX_TABLE_ROWS),
  marks: table.marks.slice(0, MAX_TABLE_ROWS),
  more: Math.max(0, table.rows.length - MAX_TABLE_ROWS),
})

/** A table of all marks, which cannot be chosen. @param names number of columns, from the left, that have no numbers */
export const plainTable = (head: string[], names: number, rows: readonly string[][]): TableRows => ({
  head,
  numbers: head.slice(names),
  rows: [...rows],
  marks: [],
  xAt: 0,
  more: 0,
})
