import { z } from 'zod/mini'
import { columnName, flag, number, part, text } from '../stored-options.ts'

/** The stored options of a funnel, as named in the API. */
export const FunnelOptions = z.looseObject({
  stepCol: part({ colName: columnName, displayAs: text('Steps') }),
  valueCol: part({ colName: columnName, displayAs: text('Value') }),
  /** Sorts by value, the largest first. */
  autoSort: flag(true),
  /** The sort column if `autoSort` is off. */
  sortKeyCol: part({ colName: columnName, reverse: flag(false) }),
  itemsLimit: number(100),
  /** Percentages outside of this range are shown as below or above its end. */
  percentValuesRange: part({ min: number(0.01), max: number(1000) }),
  numberFormat: text('0,0[.]00'),
  percentFormat: text('0[.]00%'),
})
export type FunnelOptions = z.infer<typeof FunnelOptions>
