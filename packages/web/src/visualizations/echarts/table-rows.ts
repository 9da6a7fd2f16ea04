/** The data of a chart as rows of text. */
export interface TableRows {
  head: string[]
  /** The heads of the columns with numbers. */
  numbers: string[]
  rows: string[][]
  /** The row of the result for each row (the first one if several have the same x value); null for none. */
  places: (number | null)[]
  /** Index of the column with the x values. */
  xAt: number
  /** Number of omitted rows. */
  more: number
}

/** A result with more rows is better read in a table visualization. */
export const MAX_TABLE_ROWS = 1000

/** A table of marks that cannot be chosen. @param names number of columns, from the left, that have no numbers */
export const plainTable = (head: string[], names: number, rows: readonly string[][]): TableRows => ({
  head,
  numbers: head.slice(names),
  rows: rows.slice(0, MAX_TABLE_ROWS),
  places: [],
  xAt: 0,
  more: Math.max(0, rows.length - MAX_TABLE_ROWS),
})
