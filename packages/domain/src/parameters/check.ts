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
import { missingNames } from './template.ts'
import type { ClockContext } from './wall-clock.ts'

/** What a check must be told, since it lies outside the definitions. */
export interface ValueChecks {
  /** Whether a text is among the options of this `query` parameter. */
  isOption(definition: Definition, text: string): boolean
  /** Whether a text matches a pattern from end to end. */
  matches(pattern: string, text: string): boolean
}

type CanonicalValue = string | string[] | Range

/** Values after the check. */
export interface CheckedValues {
  /** Names that have no definition, or whose value does not fit theirs. */
  invalid: string[]
  /** The values that fit, in the one spelling of their type; a list where a parameter takes several. */
  values: Record<string, CanonicalValue>
}

/**
 * Checks sent values against the definitions. Nothing undeclared passes: a value that nobody has described would be free text,
 * also in a query that counts as safe. What passes is never more than its type allows: it is spelled anew, and dates, which say what their sender means, stay as they came.
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

/** The names that the text of a query asks for, and that are not given. */
export function missingValues(text: string, definitions: readonly Definition[], given: Values): string[] {
  return missingNames(text, given, optionalNames(definitions))
}

/**
 * The stored values of the definitions.
 * @param clock resolves dynamic ones; null leaves them as they are, and so unfit
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

/** The one spelling of a value; null when it does not fit. Types without a case here are never satisfied. */
function canonicalValue(definition: Definition, value: unknown, checks: ValueChecks): CanonicalValue | null {
  if (isOptional(definition) && isUnset(value)) return ''
  switch (typeOf(definition)) {
    case 'text':
      return typeof value === 'string' ? value : null
    case 'text-pattern':
      return typeof value === 'string' && checks.matches(definition.regex ?? '', value) ? value : null
    case 'number':
      return canonicalNumber(value)
    case 'enum': {
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

/** One choice where several may be made is a list of one. */
function chosen(definition: Definition, value: unknown, isOption: (text: string) => boolean): string | string[] | null {
  const takesSeveral = multiValuesOf(definition) !== null
  if (Array.isArray(value) && !takesSeveral) return null
  const texts = (Array.isArray(value) ? value : [value]).map(choiceText)
  const options = texts.filter((text): text is string => text !== null && isOption(text))
  if (options.length < texts.length) return null
  return takesSeveral ? options : (options[0] ?? null)
}
