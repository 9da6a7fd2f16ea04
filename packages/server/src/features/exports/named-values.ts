import type { Filter } from '@sightline/domain/filters/filters.ts'
import type { Definition, Values } from '@sightline/domain/parameters/definition.ts'
import { valueText } from '@sightline/domain/parameters/values-text.ts'
import type { NamedText } from '../../platform/documents/document.ts'

type TextOf = (value: unknown) => string

/** The values of parameters, without empty ones. */
export function namedValues(definitions: readonly Definition[], values: Values, texts: TextOf): NamedText[] {
  return definitions.flatMap((definition) => {
    const text = texts(values[definition.name])
    return text === '' ? [] : [{ name: definition.title || definition.name, text }]
  })
}

/** The chosen values of filters. One with all values chosen filters nothing and is left out. */
export const namedFilters = (filters: readonly Filter[], texts: TextOf): NamedText[] =>
  filters
    .filter(({ multiple, current, values }) => !multiple || current.length < values.length)
    .map(({ friendlyName, current }) => ({
      name: friendlyName,
      text: current.length === 0 ? 'none' : current.map((value) => (value === null ? 'null' : texts(value))).join(', '),
    }))

const MAX_CHARACTERS = 300

/** The chosen values of filters as one line; null if they filter nothing. */
export function filtersText(filters: readonly Filter[]): string | null {
  const text = namedFilters(filters, valueText)
    .map((filter) => `${filter.name}: ${filter.text}`)
    .join(' · ')
  if (text === '') return null
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text
}
