import { i18n } from '../language/i18n.ts'
import { isolated } from '../language/isolated.ts'
import { shortened } from '../shortened.ts'
import { type Definition, isOptional, titleOf, type Values } from './definition.ts'

const MAX_CHARACTERS = 300
const SEPARATOR = ' · '

/** The values with which a query was run, such as `Country: CH, DE · Period: 2026-10-27 – 2026-11-25`; null if it has none. */
export function valuesText(definitions: readonly Definition[], values: Values): string | null {
  const texts = definitions.flatMap((definition) => {
    const text = valueText(values[definition.name])
    return text === '' ? [] : [named(titleOf(definition), text)]
  })
  return texts.length === 0 ? null : shortened(texts.join(SEPARATOR), MAX_CHARACTERS)
}

/**
 * The values of a past run in full, such as `Country: CH, DE · City: All`; '' for none. They have the order of the definitions,
 * since the database stores them in another one.
 * @param definitions of the query now; a value without one stands at the end, after its name
 */
export function pastValuesText(definitions: readonly Definition[], values: Values): string {
  const declared = definitions.filter(({ name }) => Object.hasOwn(values, name))
  const names = new Set(declared.map(({ name }) => name))
  const others: Definition[] = Object.keys(values).flatMap((name) => (names.has(name) ? [] : [{ name }]))
  const texts = [...declared, ...others].flatMap((definition) => {
    const text = valueText(values[definition.name]) || (isOptional(definition) ? i18n._('All') : '')
    return text === '' ? [] : [named(titleOf(definition), text)]
  })
  return texts.join(SEPARATOR)
}

/** A value after its name; both keep their direction beside those of the others. */
const named = (name: string, text: string) => `${isolated(name, i18n.locale)}: ${isolated(text, i18n.locale)}`

/** A value as text: lists and ranges in full, '' for none. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(valueText).join(', ')
  if (typeof value !== 'object') return String(value)
  const { start, end } = value as { start?: unknown; end?: unknown }
  return `${valueText(start)} – ${valueText(end)}`
}
