import { isJson } from '@sightline/domain/is-json.ts'
import { i18n, inReaderLanguage } from '@sightline/domain/language/i18n.ts'
import type { z } from 'zod'
import { zodMessages } from '../zod-messages.ts'
import type { AnswerOptions } from './app.ts'
import { AppError } from './errors.ts'

/** Validates a part of a request against its schema.
 * @throws AppError `invalid_input` with one sentence about the first problem found
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: zodMessages })
  if (parsed.success) return parsed.data
  throw new AppError('invalid_input', { reason: validationMessage(parsed.error) })
}

/** The first problem of a validation as one sentence: which value, and what it should be.
 * @param whole name of the value as a whole
 */
export function validationMessage(error: z.ZodError, whole = i18n._('The request')): string {
  const [issue] = error.issues
  const field = issue?.path.length ? `"${issue.path.join('.')}"` : whole
  const problem = issue === undefined ? i18n._('it has an unexpected form') : inReaderLanguage(issue.message)
  return i18n._('{field} is not valid: {problem}.', { field, problem: lowerFirst(problem) })
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

export interface Body {
  /** Undefined for an empty body. */
  value: unknown
  isForm: boolean
}

/** Body formats that an endpoint accepts besides JSON. */
type BodyForms = Pick<AnswerOptions, 'form' | 'ignoresOthers'>

/** Parses a body: JSON whatever its content type, which clients of this API often leave out, or a form where the endpoint accepts one.
 * @throws AppError `bad_request` when it is neither
 */
export function readBody(body: unknown, contentType: string | undefined, { form, ignoresOthers }: BodyForms): Body {
  const text = Buffer.isBuffer(body) ? body.toString('utf8').trim() : ''
  if (text === '' || (ignoresOthers && !isJson(text))) return { value: undefined, isForm: false }
  const read = readText(text, form === true && contentType?.startsWith('application/x-www-form-urlencoded') === true)
  refuseUnstorable(read.value)
  return read
}

function readText(text: string, mayBeForm: boolean): Body {
  try {
    return { value: JSON.parse(text), isForm: false }
  } catch (cause) {
    if (mayBeForm) return { value: Object.fromEntries(new URLSearchParams(text)), isForm: true }
    throw new AppError('bad_request', {}, { cause })
  }
}

/**
 * Maximum nesting of lists and objects. Real requests have a dozen levels; recursive code overflows the stack after some
 * thousand.
 */
const MAX_DEPTH = 100
/** Maximum number of values. The largest requests that mean something name some ten thousand; a million take a second to look at. */
const MAX_VALUES = 300_000

/** Refuses values that are nested too deep or too many, and strings that PostgreSQL cannot store, anywhere in a body.
 * @param value parsed JSON, or the fields of a form
 * @throws AppError `invalid_input` with one sentence
 */
export function refuseUnstorable(value: unknown): void {
  let level: unknown[] = [value]
  let left = MAX_VALUES
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH)
      throw new AppError('invalid_input', {
        reason: i18n._('The request is nested more than {most} levels deep.', { most: MAX_DEPTH }),
      })
    left -= level.length
    if (left < 0)
      throw new AppError('invalid_input', {
        reason: i18n._('The request has more than {most} values.', { most: MAX_VALUES.toLocaleString('en') }),
      })
    const below: unknown[] = []
    for (const one of level) {
      if (typeof one === 'string') refuseText(one)
      else if (Array.isArray(one)) for (const entry of one) below.push(entry)
      else if (typeof one === 'object' && one !== null) {
        for (const [name, entry] of Object.entries(one)) {
          refuseText(name)
          below.push(entry)
        }
      }
    }
    level = below
  }
}

function refuseText(text: string): void {
  if (text.includes('\0')) throw new AppError('invalid_input', { reason: i18n._('A text must not contain the character NUL.') })
  if (!text.isWellFormed()) {
    throw new AppError('invalid_input', {
      reason: i18n._('A text must not contain half of a surrogate pair, which is not a character.'),
    })
  }
}
