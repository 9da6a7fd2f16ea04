import { z } from 'zod/mini'
import { columnName, flag, number, text } from '../stored-options.ts'

/** The stored options of a counter, by the names of the wire. */
export const CounterOptions = z.looseObject({
  /** Empty means the name of the visualization. */
  counterLabel: text(''),
  counterColName: text('counter'),
  /** 1, 2, 3 count from the top and -1, -2 from the bottom. */
  rowNumber: number(1),
  /** Null for no target. */
  targetColName: columnName,
  targetRowNumber: number(1),
  /** The number of rows is counted instead of a value shown. */
  countRow: flag(false),
  /** Decimals. */
  stringDecimal: number(0),
  stringDecChar: text('.'),
  stringThouSep: text(','),
  /** Around numbers only. */
  stringPrefix: text(''),
  stringSuffix: text(''),
  tooltipFormat: text('0,0.000'),
  /** The target is written as the value is. */
  formatTargetValue: flag(false),
})
export type CounterOptions = z.infer<typeof CounterOptions>
