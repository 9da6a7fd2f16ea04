import type { ParameterDefinition } from '@sightline/contract/queries.ts'

export const parameterTypes = [
  'text',
  'number',
  'enum',
  'query',
  'date',
  'datetime-local',
  'datetime-with-seconds',
  'date-range',
  'datetime-range',
  'datetime-range-with-seconds',
] as const
/** The types that a new parameter may have. Saved data may also have `text-pattern`, and whatever else somebody stored. */
export type ParameterType = (typeof parameterTypes)[number]

/**
 * A parameter's definition (`query.options.parameters[]`). In the browser it also holds what was typed and not applied yet, in
 * `pendingValue`.
 */
export type Definition = ParameterDefinition

/** Parameter values by name. */
export type Values = Record<string, unknown>

/** The two ends of a range. */
export interface Range {
  start: string
  end: string
}

/** The value of one parameter: null when it has none; several in a list; a dynamic date or range is its key (`d_…`). */
export type ParameterValue = string | number | string[] | Range | null

export const typeOf = (definition: Definition): string => definition.type ?? 'text'

/**
 * Whether a query may be run by those who may not write SQL: none of its parameters takes free text. A pattern counts as free
 * text, since it may let everything through.
 */
export const isSafe = (definitions: readonly Definition[]): boolean =>
  !definitions.some((definition) => ['text', 'text-pattern'].includes(typeOf(definition)))

export const isOptional = (definition: Definition): boolean => definition.optional === true

/** The names of the parameters that may stay empty. */
export const optionalNames = (definitions: readonly Definition[]): ReadonlySet<string> =>
  new Set(definitions.filter(isOptional).map(({ name }) => name))

/** Whether a value counts as empty. */
export const isUnset = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * Whether a parameter has no value with this one. An empty text may be a choice of a dropdown that a query fills, since its rows
 * may have one. Where a parameter may stay empty, that says the same as no value.
 */
export function hasNoValue(definition: Definition, value: unknown): boolean {
  const mayBeChoice = typeOf(definition) === 'query' && multiValuesOf(definition) === null && !isOptional(definition)
  return isUnset(value) && !(value === '' && mayBeChoice)
}

/** The title, or the capitalised words of the keyword where there is none. */
export function titleOf({ title, name }: Pick<Definition, 'title' | 'name'>): string {
  const given = title?.trim() ?? ''
  return given === '' ? titleFor(name) : given
}

/** `order_date` → `Order Date`. */
function titleFor(name: string): string {
  const words = name.split(/[\s_-]+/).filter((word) => word !== '')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || name
}

/** A new parameter for a name. */
export function newDefinition(name: string, type: ParameterType = 'text'): Definition {
  return { title: titleFor(name), name, type, value: null, global: false }
}

/** How several values of one parameter are written. */
interface MultiValues {
  prefix: string
  suffix: string
  separator: string
}

/** How a list is written; null when the parameter takes a single value. */
export function multiValuesOf(definition: Definition): MultiValues | null {
  const options = definition.multiValuesOptions
  if (!isRecord(options)) return null
  return { prefix: options.prefix ?? '', suffix: options.suffix ?? '', separator: options.separator || ',' }
}

/** The choices of quoting for several values: what stands before and after each of them. */
export const quotes = ['', "'", '"'] as const

/** Several values with this quote around each. */
export const quotedBy = (quote: (typeof quotes)[number]): MultiValues => ({ prefix: quote, suffix: quote, separator: ',' })

/** What only a browser uses, while a page is open. */
const browserOnly = ['pendingValue', '$$value', 'urlPrefix', 'parentQueryId', 'locals']

/** A definition as it is saved. */
export function storable(definition: Definition): Definition {
  const kept = Object.entries(definition).filter(([key]) => !browserOnly.includes(key))
  return { ...Object.fromEntries(kept), name: definition.name }
}

/** Whether a query opens with its latest result: one with parameters may have been run with other values than those shown. */
export const opensWithLatestResult = (definitions: readonly Definition[]): boolean => definitions.length === 0

/** Whether a value is an object with keys, and no list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
