import type { Cell } from '@sightline/contract/results.ts'
import { columnNumberFormat } from '@sightline/domain/format/column-format.ts'
import { formatNumber } from '@sightline/domain/format/number.ts'
import type { Aggregator } from '@sightline/domain/pivot/aggregators.ts'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { columnLabels } from '../cell-label.ts'
import type { Formats } from '../visualization.ts'

const COMPUTED = { name: '', type: 'float', source_type: '' } as const

/** The cells of a table, on which its decimals and the format of its times depend. */
export interface TableCells {
  /** Without subtotals. */
  cells: readonly Cell[]
  /** Totals and subtotals. */
  totals: readonly Cell[]
}

/**
 * The format of computed numbers, with the decimals that the cells need. Averages of them in the totals have more digits, which say
 * little beside them, and count only if the cells are whole.
 */
function computedFormat({ cells, totals }: TableCells, formats: Formats): string {
  const hasFractions = cells.some((cell) => typeof cell === 'number' && !Number.isInteger(cell))
  if (hasFractions) return columnNumberFormat(COMPUTED, cells, formats).replace(/\[0+\]$/, '')
  return columnNumberFormat(COMPUTED, [...cells, ...totals], formats)
}

/**
 * Returns how the results of an aggregator are written.
 * @param column of its values; undefined for none
 * @param stored the chosen pattern of numbers; '' for the automatic one
 */
export function cellWriter(
  { result }: Aggregator,
  column: SourceColumn | undefined,
  table: TableCells,
  stored: string,
  formats: Formats,
): (cell: Cell) => string {
  const cells = [...table.cells, ...table.totals]
  const automatic = {
    'whole number': formats.integerFormat,
    number: computedFormat(table, formats),
    share: '0,0.0%',
    value: columnNumberFormat(column ?? COMPUTED, cells, formats),
  }[result]
  const pattern = stored === '' ? automatic : stored
  const nameOf = columnLabels(cells, column, formats)
  return (cell) => {
    if (cell === null) return ''
    if (typeof cell === 'number') return formatNumber(cell, pattern, formats.numberMarks) ?? String(cell)
    return nameOf(cell)
  }
}
