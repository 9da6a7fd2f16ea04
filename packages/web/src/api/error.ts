import type { ErrorCode } from '@sightline/contract/errors.ts'
import { normalizePage } from '@sightline/domain/list-state.ts'

/** What is shown when the server could not be reached at all. */
export const UNREACHABLE = 'failed communicating with server. Please check your Internet connection and try again.'

/** A call that did not succeed. */
export class ApiError extends Error {
  override name = 'ApiError'
  /** HTTP status; 0 when there was no answer. */
  readonly status: number
  /** Entry of the error catalogue; null when the answer names none. */
  readonly code: string | null
  /** The answer, parsed where it was JSON. */
  readonly body: unknown

  constructor(status: number, code: string | null, message: string, body: unknown) {
    super(message)
    this.status = status
    this.code = code
    this.body = body
  }
}

/** Whether a failure is this entry of the error catalogue. */
export function isApiError(error: unknown, code: ErrorCode): error is ApiError {
  return error instanceof ApiError && error.code === code
}

/** The text that a failed call has for people; null when it has none. */
export function messageOf(error: unknown): string | null {
  return error instanceof ApiError && error.message !== '' ? error.message : null
}

/** What a failed call tells besides its message, by name; undefined where it does not. */
export const detailOf = (error: ApiError, name: string): unknown => at(at(error.body, 'details'), name)

/** Reads a failed answer: `{message, code}`, or `{job: {error}}` of a refused execution. */
export function toApiError(status: number, body: unknown): ApiError {
  const message = textAt(body, 'message') ?? textAt(at(body, 'job'), 'error') ?? ''
  return new ApiError(status, textAt(body, 'code'), message, body)
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function textAt(value: unknown, key: string): string | null {
  const text = at(value, key)
  return typeof text === 'string' && text !== '' ? text : null
}

/** The last page of a list, told by the refusal of a page beyond it; null for every other failure, and for none. */
export function lastPageFromError(error: unknown, pageSize: number): number | null {
  if (!isApiError(error, 'page_out_of_range')) return null
  const count = detailOf(error, 'count')
  // A server of before does not say how many there are: then the first page is the one that is there for sure.
  return normalizePage({ page: 1, pageSize, total: typeof count === 'number' ? count : 0 }).lastPage
}
