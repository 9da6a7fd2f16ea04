import { compacted } from '@sightline/domain/dashboards/grid/compact.ts'
import { DEFAULT_SIZE, type Place, placeOf, type WidgetSize } from '@sightline/domain/dashboards/grid/place.ts'
import type { GridPlace } from '../../platform/documents/document.ts'
import { type ExportedWidget, isVisible } from './dashboard.ts'

/** A widget with its place on its tab. */
export interface PlacedWidget {
  widget: ExportedWidget
  place: GridPlace
}

/**
 * The widgets of a tab at their places: inside of the grid and apart, as on the page, wherever a client has stored them. Textboxes and
 * tables are as high as their content, unless someone has set their height.
 */
export function placedWidgets(widgets: readonly ExportedWidget[]): PlacedWidget[] {
  const stored = new Map(widgets.map((widget) => [widget.id, placeOf(widget.options.position ?? {}, sizeOf(widget))]))
  const places = compacted(stored)
  return widgets.flatMap((widget) => {
    const place = places.get(widget.id)
    return place === undefined ? [] : [{ widget, place: gridPlace(place) }]
  })
}

function sizeOf(widget: ExportedWidget): WidgetSize {
  const type = isVisible(widget) ? widget.visualization?.type : null
  return { ...DEFAULT_SIZE, autoHeight: type === undefined || type === 'TABLE' }
}

const gridPlace = ({ col, row, sizeX, sizeY, autoHeight }: Place): GridPlace => ({
  col,
  row,
  columns: sizeX,
  rows: sizeY,
  autoHeight,
})
