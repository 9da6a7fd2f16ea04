import { isSafe } from '@sightline/domain/parameters/definition.ts'
import type { PublicWidget } from './api.ts'

/** A widget as visitors may use it: where the query takes free text it has no parameters, as it is not run for them. */
export function forVisitors(widget: PublicWidget): PublicWidget {
  const { visualization } = widget
  if (!visualization || isSafe(visualization.query.options.parameters ?? [])) return widget
  const { query } = visualization
  return { ...widget, visualization: { ...visualization, query: { ...query, options: { ...query.options, parameters: [] } } } }
}
