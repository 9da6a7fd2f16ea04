import type { ParameterMapping, Widget } from '@sightline/contract/widgets.ts'
import { type Mapping, mappingOf, type StoredMappings, type ValueSource } from '@sightline/domain/dashboards/mappings.ts'
import { type DashboardParameter, dashboardParameters, toParameterizedWidget } from '@sightline/domain/dashboards/parameters.ts'
import { type Definition, typeOf } from '@sightline/domain/parameters/definition.ts'
import { listedName, widgetName } from '../page/widget-names.ts'

/** A parameter of the query with its mapping. */
export interface MappedParameter {
  definition: Definition
  mapping: Mapping
}

/** The parameters of a query with what is stored for them, complete. */
export const mappedParameters = (definitions: readonly Definition[], stored: StoredMappings = {}): MappedParameter[] =>
  definitions.map((definition) => ({ definition, mapping: mappingOf(definition, stored) }))

/** As they are stored. @param before what is stored now: what other clients keep there stays */
export const storedMappings = (
  list: readonly MappedParameter[],
  before: StoredMappings = {},
): Record<string, ParameterMapping> =>
  Object.fromEntries(list.map(({ definition: { name }, mapping }) => [name, { ...before[name], ...mapping }]))

/** The parameters that a dashboard has without one of its widgets. @param widgetId null for all widgets */
export const boardParametersWithout = (widgets: readonly Widget[], widgetId: number | null): DashboardParameter[] =>
  dashboardParameters(
    widgets.flatMap((widget) =>
      'restricted' in widget || widget.id === widgetId ? [] : (toParameterizedWidget(widget) ?? []),
    ),
  ).filter(({ shownIn }) => shownIn === 'board')

/**
 * Which widgets take a value from which parameter of the dashboard: the names of the widgets, cut for a list, by that of the parameter.
 * @param widgetId the widget that is left out; null for none
 */
export function usersOfParameters(widgets: readonly Widget[], widgetId: number | null): ReadonlyMap<string, string[]> {
  const pairs = widgets.flatMap((widget) => {
    if ('restricted' in widget || widget.visualization === undefined || widget.id === widgetId) return []
    const { visualization, options } = widget
    return mappedParameters(visualization.query.options.parameters ?? [], options.parameterMappings).flatMap(({ mapping }) =>
      mapping.type === 'dashboard-level' ? [[mapping.mapTo, listedName(widgetName(visualization))] as const] : [],
    )
  })
  return new Map([...Map.groupBy(pairs, ([name]) => name)].map(([name, of]) => [name, of.map(([, widget]) => widget)]))
}

/** The types of the dashboard's parameters as one of the list sees them: those of other widgets, and of the others in the list. */
export function knownTypes(
  board: readonly DashboardParameter[],
  list: readonly MappedParameter[],
  name: string,
): ReadonlyMap<string, string> {
  const others = list.filter(({ definition, mapping }) => definition.name !== name && mapping.type === 'dashboard-level')
  return new Map([
    ...others.map(({ definition, mapping }) => [mapping.mapTo, typeOf(definition)] as const),
    ...board.map(({ definition }) => [definition.name, typeOf(definition)] as const),
  ])
}

/** What the value is at first: the fixed one, that of the dashboard's parameter, or the query's own. */
export function defaultValue({ definition, mapping }: MappedParameter, board: readonly DashboardParameter[]): unknown {
  if (mapping.type === 'static-value') return mapping.value
  const shared = mapping.type === 'dashboard-level' ? board.find((one) => one.definition.name === mapping.mapTo) : undefined
  return shared === undefined ? definition.value : shared.definition.value
}

/** Sources of values, as they are offered and listed. */
export const sourceNames: Record<ValueSource, string> = {
  new: 'New dashboard parameter',
  existing: 'Existing dashboard parameter',
  widget: 'Widget parameter',
  static: 'Static value',
}
