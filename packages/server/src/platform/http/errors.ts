import { catalogue, type ErrorCode, messageOf } from '@sightline/contract/errors.ts'

/** A failure that a caller may see: thrown by code, shown by code. The cause stays on the server. */
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

/** A refusal of the routes that start a query, in the wire's own shape: `{"job": {"status": 4, "error": …}}`. */
export class ExecutionRefused extends Error {
  readonly status: 400 | 401 | 403
  constructor(status: 400 | 401 | 403, message: string) {
    super(message)
    this.name = 'ExecutionRefused'
    this.status = status
  }
}
