import { type Definition, multiValuesOf } from './definition.ts'

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
