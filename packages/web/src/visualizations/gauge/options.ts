import { i18n } from '@sightline/domain/language/i18n.ts'
import { z } from 'zod/mini'
import { columnName, maybeNumber, number, orElse, text } from '../stored-options.ts'

export const levels = ['good', 'warning', 'bad'] as const
export type Level = (typeof levels)[number]
const levelNames: Record<Level, () => string> = {
  good: () => i18n._('Good'),
  warning: () => i18n._('Warning'),
  bad: () => i18n._('Bad'),
}

export const levelName = (level: Level): string => levelNames[level]()

const Range = z.looseObject({
  /** The range reaches from the end of the one before to here; null for the end of the scale. */
  upTo: maybeNumber,
  level: orElse(z.enum(levels), 'good'),
})
export type Range = z.infer<typeof Range>

/** The stored options of a gauge. */
export const GaugeOptions = z.looseObject({
  valueColumn: columnName,
  /** 1, 2, 3 count from the top and -1, -2 from the bottom. */
  rowNumber: number(1),
  /** The start of the scale: a column of the same row, else a number. */
  minColumn: columnName,
  min: number(0),
  /** The end of the scale: a column of the same row, else a number, else a round number above the value. */
  maxColumn: columnName,
  max: maybeNumber,
  /** A mark on the scale: a column of the same row, else a number; null for none. */
  targetColumn: columnName,
  target: maybeNumber,
  ranges: orElse(z.array(Range), []),
  /** Empty means the name of the visualization. */
  label: text(''),
  numberFormat: text('0,0[.][00]'),
  prefix: text(''),
  suffix: text(''),
})
export type GaugeOptions = z.infer<typeof GaugeOptions>
