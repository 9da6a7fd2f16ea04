import { i18n } from '@sightline/domain/language/i18n.ts'
import type { z } from 'zod'

/**
 * Returns the end of a sentence that describes an invalid value, in the language of the reader, for schemas without a message of
 * their own. Passed to `safeParse` as `error`. Undefined keeps Zod's own message.
 */
export const zodMessages: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return isMissing(issue.input) ? i18n._('it is missing') : ofType(issue.expected)
    case 'invalid_value':
      return choiceOf(issue.values.map((value) => JSON.stringify(value)))
    case 'too_big':
      return atMost(issue.origin, Number(issue.maximum), issue.inclusive !== false)
    case 'too_small':
      return atLeast(issue.origin, Number(issue.minimum), issue.inclusive !== false)
    case 'unrecognized_keys':
      return i18n._('it has no field {names}', { names: issue.keys.map((key) => `"${key}"`).join(', ') })
    default:
      return undefined
  }
}

/** A missing number in a URL is parsed as NaN. */
const isMissing = (input: unknown) => input === undefined || Number.isNaN(input)

function ofType(expected: string): string {
  switch (expected) {
    case 'string':
      return i18n._('it must be a text')
    case 'number':
      return i18n._('it must be a number')
    case 'int':
      return i18n._('it must be a whole number')
    case 'boolean':
      return i18n._('it must be true or false')
    case 'array':
      return i18n._('it must be a list')
    case 'object':
    case 'record':
      return i18n._('it must be an object')
    default:
      return i18n._('it must be {type}', { type: expected })
  }
}

const choiceOf = (values: readonly string[]) =>
  values.length > 1
    ? i18n._('it must be one of {values}', { values: values.join(', ') })
    : i18n._('it must be {value}', { value: values.join() })

function atMost(origin: string, most: number, isInclusive: boolean): string {
  if (origin === 'string')
    return i18n._('it must have at most {most, plural, one {# character} other {# characters}}', { most })
  if (origin === 'array') return i18n._('it must have at most {most, plural, one {# entry} other {# entries}}', { most })
  return isInclusive ? i18n._('it must be at most {most}', { most }) : i18n._('it must be less than {most}', { most })
}

function atLeast(origin: string, least: number, isInclusive: boolean): string {
  if (origin === 'string' && least === 1) return i18n._('it must not be blank')
  if (origin === 'string')
    return i18n._('it must have at least {least, plural, one {# character} other {# characters}}', { least })
  if (origin === 'array') return i18n._('it must have at least {least, plural, one {# entry} other {# entries}}', { least })
  return isInclusive ? i18n._('it must be at least {least}', { least }) : i18n._('it must be more than {least}', { least })
}
