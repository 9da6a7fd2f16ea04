import type { Cell } from '@sightline/contract/results.ts'
import type { Measure } from '../grouping/measures.ts'
import type { TableColumn } from './table-column.ts'

/** The smallest and the largest number of a column, in all rows of the result. */
export interface ColumnEnds {
  min: number
  max: number
}

/** The columns whose ends are needed for their bars or heat. */
export const columnsWithEnds = (columns: readonly TableColumn[]): TableColumn[] =>
  columns.filter(({ visible, cellFill, type }) => visible && cellFill !== 'none' && (type === 'integer' || type === 'float'))

/** The measures from which the ends of columns follow. */
export const endMeasures = (columns: readonly TableColumn[]): Measure[] =>
  columns.flatMap(({ index }) => [
    { kind: 'min', column: index },
    { kind: 'max', column: index },
  ])

/** The ends of columns by their index, from the cells of `endMeasures`; columns without numbers are left out. */
export function endsOf(columns: readonly TableColumn[], cells: readonly Cell[]): ReadonlyMap<number, ColumnEnds> {
  return new Map(
    columns.flatMap(({ index }, at) => {
      const [min = null, max = null] = cells.slice(2 * at, 2 * at + 2)
      return min === null || max === null ? [] : [[index, { min: Number(min), max: Number(max) }] as const]
    }),
  )
}
