import type { Widget } from '@sightline/contract/widgets.ts'
import { inReadingOrder } from '../../../grid/place.ts'
import { partsOf } from '../../../visualizations/parts.ts'
import { visualizationOf } from '../../../visualizations/registry.ts'
import { placesOf } from '../places.ts'

export const loadTextWidget = () => import('./widget/TextWidget.tsx')

/** Loads what draws these widgets: it is on its way while their results are, and not only after them. */
export function loadRenderers(widgets: readonly Widget[]): void {
  // A failure is told by the widgets.
  for (const widget of widgets) rendererOf(widget)?.catch(() => {})
}

/** Loads what draws the widget that is read first. */
export async function loadFirstRenderer(widgets: readonly Widget[]): Promise<void> {
  const first = readFirst(widgets)
  await (first && rendererOf(first))
}

/** The widget that stands where reading begins; undefined where there is none. */
export function readFirst(widgets: readonly Widget[]): Widget | undefined {
  const [firstId] = inReadingOrder(placesOf(widgets))
  return widgets.find(({ id }) => id === firstId)
}

/** What draws a widget, on its way; null where nothing has to come. */
function rendererOf(widget: Widget): Promise<unknown> | null {
  if ('restricted' in widget) return null
  if (widget.visualization === undefined) return loadTextWidget()
  const type = visualizationOf(widget.visualization.type)
  return type && partsOf(type)
}
