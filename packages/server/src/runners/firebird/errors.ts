import { positionAt } from '../http/error-position.ts'
import { ConnectionLost, QueryError } from '../runner.ts'
import { connectionFailure } from '../sql/connection-failure.ts'
import type { Target } from './connection.ts'

const CANCEL_CODE = 335_544_794
const NO_PERMISSION_CODE = 335_544_352
/** What the server calls everything that is wrong with the text itself. */
const TEXT_CODE = 335_544_569
/** `line 2, column 6`; places in the bodies of procedures and triggers are written in another way. */
const PLACE = /\bline (\d+), column (\d+)/i
const LOST = /^Connection (to Firebird server was lost|is closed)/i

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'gdscode' in error ? Number(error.gdscode) : 0

/** Messages come in lines of 80 characters. */
function wordsOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
  return String(message).replace(/\s+/g, ' ').trim()
}

/** Whether a statement ended because it was asked to. */
export const isCancelled = (error: unknown): boolean => codeOf(error) === CANCEL_CODE

/** Whether a user may not do something. */
export const isForbidden = (error: unknown): boolean => codeOf(error) === NO_PERMISSION_CODE

/** What the server says against a text, with the place that it names. */
export function statementError(error: unknown, text: string): QueryError {
  if (error instanceof QueryError) return error
  const words = wordsOf(error)
  const isOfNetwork = codeOf(error) === 0 && error instanceof Error && 'code' in error
  if (LOST.test(words) || isOfNetwork) return new ConnectionLost({ cause: error })
  const [, line, column] = (codeOf(error) === TEXT_CODE && PLACE.exec(words)) || []
  return new QueryError(words, { cause: error, position: line && column ? positionAt(text, line, column) : null })
}

/** Why there is no connection, in one sentence. */
export function connectError(error: unknown, target: Target): QueryError {
  if (error instanceof QueryError) return error
  return new QueryError(connectionFailure(error, target) ?? wordsOf(error), { cause: error })
}
