import { z } from 'zod/mini'
import { columnName, flag, number, part, text } from '../stored-options.ts'

/** The stored options of a funnel, by the names of the wire. */
export const FunnelOptions = z.looseObject({
  stepCol: part({ colName: columnName, displayAs: text('Steps') }),
  valueCol: part({ colName: columnName, displayAs: text('Value') }),
  /** The largest value first. */
  autoSort: flag(true),
  /** What the steps are sorted by otherwise. */
  sortKeyCol: part({ colName: columnName, reverse: flag(false) }),
  itemsLimit: number(100),
  /** Percentages beyond are not told exactly. */
  percentValuesRange: part({ min: number(0.01), max: number(1000) }),
  numberFormat: text('0,0[.]00'),
  percentFormat: text('0[.]00%'),
})
export type FunnelOptions = z.infer<typeof FunnelOptions>
