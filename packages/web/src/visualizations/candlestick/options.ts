import { z } from 'zod/mini'
import { columnName, maybe, text } from '../stored-options.ts'

const color = maybe(z.nullable(z.string()))

/** The stored options of a candlestick chart. */
export const CandlestickOptions = z.looseObject({
  timeColumn: columnName,
  openColumn: columnName,
  highColumn: columnName,
  lowColumn: columnName,
  closeColumn: columnName,
  /** Bars below the candles; null for none. */
  volumeColumn: columnName,
  upColor: color,
  downColor: color,
  numberFormat: text('0,0[.]00[00]'),
})
export type CandlestickOptions = z.infer<typeof CandlestickOptions>
