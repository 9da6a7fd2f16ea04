import { dateKindOf, shownDate } from '@sightline/domain/parameters/dates.ts'
import type { Definition, ParameterValue } from '@sightline/domain/parameters/definition.ts'
import { dynamicValue } from '@sightline/domain/parameters/dynamic.ts'
import { displayName, nameOf, type Options } from './options.ts'

/** Between the two ends of a range. */
export const RANGE_SEPARATOR = '–'

/**
 * A value in few words, as it stands where there is no room for its control; '' for none.
 * @param options of a dropdown; null for other types
 * @param dateFormat `dateFormat` of the client config
 */
export function valueText(
  definition: Definition,
  value: ParameterValue,
  options: Options | null,
  dateFormat: string | undefined,
): string {
  if (value === null) return ''
  if (Array.isArray(value))
    return value.length === 1 ? displayName(nameOf(value[0] ?? '', options)) : `${value.length} selected`
  const dynamic = dynamicValue(definition, value)
  if (dynamic !== null) return dynamic.label
  const precision = dateKindOf(definition)?.precision
  if (typeof value === 'object') {
    const [start, end] = [value.start, value.end].map((date) => (precision ? shownDate(precision, date, dateFormat) : date))
    return `${start} ${RANGE_SEPARATOR} ${end}`
  }
  if (precision !== undefined) return shownDate(precision, String(value), dateFormat)
  return displayName(nameOf(String(value), options))
}
