import { z } from 'zod/mini'
import { columnName, flag, maybe, text } from '../stored-options.ts'

const color = maybe(z.nullable(z.string()))

/** The stored options of a waterfall chart. */
export const WaterfallOptions = z.looseObject({
  stepColumn: columnName,
  valueColumn: columnName,
  /** The rows with a true value in this column are totals; null for none. */
  totalColumn: columnName,
  /** Whether the sum of all steps follows as the last bar. */
  finalTotal: flag(true),
  finalTotalName: text('Total'),
  connectors: flag(true),
  labels: flag(true),
  numberFormat: text('0,0[.]00'),
  increaseColor: color,
  decreaseColor: color,
  totalColor: color,
})
export type WaterfallOptions = z.infer<typeof WaterfallOptions>
