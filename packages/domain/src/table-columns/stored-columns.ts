import { z } from 'zod/mini'
import { ColorRule } from './color-rules.ts'
import { totalKinds } from './column-totals.ts'
import { changeKinds, comparedSteps } from './comparison.ts'
import { sparklineKinds, sparklineScales } from './sparkline-cell.ts'
import { tableColorNames } from './table-colors.ts'

// The columns in the options of a table or a details view. Stored options may be partial, old, or written by another client:
// unreadable values count as absent, and unknown ones are kept.

export const alignments = ['left', 'center', 'right'] as const
export type Alignment = (typeof alignments)[number]

export const displays = ['string', 'number', 'datetime', 'boolean', 'image', 'link', 'json', 'sparkline'] as const
export type Display = (typeof displays)[number]

/** Behind the numbers of a column: nothing, bars from zero, or a color that grows with the number. */
export const cellFills = ['none', 'bars', 'heat'] as const
export type CellFill = (typeof cellFills)[number]

const maybe = <T>(schema: z.ZodMiniType<T>) => z.catch(z.optional(schema), undefined)
const text = maybe(z.string())
const flag = maybe(z.boolean())
const size = maybe(z.union([z.string(), z.number()]))

/** The stored options of one column; absent ones follow from the column type. */
export const StoredColumn = z.looseObject({
  name: z.string(),
  type: maybe(z.nullable(z.string())),
  title: text,
  description: text,
  visible: flag,
  order: maybe(z.number()),
  alignContent: maybe(z.enum(alignments)),
  allowSearch: flag,
  displayAs: maybe(z.enum(displays)),
  allowHTML: flag,
  highlightLinks: flag,
  numberFormat: text,
  dateTimeFormat: text,
  /** Display texts for false and true. */
  booleanValues: maybe(z.array(z.string())),
  imageUrlTemplate: text,
  imageTitleTemplate: text,
  imageWidth: size,
  imageHeight: size,
  linkUrlTemplate: text,
  linkTextTemplate: text,
  linkTitleTemplate: text,
  linkOpenInNewTab: flag,
  // Ours from here on.
  colorRules: maybe(z.array(ColorRule)),
  cellFill: maybe(z.enum(cellFills)),
  fillColor: maybe(z.enum(tableColorNames)),
  /** The color of heat below the midpoint. */
  lowColor: maybe(z.enum(tableColorNames)),
  midpoint: maybe(z.nullable(z.number())),
  /** For lists of numbers that are shown as sparklines. */
  sparklineKind: maybe(z.enum(sparklineKinds)),
  sparklineScale: maybe(z.enum(sparklineScales)),
  /** The earlier row with which numbers are compared. */
  comparedWith: maybe(z.enum(comparedSteps)),
  /** The times of the rows, unless numbers are compared with the row above. */
  comparedTime: maybe(z.nullable(z.string())),
  /** Only rows with the same value in this column are compared. */
  comparedGroup: maybe(z.nullable(z.string())),
  comparison: maybe(z.enum(changeKinds)),
  lowerIsBetter: flag,
  /** Shown in the last row. */
  total: maybe(z.enum(totalKinds)),
  /** Pinned columns come first and stay in view. */
  pinned: flag,
  /** Title of a head over this and the adjacent columns with the same one. */
  group: text,
})
export type StoredColumn = z.infer<typeof StoredColumn>

/** The stored columns of a table or a details view. */
export const StoredColumns = z.catch(z._default(z.array(StoredColumn), []), [])

/** The part of the options that describes columns. */
export interface ColumnsOptions {
  columns: StoredColumn[]
}
