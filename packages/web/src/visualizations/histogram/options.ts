import { z } from 'zod/mini'
import { columnName, flag, maybe, maybeNumber, text } from '../stored-options.ts'

/** Fewer ranges would hide the shape of a distribution; more would be thinner than they can be read. */
export const BIN_LIMITS = { min: 5, max: 100 }
const AUTOMATIC_BINS = 20

/** The stored options of a histogram. */
export const HistogramOptions = z.looseObject({
  /** The column with the numbers; null for none. */
  column: columnName,
  /** About how many ranges the numbers are divided into; null means 20. */
  bins: maybeNumber,
  /** Lower numbers are only counted below the chart. */
  rangeMin: maybeNumber,
  /** Numbers from here on are only counted below the chart. */
  rangeMax: maybeNumber,
  /** Whether each bar counts the rows of all lower ranges as well. */
  cumulative: flag(false),
  /** Whether bars show shares of all rows with a number. */
  share: flag(false),
  /** Empty means the name of the column. */
  xTitle: text(''),
  color: maybe(z.nullable(z.string())),
})
export type HistogramOptions = z.infer<typeof HistogramOptions>

/** The number of ranges to ask for. */
export const binCount = ({ bins }: Pick<HistogramOptions, 'bins'>): number =>
  Math.max(BIN_LIMITS.min, Math.min(Math.round(bins ?? AUTOMATIC_BINS), BIN_LIMITS.max))
