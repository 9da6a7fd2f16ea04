import type { WidgetOptions } from '@sightline/contract/widgets.ts'
import type { Definition } from '../parameters/definition.ts'
import { type BoardParameter, boardParameters, type ParameterizedWidget } from './board-parameters.ts'

/** A widget that draws a query, or a textbox, as far as parameters go. */
export interface PlacedQuery {
  id: number
  options: WidgetOptions
  visualization?: { query: { id: number; options: { parameters?: Definition[] | undefined } } } | undefined
}

/** The parameters of a widget; null for a textbox. */
export function parameterized({ id, visualization, options }: PlacedQuery): ParameterizedWidget | null {
  if (!visualization) return null
  const { query } = visualization
  return { id, queryId: query.id, definitions: query.options.parameters ?? [], stored: options.parameterMappings }
}

/** All parameters of a dashboard. */
export const parametersOf = (widgets: readonly PlacedQuery[]): BoardParameter[] =>
  boardParameters(widgets.flatMap((widget) => parameterized(widget) ?? []))
