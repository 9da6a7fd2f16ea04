import { i18n } from '../language/i18n.ts'
import { type Definition, isOptional, titleOf, type Values } from './definition.ts'

const MAX_CHARACTERS = 300
const SEPARATOR = ' · '

/** The values with which a query was run, such as `Country: CH, DE · Period: 2026-10-27 – 2026-11-25`; null if it has none. */
export function valuesText(definitions: readonly Definition[], values: Values): string | null {
  const texts = definitions.flatMap((definition) => {
    const text = valueText(values[definition.name])
    return text === '' ? [] : [`${titleOf(definition)}: ${text}`]
  })
  if (texts.length === 0) return null
  const text = texts.join(SEPARATOR)
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text
}

/**
 * The values of a past run in full, such as `Country: CH, DE · City: All`; '' for none.
 * @param definitions of the query now; a value without one stands after its name
 */
export function pastValuesText(definitions: readonly Definition[], values: Values): string {
  const texts = Object.entries(values).flatMap(([name, value]) => {
    const definition = definitions.find((each) => each.name === name)
    const text = valueText(value) || (definition !== undefined && isOptional(definition) ? i18n._('All') : '')
    return text === '' ? [] : [`${titleOf(definition ?? { name })}: ${text}`]
  })
  return texts.join(SEPARATOR)
}

/** A value as text: lists and ranges in full, '' for none. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(valueText).join(', ')
  if (typeof value !== 'object') return String(value)
  const { start, end } = value as { start?: unknown; end?: unknown }
  return `${valueText(start)} – ${valueText(end)}`
}
