import type { ParameterMapping } from '@sightline/contract/widgets.ts'
import { i18n } from '../language/i18n.ts'
import { type Definition, typeOf } from '../parameters/definition.ts'

/** The stored mappings of a widget by parameter name. */
export type StoredMappings = Readonly<Record<string, ParameterMapping>>

/** The mapping of a parameter, with defaults for missing fields. */
export function mappingOf(definition: Definition, stored: StoredMappings = {}): Mapping {
  const usual = unstoredMapping(definition)
  const own = Object.hasOwn(stored, definition.name) ? stored[definition.name] : undefined
  if (own === undefined) return usual
  return {
    name: definition.name,
    type: own.type ?? usual.type,
    mapTo: own.mapTo || usual.mapTo,
    value: own.value ?? null,
    title: own.title ?? '',
  }
}

/** The parameters of a query on a dashboard and where the widget takes their values from. */
export interface MappedParameters {
  definitions: readonly Definition[]
  stored?: StoredMappings
}

/** The types of the parameters of a dashboard, by name. If several are mapped to one name, the first one decides. */
export function dashboardTypes(widgets: readonly MappedParameters[]): ReadonlyMap<string, string> {
  const types = new Map<string, string>()
  for (const { definitions, stored } of widgets) {
    for (const definition of definitions) {
      const { type, mapTo } = mappingOf(definition, stored)
      if (type === 'dashboard-level' && !types.has(mapTo)) types.set(mapTo, typeOf(definition))
    }
  }
  return types
}

/**
 * The mappings of a new widget: each parameter maps to the dashboard parameter of the same name and type, or to a new one. If the
 * name is taken by another type, a number is appended.
 */
export function mappingsForNew(
  definitions: readonly Definition[],
  types: ReadonlyMap<string, string>,
): Record<string, ParameterMapping> {
  const known = new Map(types)
  return Object.fromEntries(
    definitions.map((definition) => {
      const mapTo = nameFor(definition, known)
      known.set(mapTo, typeOf(definition))
      return [definition.name, { name: definition.name, type: 'dashboard-level', mapTo, value: null, title: '' }]
    }),
  )
}

/** Sources of a parameter value, as the user chooses them. */
export const valueSources = ['new', 'existing', 'widget', 'static'] as const
export type ValueSource = (typeof valueSources)[number]

/**
 * The source of a mapping's value.
 * @param known types of the dashboard's other parameters, by name
 */
export function sourceOf({ type, mapTo }: Mapping, known: ReadonlyMap<string, string>): ValueSource {
  if (type === 'static-value') return 'static'
  if (type === 'widget-level') return 'widget'
  return known.has(mapTo) ? 'existing' : 'new'
}

/** The parameters of a dashboard that can supply the value of a parameter: those of its type. */
export const mappableTo = (definition: Definition, known: ReadonlyMap<string, string>): string[] =>
  [...known].flatMap(([name, type]) => (type === typeOf(definition) ? [name] : []))

/** Why a new parameter of a dashboard cannot have this keyword; null if it can. */
export function newKeywordProblem(keyword: string, known: ReadonlyMap<string, string>): string | null {
  const name = keyword.trim()
  if (name === '') return i18n._('Keyword must have a value')
  return known.has(name) ? i18n._('A parameter with this name already exists') : null
}

function nameFor(definition: Definition, known: ReadonlyMap<string, string>): string {
  const isFree = (name: string) => !known.has(name) || known.get(name) === typeOf(definition)
  if (isFree(definition.name)) return definition.name
  for (let number = 2; ; number++) {
    const name = `${definition.name}_${number}`
    if (isFree(name)) return name
  }
}

/** Where a widget takes the value of a parameter from. */
export interface Mapping {
  name: string
  type: 'dashboard-level' | 'widget-level' | 'static-value'
  /** The parameter of the dashboard that supplies the value. */
  mapTo: string
  value: unknown
  /** '' for the parameter's own title. */
  title: string
}

/** The default mapping of a parameter. An old-style global parameter belongs to the whole dashboard. */
export function unstoredMapping({ name, global }: Pick<Definition, 'name' | 'global'>): Mapping {
  return { name, type: global === true ? 'dashboard-level' : 'widget-level', mapTo: name, value: null, title: '' }
}
