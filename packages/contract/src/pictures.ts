import { z } from 'zod'
import { Cell, GroupsRequest, ResultGroups, ResultInfo, RowFilter } from './results.ts'

/**
 * Messages between the server and the thread that renders charts with the browser's code. The server first asks which data of a
 * result a visualization needs, and then sends the data.
 */

/** The types that reports draw as charts. */
export const picturedCharts = ['CHART', 'HISTOGRAM', 'WATERFALL', 'TREEMAP', 'GAUGE', 'CALENDAR', 'CANDLESTICK'] as const

const Columns = ResultInfo.shape.columns

/** A stored visualization, and the columns of the result. */
const StoredVisualization = z.object({
  type: z.string(),
  name: z.string(),
  options: z.record(z.string(), z.unknown()),
  columns: Columns,
})

/** The first rows of the latest result of another query, or a few words that say why there are none. */
export const OtherResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rows'), columns: Columns, rows: z.array(z.array(Cell)), total: z.int() }),
  z.object({ kind: z.literal('none'), reason: z.string() }),
])
export type OtherResult = z.infer<typeof OtherResult>

/** Rows of another query that are read. */
export const OTHER_ROWS = 500

/** The formats of numbers and dates. */
export const PictureFormats = z.object({
  dateFormat: z.string(),
  dateTimeFormat: z.string(),
  integerFormat: z.string(),
  floatFormat: z.string(),
  /** Automatic colours of the organization; empty for those of the product. */
  chartColors: z.array(z.string()),
  thousandsSeparator: z.string(),
  decimalSeparator: z.string(),
  /** IANA name of the time zone in which times with a zone are shown. */
  timeZone: z.string(),
})
export type PictureFormats = z.infer<typeof PictureFormats>

/** A visualization with its data. */
const DrawnVisualization = z.object({
  ...StoredVisualization.shape,
  data: z.discriminatedUnion('kind', [
    /** The required columns by name, with their values; fewer values than rows if they were thinned. */
    z.object({ kind: z.literal('columns'), names: z.array(z.string()), values: z.array(z.array(Cell)) }),
    z.object({ kind: z.literal('groups'), groups: ResultGroups }),
  ]),
  /** Rows of the query that the visualization names besides its own; null if it names none. */
  other: OtherResult.nullable(),
  /** Number of rows in the result. */
  total: z.int(),
  formats: PictureFormats,
  /** Pixels; those of a PNG are doubled for high-density screens. */
  width: z.int(),
  height: z.int(),
})

export const PictureRequest = z.discriminatedUnion('ask', [
  z.object({
    ask: z.literal('needs'),
    id: z.int(),
    ...StoredVisualization.shape,
    /** IANA name of the time zone whose days may be needed. */
    timeZone: z.string(),
    /** Whether an image for a mail follows, which is the default, or a drawing for a file, of which there are more types. */
    form: z.enum(['picture', 'drawing']).optional(),
  }),
  z.object({ ask: z.literal('picture'), id: z.int(), ...DrawnVisualization.shape }),
  z.object({
    ask: z.literal('drawing'),
    id: z.int(),
    ...DrawnVisualization.shape,
    /** One drawing for each; the first one is that of paper. */
    schemes: z.array(z.enum(['light', 'dark'])).min(1),
  }),
])
export type PictureRequest = z.infer<typeof PictureRequest>

/** A request for a visualization in any form. */
export type DrawnRequest = Extract<PictureRequest, { ask: 'picture' | 'drawing' }>

/** The values of a visualization as a table of texts. */
const DrawnTable = z.object({
  /** One or more rows of heads. */
  heads: z.array(z.array(z.object({ text: z.string(), span: z.int(), isNumber: z.boolean() }))),
  rows: z.array(z.array(z.string())),
  /** Number of omitted rows. */
  more: z.int(),
})
export type DrawnTable = z.infer<typeof DrawnTable>

export const PictureAnswer = z.discriminatedUnion('answer', [
  z.object({
    answer: z.literal('needs'),
    id: z.int(),
    names: z.array(z.string()),
    /** The column whose extremes must survive thinning; null for none. */
    extreme: z.string().nullable(),
    /** Id of a query besides its own whose rows are needed; null for none. */
    other: z.int().nullable(),
    /**
     * Groups of rows with the same output, for results that would otherwise be thinned; null if every row is needed. Without
     * `names`, only the groups are needed, even if there are too many of them.
     */
    instead: z.object({ ask: GroupsRequest, without: z.array(RowFilter) }).nullable(),
  }),
  z.object({
    answer: z.literal('picture'),
    id: z.int(),
    png: z.instanceof(Uint8Array),
    /** Alternative text for people who cannot see the chart. */
    description: z.string(),
    /** A sentence about the data that is not shown; null if all of it is. */
    note: z.string().nullable(),
    /** Whether the image shows all that its rows say, as a counter does, so that a report leaves the rows out. */
    replacesRows: z.boolean(),
  }),
  z.object({
    answer: z.literal('drawing'),
    id: z.int(),
    /** SVG documents, one for each scheme; none for a visualization that is a table itself. */
    svgs: z.array(z.string()),
    /** Its values; null if the drawing has all of them as text. */
    table: DrawnTable.nullable(),
    description: z.string(),
    note: z.string().nullable(),
  }),
  /** The visualization cannot be rendered; a sentence gives the reason. */
  z.object({ answer: z.literal('none'), id: z.int(), reason: z.string() }),
])
export type PictureAnswer = z.infer<typeof PictureAnswer>
