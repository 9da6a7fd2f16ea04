import { t } from '@lingui/core/macro'
import type { ParameterMapping, Widget } from '@sightline/contract/widgets.ts'
import { type Mapping, mappingOf, type StoredMappings, type ValueSource } from '@sightline/domain/dashboards/mappings.ts'
import { type DashboardParameter, dashboardParameters, toParameterizedWidget } from '@sightline/domain/dashboards/parameters.ts'
import { type Definition, typeOf } from '@sightline/domain/parameters/definition.ts'
import { listedName, widgetName } from '../widget/widget-names.ts'

/** A parameter of a widget's query with its mapping. */
export interface MappedParameter {
  definition: Definition
  mapping: Mapping
}

/** The parameters of a query with their stored mappings; those without one get the default. */
export const mappedParameters = (definitions: readonly Definition[], stored: StoredMappings = {}): MappedParameter[] =>
  definitions.map((definition) => ({ definition, mapping: mappingOf(definition, stored) }))

/** The mappings to store. @param before the stored mappings, of which fields of other API clients are kept */
export const storedMappings = (
  list: readonly MappedParameter[],
  before: StoredMappings = {},
): Record<string, ParameterMapping> =>
  Object.fromEntries(list.map(({ definition: { name }, mapping }) => [name, { ...before[name], ...mapping }]))

/** The parameters of a dashboard apart from those of one widget. @param widgetId null for all widgets */
export const dashboardParametersWithout = (widgets: readonly Widget[], widgetId: number | null): DashboardParameter[] =>
  dashboardParameters(
    widgets.flatMap((widget) =>
      'restricted' in widget || widget.id === widgetId ? [] : (toParameterizedWidget(widget) ?? []),
    ),
  ).filter(({ shownIn }) => shownIn === 'dashboard')

/**
 * The shortened names of the widgets that use each dashboard parameter, by its name.
 * @param widgetId the widget to leave out; null for none
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

/** The types of the dashboard parameters that a parameter can be mapped to, by name: those of other widgets and of the list's rest. */
export function knownTypes(
  dashboardParameters: readonly DashboardParameter[],
  list: readonly MappedParameter[],
  name: string,
): ReadonlyMap<string, string> {
  const others = list.filter(({ definition, mapping }) => definition.name !== name && mapping.type === 'dashboard-level')
  return new Map([
    ...others.map(({ definition, mapping }) => [mapping.mapTo, typeOf(definition)] as const),
    ...dashboardParameters.map(({ definition }) => [definition.name, typeOf(definition)] as const),
  ])
}

/** The initial value: the fixed one, that of the dashboard parameter, or the query's own. */
export function defaultValue(
  { definition, mapping }: MappedParameter,
  dashboardParameters: readonly DashboardParameter[],
): unknown {
  if (mapping.type === 'static-value') return mapping.value
  const shared =
    mapping.type === 'dashboard-level' ? dashboardParameters.find((one) => one.definition.name === mapping.mapTo) : undefined
  return shared === undefined ? definition.value : shared.definition.value
}

/** Labels of the value sources. */
export const sourceNames: Record<ValueSource, string> = {
  new: t`New dashboard parameter`,
  existing: t`Existing dashboard parameter`,
  widget: t`Widget parameter`,
  static: t`Static value`,
}
