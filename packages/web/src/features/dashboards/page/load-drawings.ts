import type { Widget } from '@sightline/contract/widgets.ts'
import { partsOf } from '../../../visualizations/parts.ts'
import { visualizationOf } from '../../../visualizations/registry.ts'

export const loadTextWidget = () => import('./widget/TextWidget.tsx')

/** Loads what draws these widgets: it is on its way while their results are, and not only after them. */
export function loadDrawings(widgets: readonly Widget[]): void {
  for (const widget of widgets) {
    if ('restricted' in widget) continue
    const type = widget.visualization && visualizationOf(widget.visualization.type)
    const loaded = type ? partsOf(type) : widget.visualization ? null : loadTextWidget()
    // A failure is told by the widgets.
    loaded?.catch(() => {})
  }
}
