import {
  type BoardParameter,
  boardParameters,
  type ParameterizedWidget,
} from '@sightline/domain/dashboards/board-parameters.ts'
import { isSafe } from '@sightline/domain/parameters/definition.ts'
import type { PublicWidget } from './api.ts'

/** The parameters of a widget; none for a textbox, and none where the query takes free text: it is not run for visitors. */
export function parameterized({ id, visualization, options }: PublicWidget): ParameterizedWidget | null {
  if (!visualization) return null
  const declared = visualization.query.options.parameters ?? []
  return {
    id,
    queryId: visualization.query.id,
    definitions: isSafe(declared) ? declared : [],
    stored: options.parameterMappings,
  }
}

/** All parameters of a shared dashboard. */
export const parametersOf = (widgets: readonly PublicWidget[]): BoardParameter[] =>
  boardParameters(widgets.flatMap((widget) => parameterized(widget) ?? []))
