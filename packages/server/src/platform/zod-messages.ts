import type { z } from 'zod'

/**
 * Returns the end of a sentence that describes an invalid value, for schemas without a message of their own. Passed to
 * `safeParse` as `error`. Undefined keeps Zod's own message.
 */
export const zodMessages: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return isMissing(issue.input) ? 'it is missing' : `it must be ${nameOf(issue.expected)}`
    case 'invalid_value':
      return `it must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map((value) => JSON.stringify(value)).join(', ')}`
    case 'too_big':
      return bound(issue.origin, `${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`)
    case 'too_small':
      return bound(issue.origin, `${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`)
    case 'unrecognized_keys':
      return `it has no field ${issue.keys.map((key) => `"${key}"`).join(', ')}`
    default:
      return undefined
  }
}

/** A missing number in a URL is parsed as NaN. */
const isMissing = (input: unknown) => input === undefined || Number.isNaN(input)

const names: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}
const nameOf = (expected: string) => names[expected] ?? expected

const units: Record<string, string> = { string: 'characters', array: 'entries' }
const bound = (origin: string, limit: string) => {
  const unit = units[origin]
  return unit === undefined ? `it must be ${limit}` : `it must have ${limit} ${unit}`
}
