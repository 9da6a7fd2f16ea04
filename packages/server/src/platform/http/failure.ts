import type { ErrorBody } from '@sightline/contract/errors.ts'
import type { Logger } from 'pino'
import { diskFull, isDiskFull } from '../files/disk-full.ts'
import { AppError, ExecutionRefused } from './errors.ts'

/** What a failed call answers. */
export interface Failure {
  status: number
  body: ErrorBody | { job: { status: 4; error: string } }
}

/**
 * Turns whatever was thrown into an answer. What we did not foresee is logged with its causes and told as `internal`: neither
 * a stack nor a secret leaves the server.
 * @param about of the request, for the log
 */
export function failureOf(error: unknown, log: Logger, about: { method: string; url: string }): Failure {
  if (error instanceof ExecutionRefused) return { status: error.status, body: { job: { status: 4, error: error.message } } }
  const known = error instanceof AppError ? error : (fromFramework(error) ?? fromDatabase(error) ?? fromDisk(error))
  if (known === null || known.code === 'internal' || known.code === 'disk_full')
    log.error({ err: error, ...about }, 'A call failed.')
  const { status, code, message, details } = known ?? new AppError('internal')
  return { status, body: { message, code, ...(Object.keys(details).length > 0 ? { details } : {}) } }
}

/** What Fastify refuses by itself: bodies that are too large, broken addresses and headers. */
function fromFramework(error: unknown): AppError | null {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return null
  if (error.statusCode === 413) return new AppError('too_large', {}, { cause: error })
  return error.statusCode >= 400 && error.statusCode < 500 ? new AppError('bad_request', {}, { cause: error }) : null
}

/** SQLSTATE of a text with a NUL character, which PostgreSQL cannot hold: as text, and within JSON. */
const NUL_STATES = ['22021', '22P05']

/** What only the database finds wrong with a request. */
function fromDatabase(error: unknown): AppError | null {
  const cause = error instanceof Error ? error.cause : null
  const state = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
  if (!NUL_STATES.includes(state)) return null
  return new AppError('invalid_input', { reason: 'A text must not contain the character NUL.' }, { cause: error })
}

/** What could not be written, by us or by our database. */
const fromDisk = (error: unknown): AppError | null => (isDiskFull(error) ? diskFull(error) : null)
