import type { WidgetOptions } from '@sightline/contract/widgets.ts'
import type { Definition } from '../parameters/definition.ts'
import { type DashboardParameter, dashboardParameters, type ParameterizedWidget } from './parameters.ts'

/** A widget that draws a query, or a textbox, as far as parameters go. */
export interface WidgetWithQuery {
  id: number
  options: WidgetOptions
  visualization?: { query: { id: number; options: { parameters?: Definition[] | undefined } } } | undefined
}

/** The parameters of a widget; null for a textbox. */
export function toParameterizedWidget({ id, visualization, options }: WidgetWithQuery): ParameterizedWidget | null {
  if (!visualization) return null
  const { query } = visualization
  return { id, queryId: query.id, definitions: query.options.parameters ?? [], stored: options.parameterMappings }
}

/** All parameters of a dashboard. */
export const parametersOfWidgets = (widgets: readonly WidgetWithQuery[]): DashboardParameter[] =>
  dashboardParameters(widgets.flatMap((widget) => toParameterizedWidget(widget) ?? []))
