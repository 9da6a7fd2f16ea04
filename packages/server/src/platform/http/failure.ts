import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { catalogue, type ErrorBody, type ErrorCode, messageOf } from '@sightline/contract/errors.ts'
import type { Language } from '@sightline/contract/languages.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { Logger } from 'pino'
import { violatesConstraint } from '../db/constraint-errors.ts'
import { isConnectionTrouble } from '../db/retry-on-disconnect.ts'
import { diskFull, isDiskFull } from '../files/disk-full.ts'
import { translationOf } from '../language/translations.ts'
import { ProcessLost } from '../process-lost.ts'
import { AppError, ExecutionRefused } from './errors.ts'

/** The response to a failed call. */
export interface Failure {
  status: number
  body: ErrorBody | { job: { status: 4; error: string } }
}

/** The call that failed. */
export interface FailedCall {
  method: string
  url: string
  request_id: string
  /** Whether it had passed admission, so that a part of it may have been carried out. */
  hasBegun: boolean
  /** The client has disconnected, which is no failure of ours. */
  isGone: boolean
  /** The language of the caller. Programs decide by the code, or by the English text. */
  language: Language
}

/** Safe methods. */
const READING = ['GET', 'HEAD', 'OPTIONS']
/** Statuses that are logged for the operator. */
const LOGGED: readonly ErrorCode[] = ['internal', 'disk_full', 'database_unavailable', 'outcome_unknown', 'process_lost']

/** Turns a thrown value into a response. Unexpected errors are logged with their causes and answered as `internal`: neither a stack trace
 * nor a secret leaves the server.
 */
export function failureOf(error: unknown, log: Logger, { hasBegun, isGone, language, ...about }: FailedCall): Failure {
  if (error instanceof ExecutionRefused) return { status: error.status, body: { job: { status: 4, error: error.message } } }
  const mayHaveHappened = hasBegun && !READING.includes(about.method)
  const known =
    error instanceof AppError
      ? error
      : (fromFramework(error) ??
        fromDatabase(error) ??
        fromDisk(error) ??
        fromProcess(error) ??
        (isGone ? fromHangUp(error) : null) ??
        fromConnection(error, mayHaveHappened))
  if (known === null || LOGGED.includes(known.code)) log.error({ err: error, ...about }, 'A call failed.')
  // The caller can name the request to the operator, who finds it in the log.
  const { status, code, details } = known ?? new AppError('internal', { request_id: about.request_id })
  const message = messageOf(code, details, translationOf(language, catalogue[code].message)?.text)
  return { status, body: { message, code, ...(Object.keys(details).length > 0 ? { details } : {}) } }
}

/** Errors of Fastify itself: bodies that are too large, malformed URLs and headers. */
function fromFramework(error: unknown): AppError | null {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return null
  if (error.statusCode === 413) return new AppError('too_large', {}, { cause: error })
  return error.statusCode >= 400 && error.statusCode < 500 ? new AppError('bad_request', {}, { cause: error }) : null
}

/** SQLSTATEs of a NUL character, which PostgreSQL cannot store: as text, and within JSON. */
const NUL_STATES = ['22021', '22P05']

/** Problems of a request that only the database finds. */
function fromDatabase(error: unknown): AppError | null {
  // The record existed when the request was checked, so another request has deleted it since.
  if (violatesConstraint(error, 'reference')) return new AppError('reference_changed', {}, { cause: error })
  const cause = error instanceof Error ? error.cause : null
  const state = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
  if (!NUL_STATES.includes(state)) return null
  return new AppError('invalid_input', { reason: i18n._('A text must not contain the character NUL.') }, { cause: error })
}

/** Errors that follow from a client's disconnect; their response reaches no one. */
function fromHangUp(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? error.code : null
  const isHangUp = error.name === 'AbortError' || code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE'
  return isHangUp ? new AppError('bad_request', {}, { cause: error }) : null
}

/** Failed writes, ours or the database's. */
const fromDisk = (error: unknown): AppError | null => (isDiskFull(error) ? diskFull(error) : null)

/** The executor process of an upload or a schema was lost. Neither has an effect before it is complete. */
const fromProcess = (error: unknown): AppError | null =>
  error instanceof ProcessLost ? new AppError('process_lost', {}, { cause: error }) : null

/**
 * The connection to the metadata database broke, or could not be opened. The last statement may or may not have been carried
 * out.
 */
function fromConnection(error: unknown, mayHaveHappened: boolean): AppError | null {
  if (!isConnectionTrouble(error)) return null
  return new AppError(mayHaveHappened ? 'outcome_unknown' : 'database_unavailable', {}, { cause: error })
}

/** Milliseconds in which a client may read the error before the connection is closed. */
const LINGER_MS = 5_000

/** Answers malformed HTTP, and headers that are too long or too late, and closes the connection. The response says `connection: close`:
 * otherwise clients send their next request on this connection and find it reset.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, message, code } = problemOf(error.code)
  const body = JSON.stringify({ message, code })
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  // Unread bytes would reset the connection before the client has read the response.
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
}

function problemOf(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('headers_too_large')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new AppError('too_slow')
  return new AppError('bad_request')
}
