import { keyOrders } from '@sightline/domain/pivot/pivot.ts'
import { z } from 'zod/mini'
import { flag, orElse, part, text } from '../stored-options.ts'

/** Display modes, by stored name. */
export const renderers = ['Table', 'Table Heatmap', 'Table Row Heatmap', 'Table Col Heatmap', 'Exportable TSV'] as const
export type PivotRenderer = (typeof renderers)[number]

const names = orElse(z.array(z.string()), [])
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
  /** Columns that cannot be chosen: at all, as values, and for the sides. */
  hiddenAttributes: names,
  hiddenFromAggregators: names,
  hiddenFromDragDrop: names,
})
export type PivotOptions = z.infer<typeof PivotOptions>
