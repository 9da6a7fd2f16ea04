import { type Definition, isIdentifier, multiValuesOf, quotedBy, typeOf, type Values } from './definition.ts'
import { canonicalNumber } from './numbers.ts'

/** The options of an `enum` or `identifier` parameter: the non-empty lines of `enumOptions`. */
export const enumOptions = (definition: Definition): string[] =>
  (definition.enumOptions ?? '').split(/\r?\n/).filter((option) => option !== '')

/**
 * How several values of a dropdown are written unless its author says otherwise: in single quotes, as `IN ({{ name }})` needs it,
 * or as they are if all of them are numbers, or names, which get their quotes from the language.
 */
export function usualMultiValues(definition: Definition): ReturnType<typeof quotedBy> {
  const options = enumOptions(definition)
  const areNumbers =
    typeOf(definition) === 'enum' && options.length > 0 && options.every((text) => canonicalNumber(text) !== null)
  return quotedBy(areNumbers || isIdentifier(definition) ? '' : "'")
}

/** A single choice as text; numbers and booleans are converted. null if the input is not a single value. */
export function choiceText(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return String(value)
    default:
      return null
  }
}

/**
 * Reads a typed, stored or URL value as a choice, or as a list of choices if the parameter takes several.
 * @param options the allowed choices; null while they are unknown, when any text is allowed, even an empty one
 * @returns an option, or the first one if the value is not an option; of several values, those that are options; null for no
 * choice
 */
export function readChoice(definition: Definition, raw: unknown, options: readonly string[] | null): string | string[] | null {
  if (multiValuesOf(definition) !== null) {
    // A user may choose all 50,000 options, so each one is looked up in a set.
    const known = options && new Set(options)
    const isOption = (text: string | null): text is string => text !== null && (known === null || known.has(text))
    // An empty text is a choice if it is in a list; on its own it is the stored form of "no value".
    const texts = Array.isArray(raw) ? raw : raw === '' ? [] : [raw]
    const chosen = texts.map(choiceText).filter(isOption)
    return chosen.length > 0 ? chosen : null
  }
  const text = choiceText(Array.isArray(raw) ? raw[0] : raw)
  if (options === null) return text
  return text !== null && options.includes(text) ? text : (options[0] ?? null)
}

/** Number of options that a dropdown gets at once, counted from the first row. Further ones are found by searching. */
export const MAX_DROPDOWN_ROWS = 50_000

/**
 * The columns that hold the displayed names and the values of a dropdown: `name` and `value` in any case, otherwise the first
 * column.
 * @returns null for a result without columns
 */
export function dropdownColumns(columns: readonly { name: string }[]): { name: number; value: number } | null {
  if (columns.length === 0) return null
  const indexOf = (wanted: string) =>
    Math.max(
      0,
      columns.findIndex(({ name }) => name.toLowerCase() === wanted),
    )
  return { name: indexOf('name'), value: indexOf('value') }
}

/** Whether the options of a dropdown depend on other parameters. */
export const isDependent = ({ dependsOn }: Definition): boolean => Object.keys(dependsOn ?? {}).length > 0

/**
 * The values with which the dropdown query of a parameter runs.
 * @param values the values of the query, as they are sent
 * @returns values by parameter of the dropdown query; empty if the options do not depend on anything; null while a value is
 * missing
 */
export function dropdownValues({ dependsOn }: Definition, values: Values): Values | null {
  const given = Object.entries(dependsOn ?? {}).map(([inner, outer]) => [inner, values[outer]] as const)
  return given.some(([, value]) => value === undefined) ? null : Object.fromEntries(given)
}
