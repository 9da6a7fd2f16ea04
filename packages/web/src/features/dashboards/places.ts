import type { WidgetOptions } from '@sightline/contract/widgets.ts'
import { DEFAULT_SIZE, type Places, placeOf, type WidgetSize } from '../../grid/place.ts'
import { columnsForWidth } from '../../grid/twelfths.ts'
import { visualizationOf } from '../../visualizations/registry.ts'

/** A widget as far as its place goes. */
interface Placed {
  id: number
  /** As older clients write it, for a widget that has no position. */
  width: number
  options: WidgetOptions
  visualization?: { type: string } | undefined
}

/** The stored places of widgets, by id. */
export const placesOf = (widgets: readonly Placed[]): Places =>
  new Map(widgets.map((widget) => [widget.id, placeOf(widget.options.position ?? {}, sizeOf(widget))]))

/** The size that what a widget shows asks for. One without a position is as wide as it was stored. */
function sizeOf({ visualization, options, width }: Placed): WidgetSize {
  const size = (visualization === undefined ? null : visualizationOf(visualization.type)?.size) ?? DEFAULT_SIZE
  const columns = options.position === undefined ? columnsForWidth(width) : null
  return columns === null ? size : { ...size, columns }
}
