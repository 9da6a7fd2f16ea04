import { positionAt } from '../http/error-message.ts'
import { ConnectionLost, QueryError } from '../runner.ts'
import { connectionFailure } from '../sql/connection-messages.ts'

const CANCEL_CODE = 335_544_794
const NO_PERMISSION_CODE = 335_544_352
/** Code of all errors in the SQL text itself. */
const TEXT_CODE = 335_544_569
/** `line 2, column 6`; positions within procedures and triggers have another format. */
const PLACE = /\bline (\d+), column (\d+)/i
const LOST = /^Connection (to Firebird server was lost|is closed)/i

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'gdscode' in error ? Number(error.gdscode) : 0

/** Joins the lines of a message, which the server wraps at 80 characters. */
function messageOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
  return String(message).replace(/\s+/g, ' ').trim()
}

/** Whether a statement was cancelled. */
export const isCancelled = (error: unknown): boolean => codeOf(error) === CANCEL_CODE

/** Whether the user lacks a permission. */
export const isForbidden = (error: unknown): boolean => codeOf(error) === NO_PERMISSION_CODE

/** Converts an error of the server, with its position in the query text if the message names one. */
export function statementError(error: unknown, text: string): QueryError {
  if (error instanceof QueryError) return error
  const message = messageOf(error)
  const isNetworkError = codeOf(error) === 0 && error instanceof Error && 'code' in error
  if (LOST.test(message) || isNetworkError) return new ConnectionLost({ cause: error })
  const [, line, column] = (codeOf(error) === TEXT_CODE && PLACE.exec(message)) || []
  return new QueryError(message, { cause: error, position: line && column ? positionAt(text, line, column) : null })
}

/** Says in one sentence why there is no connection. */
export function connectError(error: unknown, server: { host: string; port: number }): QueryError {
  if (error instanceof QueryError) return error
  return new QueryError(connectionFailure(error, server) ?? messageOf(error), { cause: error })
}
