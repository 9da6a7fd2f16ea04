import { formatDate } from '../format/date.ts'
import { formatNumber } from '../format/number.ts'
import type { ValueFormats } from '../format/value.ts'
import { i18n } from '../language/i18n.ts'
import { isolated } from '../language/isolated.ts'
import { shortened } from '../shortened.ts'
import { dateKindOf } from './dates.ts'
import { type Definition, isOptional, isRecord, titleOf, type Values } from './definition.ts'
import { datesOf, dynamicValue } from './dynamic.ts'
import { readValue } from './values.ts'
import type { ClockContext } from './wall-clock.ts'

const MAX_CHARACTERS = 300
const SEPARATOR = ' · '

/** The formats in which values of parameters are written for readers. */
export type ParameterFormats = Pick<ValueFormats, 'dateFormat' | 'dateTimeFormat' | 'numberMarks'>

/** The values with which a query runs now, such as `Country: CH, DE · Period: 2026-10-27 – 2026-11-25`; null if it has none. */
export function valuesText(definitions: readonly Definition[], clock: ClockContext, formats: ParameterFormats): string | null {
  const texts = definitions.flatMap((definition) => {
    const text = currentText(definition, clock, formats)
    return text === '' ? [] : [named(titleOf(definition), text)]
  })
  return texts.length === 0 ? null : shortened(texts.join(SEPARATOR), MAX_CHARACTERS)
}

/**
 * The value that a parameter has now; '' for none. A dynamic one has its name and the dates that it stands for, because a file or mail
 * is read later: `Last 7 days (2026-11-22 – 2026-11-29)`.
 */
export function currentText(definition: Definition, clock: ClockContext, formats: ParameterFormats): string {
  const stored = readValue(definition, definition.value)
  const dynamic = dynamicValue(definition, stored)
  if (dynamic === null) return valueText(stored, formats, definition)
  const text = valueText(datesOf(definition, stored, clock), formats, definition)
  return `${dynamic.label()} (${isolated(text, i18n.locale)})`
}

/**
 * The values of a past run in full, such as `Country: CH, DE · City: All`; '' for none. They have the order of the definitions,
 * since the database stores them in another one.
 * @param definitions of the query now; a value without one stands at the end, after its name
 */
export function pastValuesText(definitions: readonly Definition[], values: Values, formats: ParameterFormats): string {
  const declared = definitions.filter(({ name }) => Object.hasOwn(values, name))
  const names = new Set(declared.map(({ name }) => name))
  const others: Definition[] = Object.keys(values).flatMap((name) => (names.has(name) ? [] : [{ name }]))
  const texts = [...declared, ...others].flatMap((definition) => {
    const text = valueText(values[definition.name], formats, definition) || (isOptional(definition) ? i18n._('All') : '')
    return text === '' ? [] : [named(titleOf(definition), text)]
  })
  return texts.join(SEPARATOR)
}

/** A value after its name; both keep their direction beside those of the others. */
const named = (name: string, text: string) => `${isolated(name, i18n.locale)}: ${isolated(text, i18n.locale)}`

/** A value as text: lists and ranges in full, '' for none. Texts in the form of dates are dates only if their parameter is one. */
export function valueText(value: unknown, formats: ParameterFormats, definition: Definition): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map((one) => valueText(one, formats, definition)).join(', ')
  // Not grouped, because numbers of parameters are often years and ids.
  if (typeof value === 'number') return formatNumber(value, UNGROUPED, formats.numberMarks) ?? String(value)
  // Ranges are of dates, whatever the parameter is now.
  if (isRecord(value)) return [value.start, value.end].map((end) => dateText(String(end ?? ''), formats)).join(' – ')
  return dateKindOf(definition) === null ? String(value) : dateText(String(value), formats)
}

const UNGROUPED = '0[.][00000000000000000000]'

/** A date, or a time on the clock of the reader, as sent by parameters; other texts stay as they are. */
const SENT_DATE = /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}(:\d{2})?)?$/

/** @param pattern that stands in for those of the organization */
export function dateText(value: string, { dateFormat, dateTimeFormat }: ParameterFormats, pattern?: string | null): string {
  const sent = SENT_DATE.exec(value)
  if (sent === null) return value
  const [, time, seconds] = sent
  // Formats without seconds would hide those that the query ran with.
  const timeFormat =
    seconds === undefined || dateTimeFormat.includes('ss') ? dateTimeFormat : dateTimeFormat.replace('mm', 'mm:ss')
  return formatDate(value, pattern ?? (time === undefined ? dateFormat : timeFormat), 'UTC', i18n.locale) ?? value
}
