import type { Cell, ColumnType } from '@sightline/contract/results.ts'

/** How windows of results name numbers that JSON does not have, as PostgreSQL and most files do. */
const NAMES: ReadonlySet<Cell> = new Set<Cell>(['NaN', 'Infinity', '-Infinity'])

/** A cell without the names of numbers that are not finite, which count as no value wherever values are compared or added. */
export const finiteCell = (cell: Cell, type: ColumnType | null | undefined): Cell =>
  (type === 'float' || type === 'integer') && NAMES.has(cell) ? null : cell

/** Rows without the names of numbers that are not finite; the same rows if there are none. */
export function finiteRows(columns: readonly { type: ColumnType | null }[], rows: readonly Cell[][]): readonly Cell[][] {
  return rows.map((row) =>
    row.some((cell, index) => finiteCell(cell, columns[index]?.type) !== cell)
      ? row.map((cell, index) => finiteCell(cell, columns[index]?.type))
      : row,
  )
}
