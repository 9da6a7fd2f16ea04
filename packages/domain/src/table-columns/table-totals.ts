import type { Cell } from '@sightline/contract/results.ts'
import { figureText } from '../format/figure.ts'
import type { ValueFormats } from '../format/value.ts'
import type { Measure } from '../grouping/measures.ts'
import { i18n } from '../language/i18n.ts'
import { limitedResultText } from '../limited-result.ts'
import { type TotalKind, totalMeasure } from './column-totals.ts'
import { cellText } from './column-view.ts'
import type { TableColumn } from './table-column.ts'

const totalNames: Record<TotalKind, () => string> = {
  none: () => i18n._('None'),
  sum: () => i18n._('Sum'),
  average: () => i18n._('Average'),
  min: () => i18n._('Smallest'),
  max: () => i18n._('Largest'),
  count: () => i18n._('Values'),
  distinct: () => i18n._('Different values'),
}

/** The name of a kind of total, such as `Sum`. */
export const totalName = (kind: TotalKind): string => totalNames[kind]()

/** The total of a column. */
export interface ColumnTotal {
  /** Index of the column in the source. */
  index: number
  /** Says what is computed, such as `Sum`. */
  name: string
  measure: Measure
  format(cell: Cell): string
}

/** The totals of the visible columns that have one. @param nullText stands for a total without a value */
export function totalsOf(columns: readonly TableColumn[], formats: ValueFormats, nullText: string): ColumnTotal[] {
  return columns.flatMap((column) => {
    const measure = totalMeasure(column)
    if (!column.visible || column.total === 'none' || measure === null) return []
    return [{ index: column.index, name: totalName(column.total), measure, format: totalFormat(column, formats, nullText) }]
  })
}

function totalFormat(column: TableColumn, formats: ValueFormats, nullText: string): (cell: Cell) => string {
  const { total, numberFormat, displayAs } = column
  const isCount = total === 'count' || total === 'distinct'
  // The average of whole numbers has decimals that the format of its column would hide.
  const isWholeFormat = total === 'average' && !(displayAs === 'number' && /[.%]/.test(numberFormat))
  return (cell) => {
    if (cell === null) return nullText
    return isCount || isWholeFormat ? figureText(Number(cell), formats.numberMarks) : cellText(cell, column, formats)
  }
}

/** A line with totals of some rows of a table. */
export interface TotalsLine {
  /** The number of rows from the beginning of the table to this line. */
  after: number
  /** By column index. */
  texts: ReadonlyMap<number, string>
}

/** The totals of a table, of all rows that pass its filters. */
export interface TableTotals {
  /** Number of these rows. */
  rows: number
  /** By column index, with what they are, such as `Sum 12`. */
  texts: ReadonlyMap<number, string>
  /** The lines below groups of rows, in the order of the table. */
  subtotals: TotalsLine[]
  /** Why there are no subtotals, as a sentence; null if there are, and if none are wanted. */
  problem: string | null
}

/** Says which rows the totals are of. */
export function footNote(
  rows: number,
  { isSearched = false, isLimited = false }: { isSearched?: boolean; isLimited?: boolean },
) {
  const counted = isSearched
    ? i18n._('{rows, plural, one {Totals of # row that matches.} other {Totals of # rows that match.}}', { rows })
    : i18n._('{rows, plural, one {Totals of # row.} other {Totals of # rows.}}', { rows })
  return isLimited ? `${counted} ${limitedResultText()}` : counted
}
