import { DEFAULT_SIZE, placeOf as placeInGrid, type WidgetSize } from '@sightline/domain/dashboards/grid/place.ts'
import type { GridPlace } from '../../platform/documents/document.ts'
import { type ExportedWidget, isVisible } from './dashboard.ts'

/** The stored place of a widget. Textboxes and tables are as high as their content, unless someone has set their height. */
export function placeOf(widget: ExportedWidget): GridPlace {
  const type = isVisible(widget) ? widget.visualization?.type : null
  const size: WidgetSize = { ...DEFAULT_SIZE, autoHeight: type === undefined || type === 'TABLE' }
  const { col, row, sizeX, sizeY, autoHeight } = placeInGrid(widget.options.position ?? {}, size)
  return { col, row, columns: sizeX, rows: sizeY, autoHeight }
}
