import type { Cell } from '@sightline/contract/results.ts'
import type { MarkValue, PickedMark } from '../visualization.ts'
import type { PreparedPivot } from './prepare.ts'

/**
 * The values that the rows behind a cell have in common; null if they do not tell its rows from others: for the total of all, and
 * where the table leaves out values of a further column.
 * @param row null for the total of a column
 * @param column null for the total of a row
 */
export function markOf(
  { rowNames, columnNames, rows, columns, filtered }: PreparedPivot,
  row: number | null,
  column: number | null,
): PickedMark | null {
  const valuesOf = (names: readonly string[], keys: readonly Cell[] = []) =>
    keys.flatMap((value, index): MarkValue[] => {
      const name = names[index]
      return name === undefined ? [] : [{ column: name, value }]
    })
  const values = [
    ...valuesOf(rowNames, row === null ? [] : rows[row]?.keys),
    ...valuesOf(columnNames, column === null ? [] : columns[column]?.keys),
  ]
  const [x, ...others] = values
  const isExact = filtered.every((name) => values.some((value) => value.column === name))
  return x === undefined || !isExact ? null : { x, series: null, y: null, panel: null, others }
}
