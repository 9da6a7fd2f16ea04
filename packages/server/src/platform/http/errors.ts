import { catalogue, type ErrorCode, messageOf } from '@sightline/contract/errors.ts'
import { inReaderLanguage } from '@sightline/domain/language/i18n.ts'

/** An error of the catalogue, which the client may see. Its cause is only logged. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Record<string, unknown>
  constructor(code: ErrorCode, details: Record<string, unknown> = {}, options: { cause?: unknown } = {}) {
    super(messageOf(code, details), options)
    this.name = 'AppError'
    this.code = code
    this.status = catalogue[code].status
    this.details = details
  }
}

/** The message of an error in the language of the reader; that of the error itself is English, for the log. */
export const shownMessage = (error: AppError | ExecutionRefused): string =>
  error instanceof AppError
    ? messageOf(error.code, error.details, inReaderLanguage(catalogue[error.code].message))
    : error.message

/** An error of the routes that start a query, in the wire format `{"job": {"status": 4, "error": …}}`. */
export class ExecutionRefused extends Error {
  readonly status: 400 | 401 | 403
  constructor(status: 400 | 401 | 403, message: string) {
    super(message)
    this.name = 'ExecutionRefused'
    this.status = status
  }
}
