import type { Widget, WidgetOptions, WidgetPosition } from '@sightline/contract/widgets.ts'
import { columnsForWidth } from '@sightline/domain/dashboards/grid/geometry.ts'
import {
  DEFAULT_SIZE,
  type Place,
  type Places,
  placeForNew,
  placeOf,
  positionOf,
  type WidgetSize,
} from '@sightline/domain/dashboards/grid/place.ts'
import { dashboardTypes, mappingsForNew } from '@sightline/domain/dashboards/mappings.ts'
import { toParameterizedWidget } from '@sightline/domain/dashboards/parameters.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { visualizationOf } from '../../visualizations/registry.ts'

/** The fields of a widget that its place depends on. */
interface PlacedWidget {
  id: number
  /** Written by older clients for a widget without a position. */
  width: number
  options: WidgetOptions
  visualization?: { type: string } | undefined
}

/** The stored places of widgets, by id. */
export const placesOf = (widgets: readonly PlacedWidget[]): Places =>
  new Map(widgets.map((widget) => [widget.id, placeOf(widget.options.position ?? {}, defaultSizeOf(widget))]))

/** The default size of the widget's type. A widget without a position takes its stored width. */
function defaultSizeOf({ visualization, options, width }: PlacedWidget): WidgetSize {
  const size = sizeOfType(visualization?.type)
  const columns = options.position === undefined ? columnsForWidth(width) : null
  return columns === null ? size : { ...size, columns }
}

const sizeOfType = (type: string | undefined): WidgetSize =>
  (type === undefined ? null : visualizationOf(type)?.size) ?? DEFAULT_SIZE

/** The initial parameter mappings of a new widget. @param widgets the widgets that are on the dashboard already */
export function newMappings(definitions: readonly Definition[], widgets: readonly Widget[]) {
  const mapped = widgets.flatMap((widget) => ('restricted' in widget ? [] : (toParameterizedWidget(widget) ?? [])))
  return mappingsForNew(definitions, dashboardTypes(mapped))
}

/** Free places for several new widgets with visualizations of these types, in this order. */
export function newWidgetPositions(types: readonly string[], places: Places): WidgetPosition[] {
  const taken = [...places.values()]
  return types.map((type) => {
    const place = placeForNew(taken, sizeOfType(type))
    taken.push(place)
    return positionOf(place)
  })
}

/**
 * The options of a new widget: a free place of its type's default size, and its parameters mapped to those of the dashboard.
 * @param widgets the widgets that are on the dashboard already, at these places
 */
export const newWidgetOptions = (
  type: string,
  definitions: readonly Definition[],
  widgets: readonly Widget[],
  places: Places,
): WidgetOptions => ({
  isHidden: false,
  position: newWidgetPositions([type], places)[0],
  parameterMappings: newMappings(definitions, widgets),
})

/** The options of a copy of a widget: all of the original's, at a free place of the same size. */
export function copiedOptions(options: WidgetOptions, place: Place, places: Places): WidgetOptions {
  const { col, row } = placeForNew(places.values(), {
    columns: place.sizeX,
    rows: place.sizeY,
    minColumns: place.minSizeX,
    minRows: place.minSizeY,
    autoHeight: place.autoHeight,
  })
  return { ...options, position: { ...options.position, ...positionOf({ ...place, col, row }) } }
}
