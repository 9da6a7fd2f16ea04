import { type AddressQuery, withAddress } from '../parameters/address.ts'
import { type Definition, titleOf } from '../parameters/definition.ts'
import { type MappedParameters, mappingOf } from './mappings.ts'

/** A widget that draws a query, as far as its parameters go. */
export interface ParameterizedWidget extends MappedParameters {
  id: number
  queryId: number
}

/** A parameter as a dashboard has it: shared by widgets, of one widget alone, or fixed by a widget and not to be seen. */
export interface BoardParameter {
  /** For which it is an input: the whole dashboard, the widget with this id, or nobody. */
  shownIn: 'board' | number | null
  /** The query that declares it. */
  queryId: number
  /** Its name is the key under which the address has its value, after `p_`. */
  definition: Definition
}

/** All parameters of a dashboard. Of several that are mapped to one name, the first says what it is. */
export function boardParameters(widgets: readonly ParameterizedWidget[]): BoardParameter[] {
  const known = new Map<string, BoardParameter>()
  for (const widget of widgets) {
    const keyOf = keysOf(widget)
    for (const definition of widget.definitions) {
      const { type, value, title } = mappingOf(definition, widget.stored)
      const key = keyOf(definition.name)
      if (known.has(key)) continue
      known.set(key, {
        shownIn: type === 'dashboard-level' ? 'board' : type === 'widget-level' ? widget.id : null,
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

/** The parameters with the values that an address gives to those that can be seen. */
export const boardInAddress = (parameters: readonly BoardParameter[], address: AddressQuery): Definition[] =>
  parameters.flatMap(({ shownIn, definition }) => (shownIn === null ? [definition] : withAddress([definition], address)))

/**
 * The parameters of a widget's query with the values that the dashboard has for them.
 * @param board all parameters of the dashboard, by key
 */
export function widgetDefinitions(widget: ParameterizedWidget, board: readonly Definition[]): Definition[] {
  const byKey = new Map(board.map((definition) => [definition.name, definition]))
  const keyOf = keysOf(widget)
  return widget.definitions.map((definition) => {
    const known = byKey.get(keyOf(definition.name))
    return known === undefined ? definition : { ...definition, title: known.title, value: known.value }
  })
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
