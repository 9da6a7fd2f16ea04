import type { ExportRequest } from '@sightline/contract/exports.ts'
import { choiceNames } from '@sightline/domain/filters/choice-names.ts'
import { friendlyName } from '@sightline/domain/filters/column-name.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import { cellName } from '@sightline/domain/format/cell-name.ts'
import { formatsFor, type TimeFormats } from '@sightline/domain/format/days.ts'
import { valueText as cellText, type ValueFormats } from '@sightline/domain/format/value.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { isolated } from '@sightline/domain/language/isolated.ts'
import { type Definition, titleOf } from '@sightline/domain/parameters/definition.ts'
import { currentText, type ParameterFormats, valueText } from '@sightline/domain/parameters/values-text.ts'
import type { ClockContext } from '@sightline/domain/parameters/wall-clock.ts'
import { shortened } from '@sightline/domain/shortened.ts'
import type { NamedText } from '../../platform/documents/document.ts'

/** The values that parameters have now, without empty ones. */
export function namedValues(definitions: readonly Definition[], clock: ClockContext, formats: ParameterFormats): NamedText[] {
  return definitions.flatMap((definition) => {
    const text = currentText(definition, clock, formats)
    return text === '' ? [] : [{ name: titleOf(definition), text }]
  })
}

/** A clicked mark that filters the widgets. Only values of date columns are dates. */
export function namedMark({ column, type, value }: ExportRequest['marks'][number], formats: ValueFormats): NamedText {
  const isDate = type === 'date' || type === 'datetime'
  const text = cellName(value, (shown) =>
    isDate ? cellText(shown, type, formatsFor([shown], formats)) : valueText(shown, formats, { name: column }),
  )
  return { name: friendlyName(column), text }
}

/** The chosen values of filters. One with all values chosen filters nothing and is left out. */
export const namedFilters = (filters: readonly Filter[], formats: TimeFormats): NamedText[] =>
  filters
    .filter(({ multiple, current, values }) => !multiple || current.length < values.length)
    .map(({ friendlyName, current, values }) => {
      const names = choiceNames(values, formats)
      const texts = current.map((value) => names[values.indexOf(value)] ?? String(value))
      return { name: friendlyName, text: texts.length === 0 ? i18n._('none') : texts.join(', ') }
    })

const MAX_CHARACTERS = 300

/** The chosen values of filters as one line; null if they filter nothing. */
export function filtersText(filters: readonly Filter[], formats: TimeFormats): string | null {
  const text = namedFilters(filters, formats)
    .map((filter) => `${isolated(filter.name, i18n.locale)}: ${isolated(filter.text, i18n.locale)}`)
    .join(' · ')
  return text === '' ? null : shortened(text, MAX_CHARACTERS)
}
