import type { Widget, WidgetOptions } from '@sightline/contract/widgets.ts'
import { dashboardTypes, mappingsForNew } from '@sightline/domain/dashboards/mappings.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { DEFAULT_SIZE, type Places, placeForNew, positionOf } from '../../grid/place.ts'
import { visualizationOf } from '../../visualizations/registry.ts'

/**
 * What a new widget begins with: a free place of the size that its type asks for, and its parameters mapped to the dashboard's.
 * @param widgets what is on the dashboard already, at these places
 */
export function newWidgetOptions(
  type: string,
  definitions: readonly Definition[],
  widgets: readonly Widget[],
  places: Places,
): WidgetOptions {
  const mapped = widgets.flatMap((widget) =>
    'visualization' in widget && widget.visualization
      ? [{ definitions: widget.visualization.query.options.parameters ?? [], stored: widget.options.parameterMappings }]
      : [],
  )
  return {
    isHidden: false,
    position: positionOf(placeForNew(places.values(), visualizationOf(type)?.size ?? DEFAULT_SIZE)),
    parameterMappings: mappingsForNew(definitions, dashboardTypes(mapped)),
  }
}
