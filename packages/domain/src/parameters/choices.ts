import { type Definition, multiValuesOf, type Values } from './definition.ts'

/** The options of an `enum` parameter: the lines of `enumOptions` that are not empty. */
export const enumOptions = (definition: Definition): string[] =>
  (definition.enumOptions ?? '').split(/\r?\n/).filter((option) => option !== '')

/** A single choice as text: numbers and booleans count by their spelling; null for what is no single value. */
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
 * What was typed, stored or came in an address, read as a choice: a list where the parameter takes several.
 * @param options what may be chosen; null while that is not known, then any text may, an empty one as well
 * @returns one of the options, the first when it is none; of several values those that are options; null for no choice
 */
export function readChoice(definition: Definition, raw: unknown, options: readonly string[] | null): string | string[] | null {
  if (multiValuesOf(definition) !== null) {
    // All of fifty thousand may be chosen: each is looked up, not searched for.
    const known = options && new Set(options)
    const isOption = (text: string | null): text is string => text !== null && (known === null || known.has(text))
    // An empty text is a choice in a list; alone it is how no value is stored.
    const texts = Array.isArray(raw) ? raw : raw === '' ? [] : [raw]
    const chosen = texts.map(choiceText).filter(isOption)
    return chosen.length > 0 ? chosen : null
  }
  const text = choiceText(Array.isArray(raw) ? raw[0] : raw)
  if (options === null) return text
  return text !== null && options.includes(text) ? text : (options[0] ?? null)
}

/** Rows of a query that are options of a dropdown, from the first on; no value beyond them is accepted. */
export const MAX_DROPDOWN_ROWS = 50_000

/**
 * The columns of a result whose cells are the shown names and the sent values of a dropdown: `name` and `value` in any case, or
 * else the first column.
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
 * @param values of the query, as they are sent
 * @returns by parameter of the dropdown query; nothing when the options depend on nothing; null while a value is not given
 */
export function dropdownValues({ dependsOn }: Definition, values: Values): Values | null {
  const given = Object.entries(dependsOn ?? {}).map(([inner, outer]) => [inner, values[outer]] as const)
  return given.some(([, value]) => value === undefined) ? null : Object.fromEntries(given)
}
