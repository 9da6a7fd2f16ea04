import { choiceText, enumOptions, readChoice } from './choices.ts'
import { dateKindOf, readDate, readRange } from './dates.ts'
import { type Definition, isOptional, isUnset, type ParameterValue, titleOf, typeOf, type Values } from './definition.ts'
import { dynamicValue, resolveDynamic } from './dynamic.ts'
import { readNumber } from './numbers.ts'
import type { ClockContext } from './wall-clock.ts'

/**
 * Reads a value of a parameter, wherever it comes from: stored, typed, or from an address. For the browser, which shows what it
 * could make of it; the server takes nothing that does not fit (`check.ts`).
 * @param options of a `query` parameter: the values of its dropdown; null while they are not loaded
 * @returns null when there is no value, or none that can be read
 */
export function readValue(definition: Definition, raw: unknown, options: readonly string[] | null = null): ParameterValue {
  if (isOptional(definition) && isUnset(raw)) return null
  const type = typeOf(definition)
  switch (type) {
    case 'number':
      return readNumber(raw)
    case 'enum':
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
  // An old way of storing "now".
  if (isUnset(raw) && definition.useCurrentDateTime === true && !kind.isRange) return 'd_now'
  return kind.isRange ? readRange(kind.precision, endsOf(raw)) : readDate(kind.precision, raw)
}

/** A list of two is a range as date pickers give it. */
const endsOf = (raw: unknown): unknown => (Array.isArray(raw) && raw.length === 2 ? { start: raw[0], end: raw[1] } : raw)

/**
 * The values with which a query runs now: dynamic ones resolved, lists as lists. Optional ones that are empty are null; others
 * that are empty are left out, so that they are missed.
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

/** The parameters that need a value before the query can run, and have none. Pending values do not count yet. */
export function missingParameters(definitions: readonly Definition[]): Definition[] {
  return definitions.filter((definition) => !isOptional(definition) && readValue(definition, definition.value) === null)
}

/** Why a run is refused before it is asked for; null when nothing is missing. */
export function missingMessage(definitions: readonly Definition[]): string | null {
  const titles = missingParameters(definitions).map(titleOf)
  if (titles.length === 0) return null
  return titles.length === 1
    ? `missing value for ${titles[0]} parameter.`
    : `missing values for ${titles.join(', ')} parameters.`
}
