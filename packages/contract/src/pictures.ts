import { z } from 'zod'
import { Language } from './languages.ts'
import { GroupsRequest, ResultGroups } from './result-groups.ts'
import { Cell, ResultInfo, RowFilter } from './results.ts'

/**
 * Messages between the server and the thread that renders charts with the browser's code. The server first asks which data of a
 * result a visualization needs, and then sends the data.
 */

/** The types that reports draw as charts. */
export const picturedCharts = ['CHART', 'HISTOGRAM', 'WATERFALL', 'TREEMAP', 'GAUGE', 'CALENDAR', 'CANDLESTICK'] as const

const Columns = ResultInfo.shape.columns

/** A parameter of a query, with its value in the run that returned a result. */
export const RunParameter = z.object({
  name: z.string(),
  title: z.string(),
  /** The type of its definition. */
  type: z.string(),
  /** As it was sent, with dynamic dates resolved; undefined if the run had none. */
  value: z.unknown(),
})
export type RunParameter = z.infer<typeof RunParameter>

/** A stored visualization, and the columns of the result. */
const StoredVisualization = z.object({
  type: z.string(),
  name: z.string(),
  options: z.record(z.string(), z.unknown()),
  columns: Columns,
  /** Of the run that returned the result; omitted if they are not known. */
  parameters: z.array(RunParameter).optional(),
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
  /** Shown for a missing value in a table. */
  nullText: z.string(),
  /** IANA name of the time zone in which times with a zone are shown. */
  timeZone: z.string(),
})
export type PictureFormats = z.infer<typeof PictureFormats>

/** A visualization with its data. */
const VisualizationWithData = z.object({
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
})

/** A visualization with its data, its size and its colors. */
const DrawnVisualization = z.object({
  ...VisualizationWithData.shape,
  /** Pixels; those of a PNG are doubled for high-density screens. */
  width: z.int(),
  height: z.int(),
  /** The places of its values in the palette, as on its dashboard; none for a chart that stands alone. */
  places: z.array(z.tuple([z.string(), z.int()])).optional(),
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

/** The sparklines of table cells: images for a mail, or SVG documents for a file. */
export const SparklinesRequest = z.object({
  ask: z.enum(['sparklines', 'sparklineSvgs']),
  id: z.int(),
  lines: z.array(
    z.object({
      /** Without `y`, there is a gap. */
      points: z.array(z.object({ x: z.number(), y: z.number().nullable() })),
      drawnAs: z.enum(['line', 'area', 'bars']),
      /** The scale; null for that of the points. */
      ends: z.object({ low: z.number(), high: z.number() }).nullable(),
    }),
  ),
})
export type SparklinesRequest = z.infer<typeof SparklinesRequest>

/** The values of a chart that have the same colors in all charts of a dashboard. */
export const SharedValuesRequest = z.object({ ask: z.literal('values'), id: z.int(), ...VisualizationWithData.shape })
export type SharedValuesRequest = z.infer<typeof SharedValuesRequest>

/** All that the thread is asked for. */
export const PictureMessage = z.union([SparklinesRequest, SharedValuesRequest, PictureRequest])
export type PictureMessage = z.infer<typeof PictureMessage>

/** A message to the thread: what it is asked for, and the language of the texts in its answer. */
export const PictureTask = z.object({ language: Language, request: PictureMessage })
export type PictureTask = z.infer<typeof PictureTask>

/** A request for a visualization in any form. */
export type DrawnRequest = Extract<PictureRequest, { ask: 'picture' | 'drawing' }>

const DrawnColors = z.array(z.array(z.object({ background: z.string(), text: z.string() }).nullable())).nullable()

/** The values of a visualization as a table of texts. */
const DrawnTable = z.object({
  /** One or more rows of heads. */
  heads: z.array(z.array(z.object({ text: z.string(), span: z.int(), isNumber: z.boolean() }))),
  rows: z.array(z.array(z.string())),
  /** The colors of the cells as `#RRGGBB`, of which each may have the usual ones; null for none at all. */
  colors: DrawnColors,
  /** The colors of the cells in the dark scheme; null to keep `colors`. */
  darkColors: DrawnColors,
  /** The totals below all rows; null for none. */
  foot: z.array(z.string()).nullable(),
  /** Whether its rows may be sorted: each is one of its own. */
  isSortable: z.boolean(),
  /** Number of omitted rows. */
  more: z.int(),
})
export type DrawnTable = z.infer<typeof DrawnTable>

export const PictureAnswer = z.discriminatedUnion('answer', [
  z.object({
    answer: z.literal('needs'),
    id: z.int(),
    names: z.array(z.string()),
    /** Number of rows, from the first one, that are enough; null for all. */
    rows: z.int().nullable(),
    /** The column whose extremes must survive thinning; null for none. */
    extreme: z.string().nullable(),
    /** Id of a query besides its own whose rows are needed; null for none. */
    other: z.int().nullable(),
    /**
     * Groups of rows with the same output, for results that would otherwise be thinned; null if every row is needed. Without
     * `names`, only the groups are needed, even if there are too many of them.
     */
    instead: z.object({ ask: GroupsRequest, without: z.array(RowFilter) }).nullable(),
    /** Whether its values have the same colors in all charts of a dashboard; omitted if not. */
    sharesColors: z.boolean().optional(),
  }),
  z.object({
    answer: z.literal('values'),
    id: z.int(),
    /** Stored name of the palette, and its number of colors. */
    palette: z.string(),
    size: z.int(),
    /** The values without a color of their own. */
    values: z.array(z.string()),
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
  /** One image or document per line. */
  z.object({ answer: z.literal('sparklines'), id: z.int(), pngs: z.array(z.instanceof(Uint8Array)) }),
  z.object({ answer: z.literal('sparklineSvgs'), id: z.int(), svgs: z.array(z.string()) }),
  /** The visualization cannot be rendered; a sentence gives the reason. */
  z.object({ answer: z.literal('none'), id: z.int(), reason: z.string() }),
])
export type PictureAnswer = z.infer<typeof PictureAnswer>
