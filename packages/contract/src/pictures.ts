import { z } from 'zod'
import { Cell, GroupsRequest, ResultGroups, ResultInfo, RowFilter } from './results.ts'

/**
 * Between the server and its thread that draws charts, which knows what the browser knows of them. The server asks first what of a
 * result a drawing needs, and then hands it over.
 */

const Columns = ResultInfo.shape.columns

/** A visualization as it is stored, and the columns of the result that it is to draw. */
const StoredVisualization = z.object({
  type: z.string(),
  name: z.string(),
  options: z.record(z.string(), z.unknown()),
  columns: Columns,
})

/** How numbers and dates are written. */
export const PictureFormats = z.object({
  dateFormat: z.string(),
  dateTimeFormat: z.string(),
  integerFormat: z.string(),
  floatFormat: z.string(),
  thousandsSeparator: z.string(),
  decimalSeparator: z.string(),
})
export type PictureFormats = z.infer<typeof PictureFormats>

export const PictureRequest = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('needs'), id: z.int(), ...StoredVisualization.shape }),
  z.object({
    ask: z.literal('picture'),
    id: z.int(),
    ...StoredVisualization.shape,
    data: z.discriminatedUnion('kind', [
      /** The columns that were needed, by name, and their values; fewer than there are rows when they were thinned. */
      z.object({ kind: z.literal('columns'), names: z.array(z.string()), values: z.array(z.array(Cell)) }),
      z.object({ kind: z.literal('groups'), groups: ResultGroups }),
    ]),
    /** Rows in the result. */
    total: z.int(),
    formats: PictureFormats,
    /** Pixels, before they are doubled for sharp screens. */
    width: z.int(),
    height: z.int(),
  }),
])
export type PictureRequest = z.infer<typeof PictureRequest>

export const PictureAnswer = z.discriminatedUnion('answer', [
  z.object({
    answer: z.literal('needs'),
    id: z.int(),
    names: z.array(z.string()),
    /** The column whose extremes must survive thinning; null for none. */
    extreme: z.string().nullable(),
    /** Groups of rows that draw the same, for results that would be thinned; null where every row counts. */
    instead: z.object({ ask: GroupsRequest, without: z.array(RowFilter) }).nullable(),
  }),
  z.object({
    answer: z.literal('picture'),
    id: z.int(),
    png: z.instanceof(Uint8Array),
    /** What it shows, for who does not see it. */
    description: z.string(),
    /** What of the result is not drawn, in words; null when all of it is. */
    note: z.string().nullable(),
  }),
  /** This cannot be drawn; in a sentence why. */
  z.object({ answer: z.literal('none'), id: z.int(), reason: z.string() }),
])
export type PictureAnswer = z.infer<typeof PictureAnswer>
