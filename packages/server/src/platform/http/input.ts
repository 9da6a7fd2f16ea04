import type { z } from 'zod'
import { plainWords } from '../plain-words.ts'
import { AppError } from './errors.ts'

/**
 * Parses a part of a request.
 * @throws AppError `invalid_input` with one sentence about the first problem
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: plainWords })
  if (parsed.success) return parsed.data
  throw new AppError('invalid_input', { reason: sentenceOf(parsed.error) })
}

/**
 * The first problem that a schema found, in words: which value, and what it should be.
 * @param whole what the value as a whole is called
 */
export function sentenceOf(error: z.ZodError, whole = 'The request'): string {
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

/**
 * Reads a body: JSON whatever its content type, as clients of this API often leave that out, or a form where one is taken.
 * @throws AppError `bad_request` when it is neither
 */
export function readBody(body: unknown, contentType: string | undefined, takesForm: boolean): Body {
  const text = Buffer.isBuffer(body) ? body.toString('utf8').trim() : ''
  if (text === '') return { value: undefined, isForm: false }
  try {
    return { value: JSON.parse(text), isForm: false }
  } catch (cause) {
    const isForm = contentType?.startsWith('application/x-www-form-urlencoded')
    if (takesForm && isForm) return { value: Object.fromEntries(new URLSearchParams(text)), isForm }
    throw new AppError('bad_request', {}, { cause })
  }
}
