import { markOf, markOfPath } from '../picked-mark.ts'
import type { PickedMark } from '../visualization.ts'
import type { PreparedPivot } from './prepare.ts'

/**
 * The mark of a cell: the rows with the values of its row and column.
 * @param row null for the total of a column
 * @param column null for the total of a row
 */
export function markOfCell(
  {
    rowNames,
    columnNames,
    rows,
    columns,
    where,
  }: Pick<PreparedPivot, 'rowNames' | 'columnNames' | 'rows' | 'columns' | 'where'>,
  row: number | null,
  column: number | null,
): PickedMark {
  const across = (column === null ? undefined : columns[column]?.keys) ?? []
  const down = (row === null ? undefined : rows[row]?.keys) ?? []
  const names = [...rowNames.slice(0, down.length), ...columnNames.slice(0, across.length)]
  const mark = markOfPath(names, [...down, ...across])
  return markOf(mark.x, [...(mark.where ?? []), ...where])
}
