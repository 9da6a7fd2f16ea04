import type { WidgetOptions } from '@sightline/contract/widgets.ts'
import { DEFAULT_SIZE, type Places, placeOf, type WidgetSize } from '../../grid/place.ts'
import { visualizationOf } from '../../visualizations/registry.ts'

/** A widget as far as its place goes. */
interface Placed {
  id: number
  options: WidgetOptions
  visualization?: { type: string } | undefined
}

/** The stored places of widgets, by id. */
export const placesOf = (widgets: readonly Placed[]): Places =>
  new Map(widgets.map((widget) => [widget.id, placeOf(widget.options.position ?? {}, sizeOf(widget))]))

/** The size that what a widget shows asks for. */
const sizeOf = ({ visualization }: Placed): WidgetSize =>
  (visualization === undefined ? null : visualizationOf(visualization.type)?.size) ?? DEFAULT_SIZE
