import { t } from '@lingui/core/macro'
import type { ErrorCode } from '@sightline/contract/errors.ts'
import { normalizePage } from '@sightline/domain/list-state.ts'

/** The message shown if the server cannot be reached. */
export const UNREACHABLE = t`failed communicating with server. Please check your Internet connection and try again.`

/** A failed call. */
export class ApiError extends Error {
  override name = 'ApiError'
  /** HTTP status; 0 if there was no response. */
  readonly status: number
  /** Code in the error catalogue; null if the response has none. */
  readonly code: string | null
  /** The response body, parsed if it was JSON. */
  readonly body: unknown

  constructor(status: number, code: string | null, message: string, body: unknown) {
    super(message)
    this.status = status
    this.code = code
    this.body = body
  }
}

/** Whether an error has this code of the error catalogue. */
export function isApiError(error: unknown, code: ErrorCode): error is ApiError {
  return error instanceof ApiError && error.code === code
}

/** The message of a failed call; null if it has none. The message of a rate limit is the limit alone, such as `50 per 1 hour`. */
export function messageOf(error: unknown): string | null {
  if (isApiError(error, 'too_many_requests'))
    return t`Too many attempts: the limit is ${error.message}. Please try again later.`
  return error instanceof ApiError && error.message !== '' ? error.message : null
}

/** A named detail of a failed call; undefined if missing. */
export const detailOf = (error: ApiError, name: string): unknown => at(at(error.body, 'details'), name)

/** The id by which the operator finds a failed call in the log; null if the server did not send one. */
export function requestIdOf(error: unknown): string | null {
  const id = error instanceof ApiError ? detailOf(error, 'request_id') : null
  return typeof id === 'string' ? id : null
}

/** Reads an error response: `{message, code}`, or `{job: {error}}` of a refused execution. */
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

/** The last page of a list, read from the error for a page beyond it; null for every other error, and for none. */
export function lastPageFromError(error: unknown, pageSize: number): number | null {
  if (!isApiError(error, 'page_out_of_range')) return null
  const count = detailOf(error, 'count')
  // Older servers send no count; the first page always exists.
  return normalizePage({ page: 1, pageSize, total: typeof count === 'number' ? count : 0 }).lastPage
}
