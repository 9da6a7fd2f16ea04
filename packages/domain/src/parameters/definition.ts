import type { ParameterDefinition, QueryOptions } from '@sightline/contract/queries.ts'

export const parameterTypes = [
  'text',
  'number',
  'enum',
  'query',
  'identifier',
  'date',
  'datetime-local',
  'datetime-with-seconds',
  'date-range',
  'datetime-range',
  'datetime-range-with-seconds',
] as const
/** The types that a new parameter may have. Saved data may also contain `text-pattern` and unknown types. */
export type ParameterType = (typeof parameterTypes)[number]

/**
 * The definition of a parameter (`query.options.parameters[]`). In the browser, `pendingValue` also holds a value that is typed
 * but not applied.
 */
export type Definition = ParameterDefinition

/** Parameter values by name. */
export type Values = Record<string, unknown>

/** The two ends of a range. */
export interface Range {
  start: string
  end: string
}

/** The value of one parameter: null for no value, a list for several values, a key (`d_…`) for a dynamic date or range. */
export type ParameterValue = string | number | string[] | Range | null

export const typeOf = (definition: Definition): string => definition.type ?? 'text'

/** Whether it is the name of a table or a column, or several of them. */
export const isIdentifier = (definition: Definition): boolean => typeOf(definition) === 'identifier'

/** Whether its options are the lines of `enumOptions`. */
export const isListed = (definition: Definition): boolean => typeOf(definition) === 'enum' || isIdentifier(definition)

/** Whether its values are chosen from options. */
export const isDropdown = (definition: Definition): boolean => isListed(definition) || typeOf(definition) === 'query'

/** Whether a text is only ever a value in SQL, and never a piece of the query (see `fillIn`). */
export const isPassedAsValue = (definition: Definition): boolean =>
  typeOf(definition) === 'text' && definition.passAsValue === true

/** Whether any parameter of a query is a text that is passed as a value. */
export const passesTexts = (definitions: readonly Definition[] | undefined): boolean =>
  definitions?.some(isPassedAsValue) ?? false

/**
 * Whether users who may not write SQL may run a query: none of its parameters takes free text, except as a value. A `text-pattern`
 * counts as free text, since its pattern may match everything.
 */
export const isSafe = (definitions: readonly Definition[]): boolean =>
  !definitions.some((definition) => ['text', 'text-pattern'].includes(typeOf(definition)) && !isPassedAsValue(definition))

export const isOptional = (definition: Definition): boolean => definition.optional === true

/** The names of the parameters that may stay empty. */
export const optionalNames = (definitions: readonly Definition[]): ReadonlySet<string> =>
  new Set(definitions.filter(isOptional).map(({ name }) => name))

/** Whether a value counts as empty. */
export const isUnset = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * Whether this value means that the parameter has no value. An empty text may be an option of a query-based dropdown, since a row
 * may contain one. For an optional parameter, an empty text means no value.
 */
export function hasNoValue(definition: Definition, value: unknown): boolean {
  const mayBeChoice = typeOf(definition) === 'query' && multiValuesOf(definition) === null && !isOptional(definition)
  return isUnset(value) && !(value === '' && mayBeChoice)
}

/** The title, or the capitalised words of the keyword if there is no title. */
export function titleOf({ title, name }: Pick<Definition, 'title' | 'name'>): string {
  const given = title?.trim() ?? ''
  return given === '' ? titleFor(name) : given
}

/** `order_date` → `Order Date`. */
function titleFor(name: string): string {
  const words = name.split(/[\s_-]+/).filter((word) => word !== '')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || name
}

/** Creates a parameter with the given name. */
export function newDefinition(name: string, type: ParameterType = 'text'): Definition {
  return { title: titleFor(name), name, type, value: null, global: false }
}

/** How the values of a multi-value parameter are written into the query. */
interface MultiValues {
  prefix: string
  suffix: string
  separator: string
}

/** How a list is written; null if the parameter takes a single value. Names get the quotes of the language instead of others. */
export function multiValuesOf(definition: Definition): MultiValues | null {
  const options = definition.multiValuesOptions
  if (!isRecord(options)) return null
  const separator = options.separator || ','
  if (isIdentifier(definition)) return { prefix: '', suffix: '', separator }
  return { prefix: options.prefix ?? '', suffix: options.suffix ?? '', separator }
}

/** The quotes that may be put around each of several values. */
export const quotes = ['', "'", '"'] as const

/** Puts this quote around each of several values. */
export const quotedBy = (quote: (typeof quotes)[number]): MultiValues => ({ prefix: quote, suffix: quote, separator: ',' })

/** Fields that only the browser uses, while a page is open. */
const browserOnly = ['pendingValue', '$$value', 'urlPrefix', 'parentQueryId', 'locals']

/** A definition in the form in which it is saved. */
export function storable(definition: Definition): Definition {
  const kept = Object.entries(definition).filter(([key]) => !browserOnly.includes(key))
  return { ...Object.fromEntries(kept), name: definition.name }
}

/** The options of a query as they are stored, without the fields of parameters that only browsers use. */
export function storableOptions(options: QueryOptions): QueryOptions {
  return options.parameters === undefined ? options : { ...options, parameters: options.parameters.map(storable) }
}

/**
 * Whether a query opens with its latest result. With parameters, that result may belong to other values than the displayed ones.
 */
export const opensWithLatestResult = (definitions: readonly Definition[]): boolean => definitions.length === 0

/** Whether a value is an object and not an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
