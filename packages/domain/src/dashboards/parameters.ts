import type { WidgetOptions } from '@sightline/contract/widgets.ts'
import { type Definition, titleOf, typeOf } from '../parameters/definition.ts'
import { type UrlQuery, withUrlValues } from '../parameters/url-values.ts'
import { type MappedParameters, mappingOf } from './mappings.ts'

/** The parameters of a widget that shows a query. */
export interface ParameterizedWidget extends MappedParameters {
  id: number
  queryId: number
}

/** A parameter of a dashboard: shared by widgets, owned by one widget, or fixed by a widget and hidden. */
export interface DashboardParameter {
  /** Where its input is shown: for the whole dashboard, in the widget with this id, or nowhere (null). */
  shownIn: 'dashboard' | number | null
  /** The query that declares it. */
  queryId: number
  /** Its name is the key of its value in the URL, after `p_`. */
  definition: Definition
}

/** All parameters of a dashboard. If several are mapped to one name, the first one defines it. */
export function dashboardParameters(widgets: readonly ParameterizedWidget[]): DashboardParameter[] {
  const known = new Map<string, DashboardParameter>()
  for (const widget of widgets) {
    const keyOf = keysOf(widget)
    for (const definition of widget.definitions) {
      const { type, value, title } = mappingOf(definition, widget.stored)
      const key = keyOf(definition.name)
      if (known.has(key)) continue
      known.set(key, {
        shownIn: type === 'dashboard-level' ? 'dashboard' : type === 'widget-level' ? widget.id : null,
        queryId: widget.queryId,
        definition: {
          ...definition,
          name: key,
          title: title || titleOf(definition),
          ...(type === 'static-value' ? { value } : {}),
          ...(definition.dependsOn ? { dependsOn: renamed(definition.dependsOn, keyOf) } : {}),
        },
      })
    }
  }
  return [...known.values()]
}

/**
 * The parameters with their values: known values are kept even when widgets are added, removed or remapped; new parameters take
 * their value from the URL. Values that a widget fixes never change.
 * @param known the parameters with their last values; empty at first
 */
export function dashboardParameterValues(
  parameters: readonly DashboardParameter[],
  known: readonly Definition[],
  url: UrlQuery,
): Definition[] {
  const byName = new Map(known.map((definition) => [definition.name, definition]))
  return parameters.flatMap((parameter) => {
    const { shownIn, definition } = parameter
    const before = byName.get(definition.name)
    if (shownIn === null || before === undefined || typeOf(before) !== typeOf(definition))
      return dashboardValuesFromUrl([parameter], url)
    const { value, pendingValue } = before
    return [{ ...definition, value, ...(pendingValue === undefined ? {} : { pendingValue }) }]
  })
}

/** Sorts parameters by a stored order of names; the others follow in their own order. */
export function inStoredOrder(definitions: readonly Definition[], order: unknown): readonly Definition[] {
  if (!Array.isArray(order)) return definitions
  const placeOf = ({ name }: Definition) => (order.includes(name) ? order.indexOf(name) : order.length)
  return definitions.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** The parameters with the values of a URL; hidden parameters keep theirs. */
export const dashboardValuesFromUrl = (parameters: readonly DashboardParameter[], url: UrlQuery): Definition[] =>
  parameters.flatMap(({ shownIn, definition }) => (shownIn === null ? [definition] : withUrlValues([definition], url)))

/**
 * The parameters of a widget's query with the values that the dashboard has for them.
 * @param parameters all parameters of the dashboard, by key
 */
export function widgetDefinitions(widget: ParameterizedWidget, parameters: readonly Definition[]): Definition[] {
  const byKey = new Map(parameters.map((definition) => [definition.name, definition]))
  const keyOf = keysOf(widget)
  return widget.definitions.map((definition) => {
    const known = byKey.get(keyOf(definition.name))
    return known === undefined ? definition : { ...definition, title: known.title, value: known.value }
  })
}

/** The keys of a widget's parameters among those of its dashboard. */
export function parameterKeysOf(widget: ParameterizedWidget): Set<string> {
  const keyOf = keysOf(widget)
  return new Set(widget.definitions.map(({ name }) => keyOf(name)))
}

/** The keys of a widget's parameters, by their names. */
function keysOf(widget: ParameterizedWidget): (name: string) => string {
  const keys = new Map(
    widget.definitions.map((definition) => {
      const { type, mapTo } = mappingOf(definition, widget.stored)
      const own = `w${widget.id}_${definition.name}`
      return [definition.name, type === 'dashboard-level' ? mapTo : own]
    }),
  )
  return (name) => keys.get(name) ?? name
}

const renamed = (dependsOn: Record<string, string>, keyOf: (name: string) => string) =>
  Object.fromEntries(Object.entries(dependsOn).map(([inner, outer]) => [inner, keyOf(outer)]))

/** A widget with a query, or a textbox, reduced to the fields that parameters need. */
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
