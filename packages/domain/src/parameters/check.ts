import { choiceText, enumOptions } from './choices.ts'
import { dateKindOf, sentDate, sentRange } from './dates.ts'
import {
  type Definition,
  isOptional,
  isUnset,
  multiValuesOf,
  optionalNames,
  type Range,
  typeOf,
  type Values,
} from './definition.ts'
import { resolveDynamic } from './dynamic.ts'
import { canonicalNumber } from './numbers.ts'
import { withPreviousPeriods } from './previous.ts'
import { missingNames } from './template.ts'
import type { ClockContext } from './wall-clock.ts'

/** Checks that need more than the definitions. */
export interface ValueChecks {
  /** Whether a text is among the options of this `query` parameter. */
  isOption(definition: Definition, text: string): boolean
  /** Whether the whole text matches a pattern. */
  matches(pattern: string, text: string): boolean
}

type CanonicalValue = string | string[] | Range

/** Values after the check. */
export interface CheckedValues {
  /** Names that have no definition, or whose value does not match it. */
  invalid: string[]
  /** The valid values in the canonical form of their type; an array if a parameter takes several values. */
  values: Record<string, CanonicalValue>
}

/**
 * Checks sent values against the definitions. Undeclared values are rejected: they would be free text even in a query that counts
 * as safe. Valid values are rewritten in the canonical form of their type; only dates stay as they were sent.
 */
export function checkValues(definitions: readonly Definition[], sent: Values, checks: ValueChecks): CheckedValues {
  const invalid: string[] = []
  const values: [string, CanonicalValue][] = []
  for (const [name, value] of Object.entries(sent)) {
    const definition = definitions.find((candidate) => candidate.name === name)
    const spelled = definition ? canonicalValue(definition, value, checks) : null
    if (spelled === null) invalid.push(name)
    else values.push([name, spelled])
  }
  return { invalid, values: Object.fromEntries(values) }
}

/** The names that the query text requires and that have no value. */
export function missingValues(text: string, definitions: readonly Definition[], given: Values): string[] {
  return missingNames(text, withPreviousPeriods(definitions, given), optionalNames(definitions))
}

/**
 * The stored values of the definitions.
 * @param clock resolves dynamic values; null leaves their keys, which do not pass the check
 */
export function storedValues(definitions: readonly Definition[], clock: ClockContext | null): Values {
  return Object.fromEntries(
    definitions.map((definition) => {
      const { name, value, useCurrentDateTime } = definition
      const isNow = isUnset(value) && useCurrentDateTime === true && !isOptional(definition)
      const stored = isNow ? 'd_now' : value
      return [name, (clock && resolveDynamic(definition, stored, clock)) ?? stored]
    }),
  )
}

/** The canonical form of a value; null if it is invalid. Values of unknown types are always invalid. */
function canonicalValue(definition: Definition, value: unknown, checks: ValueChecks): CanonicalValue | null {
  if (isOptional(definition) && isUnset(value)) return ''
  switch (typeOf(definition)) {
    case 'text':
      return typeof value === 'string' ? value : null
    case 'text-pattern':
      return typeof value === 'string' && checks.matches(definition.regex ?? '', value) ? value : null
    case 'number':
      return canonicalNumber(value)
    case 'enum':
    case 'identifier': {
      const options = new Set(enumOptions(definition))
      return chosen(definition, value, (text) => options.has(text))
    }
    case 'query':
      return chosen(definition, value, (text) => checks.isOption(definition, text))
    default: {
      const kind = dateKindOf(definition)
      if (kind === null) return null
      return kind.isRange ? sentRange(value) : sentDate(value)
    }
  }
}

/** A single choice of a multi-value parameter becomes an array of one. */
function chosen(definition: Definition, value: unknown, isOption: (text: string) => boolean): string | string[] | null {
  const takesSeveral = multiValuesOf(definition) !== null
  if (Array.isArray(value) && !takesSeveral) return null
  const texts = (Array.isArray(value) ? value : [value]).map(choiceText)
  const options = texts.filter((text): text is string => text !== null && isOption(text))
  if (options.length < texts.length) return null
  return takesSeveral ? options : (options[0] ?? null)
}
