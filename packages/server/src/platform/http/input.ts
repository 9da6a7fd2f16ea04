import type { z } from 'zod'
import { zodMessages } from '../zod-messages.ts'
import type { AnswerOptions } from './app.ts'
import { AppError } from './errors.ts'

/**
 * Parses a part of a request.
 * @throws AppError `invalid_input` with one sentence about the first problem
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: zodMessages })
  if (parsed.success) return parsed.data
  throw new AppError('invalid_input', { reason: validationMessage(parsed.error) })
}

/**
 * The first problem that a schema found, in words: which value, and what it should be.
 * @param whole what the value as a whole is called
 */
export function validationMessage(error: z.ZodError, whole = 'The request'): string {
  const [issue] = error.issues
  const where = issue?.path.length ? `"${issue.path.join('.')}"` : whole
  return `${where} is not valid: ${lowerFirst(issue?.message ?? 'it has an unexpected form')}.`
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

export interface Body {
  /** Undefined when it was empty. */
  value: unknown
  isForm: boolean
}

/** What an endpoint takes besides JSON. */
type BodyForms = Pick<AnswerOptions, 'form' | 'ignoresOthers'>

/**
 * Reads a body: JSON whatever its content type, as clients of this API often leave that out, or a form where one is taken.
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

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Levels of lists and objects. What people and programs send has a dozen; recursive code runs out of stack after some thousand. */
const MAX_DEPTH = 100

/**
 * Refuses a value that cannot be worked with or stored, wherever in it that is: lists and objects that are nested too deep, and
 * texts that PostgreSQL does not take.
 * @param value parsed JSON, or the fields of a form
 * @throws AppError `invalid_input` with one sentence
 */
export function refuseUnstorable(value: unknown): void {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH)
      throw new AppError('invalid_input', { reason: `The request is nested more than ${MAX_DEPTH} levels deep.` })
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
  if (text.includes('\0')) throw new AppError('invalid_input', { reason: 'A text must not contain the character NUL.' })
  if (!text.isWellFormed()) {
    throw new AppError('invalid_input', { reason: 'A text must not contain half of a surrogate pair, which is no character.' })
  }
}
