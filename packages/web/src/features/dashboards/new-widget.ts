import type { Widget, WidgetOptions } from '@sightline/contract/widgets.ts'
import { dashboardTypes, mappingsForNew } from '@sightline/domain/dashboards/mappings.ts'
import { toParameterizedWidget } from '@sightline/domain/dashboards/parameters.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { DEFAULT_SIZE, type Place, type Places, placeForNew, positionOf } from '../../grid/place.ts'
import { visualizationOf } from '../../visualizations/registry.ts'

/** What the parameters of a new widget are mapped to at first. @param widgets what is on the dashboard already */
export function newMappings(definitions: readonly Definition[], widgets: readonly Widget[]) {
  const mapped = widgets.flatMap((widget) => ('restricted' in widget ? [] : (toParameterizedWidget(widget) ?? [])))
  return mappingsForNew(definitions, dashboardTypes(mapped))
}

/**
 * What a new widget begins with: a free place of the size that its type asks for, and its parameters mapped to the dashboard's.
 * @param widgets what is on the dashboard already, at these places
 */
export const newWidgetOptions = (
  type: string,
  definitions: readonly Definition[],
  widgets: readonly Widget[],
  places: Places,
): WidgetOptions => ({
  isHidden: false,
  position: positionOf(placeForNew(places.values(), visualizationOf(type)?.size ?? DEFAULT_SIZE)),
  parameterMappings: newMappings(definitions, widgets),
})

/** What a copy of a widget begins with: all that the other one has, but at a free place. */
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
