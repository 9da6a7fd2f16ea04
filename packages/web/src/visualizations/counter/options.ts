import { z } from 'zod/mini'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { columnName, flag, number, orElse, text } from '../stored-options.ts'
import type { Marks } from '../visualization.ts'

/** The difference in percent of the target, the difference itself, or the value in percent of the target. */
export const comparisons = ['percent', 'difference', 'share'] as const

/** The stored options of a counter, as named in the API. */
export const CounterOptions = z.looseObject({
  /** Empty means the name of the visualization. */
  counterLabel: text(''),
  counterColName: text('counter'),
  /** 1, 2, 3 count from the top and -1, -2 from the bottom. */
  rowNumber: number(1),
  /** Null for no target. */
  targetColName: columnName,
  targetRowNumber: number(1),
  /** Shows the number of rows instead of a value. */
  countRow: flag(false),
  /** Number of decimals. */
  stringDecimal: number(0),
  stringDecChar: text('.'),
  stringThouSep: text(','),
  /** Added to numbers only; so is the suffix. */
  stringPrefix: text(''),
  stringSuffix: text(''),
  tooltipFormat: text('0,0.000'),
  /** Formats the target like the value. */
  formatTargetValue: flag(false),
  /** Shortens numbers from a million on, as in 272.6B; the tooltip has the whole number. (ours) */
  shortens: flag(false),
  /** Marks a value at or below its target as good, instead of one at or above it. (ours) */
  lowerIsBetter: flag(false),
  /** How the value is compared with its target. (ours) */
  comparison: orElse(z.enum(comparisons), 'percent'),
  /** The numbers of this column are drawn as a line, in the order of the rows; null for no line. (ours) */
  sparklineColumn: columnName,
  /** Shows the latest value by this column, compared with an earlier one, and a line over time; null for a row. (ours) */
  timeColumn: columnName,
  /** The value at the time before, or one year before the latest. Only with a time column. (ours) */
  comparedWith: orElse(z.enum(['previous', 'year']), 'previous'),
})
export type CounterOptions = z.infer<typeof CounterOptions>

/** The number is the only mark, unless it counts the rows. It does nothing unless the editor of a dashboard says so. */
export function marks(
  { countRow, counterColName, timeColumn }: CounterOptions,
  columns: readonly SourceColumn[],
): Marks | null {
  if (timeColumn !== null && !countRow) return { x: timeColumn, series: null, areCategories: false }
  if (countRow || !columns.some(({ name }) => name === counterColName)) return null
  return { x: counterColName, series: null, areCategories: false }
}
