import { i18n } from '../language/i18n.ts'
import { choiceText, enumOptions, readChoice } from './choices.ts'
import { dateKindOf, readDate, readRange } from './dates.ts'
import { type Definition, isOptional, isUnset, type ParameterValue, titleOf, typeOf, type Values } from './definition.ts'
import { dynamicValue, resolveDynamic } from './dynamic.ts'
import { readNumber } from './numbers.ts'
import type { ClockContext } from './wall-clock.ts'

/**
 * Reads a stored, typed or URL value of a parameter. The browser uses it and shows the closest valid value; the server refuses
 * invalid values instead (`check.ts`).
 * @param options the dropdown values of a `query` parameter; null while they are loading
 * @returns null if there is no value, or no valid one
 */
export function readValue(definition: Definition, raw: unknown, options: readonly string[] | null = null): ParameterValue {
  if (isOptional(definition) && isUnset(raw)) return null
  const type = typeOf(definition)
  switch (type) {
    case 'number':
      return readNumber(raw)
    case 'enum':
    case 'identifier':
      return readChoice(definition, raw, enumOptions(definition))
    case 'query':
      return readChoice(definition, raw, options)
    default:
      return dateKindOf(definition) === null ? choiceText(raw) || null : readDates(definition, raw)
  }
}

function readDates(definition: Definition, raw: unknown): ParameterValue {
  const kind = dateKindOf(definition)
  if (kind === null) return null
  const dynamic = dynamicValue(definition, raw)
  if (dynamic !== null) return dynamic.key
  // Old way of storing "now".
  if (isUnset(raw) && definition.useCurrentDateTime === true && !kind.isRange) return 'd_now'
  return kind.isRange ? readRange(kind.precision, endsOf(raw)) : readDate(kind.precision, raw)
}

/** Date pickers return a range as a list of two. */
const endsOf = (raw: unknown): unknown => (Array.isArray(raw) && raw.length === 2 ? { start: raw[0], end: raw[1] } : raw)

/**
 * The values with which a query runs now: dynamic values resolved, lists as lists. Empty optional parameters are null; other
 * empty parameters are left out, so that the server reports them as missing.
 */
export function runValues(definitions: readonly Definition[], clock: ClockContext): Values {
  return Object.fromEntries(
    definitions.flatMap((definition) => {
      const value = readValue(definition, definition.value)
      if (value === null && !isOptional(definition)) return []
      return [[definition.name, resolveDynamic(definition, value, clock) ?? value]]
    }),
  )
}

/** The required parameters without a value. Pending values do not count. */
export function missingParameters(definitions: readonly Definition[]): Definition[] {
  return definitions.filter((definition) => !isOptional(definition) && readValue(definition, definition.value) === null)
}

/** The error message for missing values; null if none is missing. */
export function missingMessage(definitions: readonly Definition[]): string | null {
  const titles = missingParameters(definitions).map(titleOf)
  if (titles.length === 0) return null
  return titles.length === 1
    ? i18n._('missing value for {title} parameter.', { title: titles[0] ?? '' })
    : i18n._('missing values for {join} parameters.', { join: titles.join(', ') })
}
