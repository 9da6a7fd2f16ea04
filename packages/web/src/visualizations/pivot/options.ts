import { keyOrders } from '@sightline/domain/pivot/lines.ts'
import { z } from 'zod/mini'
import { flag, orElse, part, text } from '../stored-options.ts'

/** Display modes, by stored name. */
export const renderers = ['Table', 'Table Heatmap', 'Table Row Heatmap', 'Table Col Heatmap', 'Exportable TSV'] as const
export type PivotRenderer = (typeof renderers)[number]

const names = orElse(z.array(z.string()), [])
/** The keys of a group or column. */
const keys = z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))
const order = orElse(z.enum(keyOrders), 'key_a_to_z')

/** The stored options of a pivot table, as named in the API. */
export const PivotOptions = z.looseObject({
  /** Whether viewers see the controls that rearrange the table. */
  controls: part({ enabled: flag(false) }),
  rendererOptions: part({ table: part({ rowTotals: flag(true), colTotals: flag(true) }) }),
  rows: names,
  cols: names,
  /** Value columns, as many as the aggregator needs. */
  vals: names,
  aggregatorName: text('Count'),
  rendererName: orElse(z.enum(renderers), 'Table'),
  /** By column: the texts of excluded values. */
  valueFilter: orElse(z.record(z.string(), z.catch(z.record(z.string(), z.unknown()), {})), {}),
  rowOrder: order,
  colOrder: order,
  /** Sorts the rows by their cells in one column in place of `rowOrder`, while there is a column with these keys. */
  sortBy: orElse(z.nullable(z.object({ column: keys, descending: flag(true) })), null),
  /** Whether the groups of a side have subtotals. */
  subtotals: part({ rows: flag(false), cols: flag(false) }),
  /** Groups with a subtotal whose lines are hidden. */
  collapsed: part({ rows: orElse(z.array(keys), []), cols: orElse(z.array(keys), []) }),
  /** By aggregator: the pattern of its numbers; none, or an empty one, for the automatic format. */
  numberFormats: orElse(z.record(z.string(), z.string()), {}),
  /** By measure, as in `Sum of amount`: the name that is shown in its place. */
  measureNames: orElse(z.record(z.string(), z.string()), {}),
  /** Columns that cannot be chosen: at all, as values, and for the sides. */
  hiddenAttributes: names,
  hiddenFromAggregators: names,
  hiddenFromDragDrop: names,
})
export type PivotOptions = z.infer<typeof PivotOptions>
