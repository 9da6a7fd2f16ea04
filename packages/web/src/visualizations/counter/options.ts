import { z } from 'zod/mini'
import { columnName, flag, number, text } from '../stored-options.ts'

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
})
export type CounterOptions = z.infer<typeof CounterOptions>
