import { choiceNames } from '@sightline/domain/filters/choice-names.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import type { TimeFormats } from '@sightline/domain/format/days.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { isolated } from '@sightline/domain/language/isolated.ts'
import type { Definition, Values } from '@sightline/domain/parameters/definition.ts'
import { type ParameterFormats, valueText } from '@sightline/domain/parameters/values-text.ts'
import { shortened } from '@sightline/domain/shortened.ts'
import type { NamedText } from '../../platform/documents/document.ts'

/** The values of parameters, without empty ones. */
export function namedValues(definitions: readonly Definition[], values: Values, formats: ParameterFormats): NamedText[] {
  return definitions.flatMap((definition) => {
    const text = valueText(values[definition.name], formats, definition)
    return text === '' ? [] : [{ name: definition.title || definition.name, text }]
  })
}

/** The chosen values of filters. One with all values chosen filters nothing and is left out. */
export const namedFilters = (filters: readonly Filter[], formats: TimeFormats): NamedText[] =>
  filters
    .filter(({ multiple, current, values }) => !multiple || current.length < values.length)
    .map(({ friendlyName, current, values }) => {
      const names = choiceNames(values, formats)
      const texts = current.map((value) => names[values.indexOf(value)] ?? String(value))
      return { name: friendlyName, text: texts.length === 0 ? 'none' : texts.join(', ') }
    })

const MAX_CHARACTERS = 300

/** The chosen values of filters as one line; null if they filter nothing. */
export function filtersText(filters: readonly Filter[], formats: TimeFormats): string | null {
  const text = namedFilters(filters, formats)
    .map((filter) => `${isolated(filter.name, i18n.locale)}: ${isolated(filter.text, i18n.locale)}`)
    .join(' · ')
  return text === '' ? null : shortened(text, MAX_CHARACTERS)
}
