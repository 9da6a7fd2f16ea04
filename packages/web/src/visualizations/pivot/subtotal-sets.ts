import type { PivotOptions } from './options.ts'

/** More levels would need more groupings than a request may have. */
const MAX_LEVELS = { rows: 2, columns: 1 }

/** The numbers of columns by which the lines of each side are grouped under subtotals, the smallest first. */
export interface SubtotalLevels {
  rows: number[]
  columns: number[]
}

/**
 * @param rows the number of columns in the rows
 * @param columns the number of columns in the columns
 */
export function levelsOf({ subtotals, rendererName }: PivotOptions, rows: number, columns: number): SubtotalLevels {
  // Text is copied into other programs, which add up all of its lines.
  const isText = rendererName === 'Exportable TSV'
  return {
    rows: subtotals.rows && !isText ? levelsBelow(rows, MAX_LEVELS.rows) : [],
    columns: subtotals.cols && !isText ? levelsBelow(columns, MAX_LEVELS.columns) : [],
  }
}

const levelsBelow = (depth: number, most: number) =>
  Array.from({ length: Math.min(most, Math.max(0, depth - 1)) }, (_, index) => index + 1)

/** The groupings behind the subtotals: by the groups of each side, with all, some and none of the columns of the other. */
export function subtotalSets(options: PivotOptions, rows: number, columns: number): { rows: number; columns: number }[] {
  const levels = levelsOf(options, rows, columns)
  const counts = (own: readonly number[], depth: number) => [...new Set([0, ...own, depth])]
  return counts(levels.rows, rows)
    .flatMap((row) => counts(levels.columns, columns).map((column) => ({ rows: row, columns: column })))
    .filter((set) => levels.rows.includes(set.rows) || levels.columns.includes(set.columns))
}
