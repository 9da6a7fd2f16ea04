import type { Cell } from '@sightline/contract/results.ts'
import { totalMeasure } from '@sightline/domain/table-columns/column-totals.ts'
import { cellText } from '@sightline/domain/table-columns/column-view.ts'
import type { TableColumn } from '@sightline/domain/table-columns/table-column.ts'
import type { ColumnTotal } from '../../ui/data-table/TableFoot.tsx'
import { figureText } from '../cell-label.ts'
import { totalNames } from '../columns/total-names.ts'
import type { Formats } from '../visualization.ts'

/** The totals of the visible columns that have one. */
export function totalsOf(columns: readonly TableColumn[], formats: Formats): ColumnTotal[] {
  return columns.flatMap((column) => {
    const measure = totalMeasure(column)
    if (!column.visible || column.total === 'none' || measure === null) return []
    return [{ index: column.index, name: totalNames[column.total], measure, format: totalFormat(column, formats) }]
  })
}

function totalFormat(column: TableColumn, formats: Formats): (cell: Cell) => string {
  const { total, numberFormat, displayAs } = column
  const isCount = total === 'count' || total === 'distinct'
  // The average of whole numbers has decimals that the format of its column would hide.
  const isWholeFormat = total === 'average' && !(displayAs === 'number' && /[.%]/.test(numberFormat))
  return (cell) => {
    if (cell === null) return formats.nullText
    return isCount || isWholeFormat ? figureText(Number(cell), formats.numberMarks) : cellText(cell, column, formats)
  }
}
