import { type Definition, titleOf, type Values } from './definition.ts'

const MAX_CHARACTERS = 300

/** The values with which a query was run, such as `Country: CH, DE · Period: 2026-10-27 – 2026-11-25`; null if it has none. */
export function valuesText(definitions: readonly Definition[], values: Values): string | null {
  const texts = definitions.flatMap((definition) => {
    const text = valueText(values[definition.name])
    return text === '' ? [] : [`${titleOf(definition)}: ${text}`]
  })
  if (texts.length === 0) return null
  const text = texts.join(' · ')
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text
}

/** A value as text: lists and ranges in full, '' for none. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(valueText).join(', ')
  if (typeof value !== 'object') return String(value)
  const { start, end } = value as { start?: unknown; end?: unknown }
  return `${valueText(start)} – ${valueText(end)}`
}
