import type { Widget } from '@sightline/contract/widgets.ts'
import { DEFAULT_SIZE, type Places, placeOf, type WidgetSize } from '../../grid/place.ts'
import { visualizationOf } from '../../visualizations/registry.ts'

/** The stored places of widgets, by id. */
export const placesOf = (widgets: readonly Widget[]): Places =>
  new Map(widgets.map((widget) => [widget.id, placeOf(widget.options.position ?? {}, sizeOf(widget))]))

/** The size that what a widget shows asks for. */
function sizeOf(widget: Widget): WidgetSize {
  const type = 'visualization' in widget ? widget.visualization?.type : undefined
  return (type === undefined ? null : visualizationOf(type)?.size) ?? DEFAULT_SIZE
}
