import { isOneStatement } from '@sightline/domain/query-text/same-reading.ts'
import type { QueryError as DriverError } from 'mysql2'
import { ConnectionLost, QueryError } from '../runner.ts'
import { connectionFailure } from '../sql/connection-messages.ts'
import type { MysqlOptions } from './options.ts'

/** `near 'what follows' at line 3`: only syntax errors have a position. */
const NEAR = /near '(.*)' at line (\d+)$/s

/** `syntax error at position 16 near 'x'`, as Vitess and Dolt write it: the bytes of a statement to the end of a word, and one more. */
const BEHIND = /^syntax error at position (\d+) near '(.*)'$/s

const isDriverError = (error: unknown): error is DriverError => error instanceof Error && 'errno' in error

/** Whether an error has ended the connection. */
export const isFatal = (error: unknown): boolean => isDriverError(error) && error.fatal === true

/** Whether the server could not parse a text. */
export const isSyntaxError = (error: unknown): boolean => isDriverError(error) && error.errno === 1064

/** Converts an error of the server, with its position in the query text if the message names one. */
export function statementError(error: unknown, text: string): QueryError {
  const message = error instanceof Error ? error.message : String(error)
  if (!isDriverError(error)) return new QueryError(message, { cause: error })
  if (error.fatal) return new ConnectionLost({ cause: error })
  return new QueryError(message, { cause: error, position: positionOf(message, text) })
}

function positionOf(message: string, text: string): number | null {
  const [, end = '', word = ''] = BEHIND.exec(message) ?? []
  if (word) return positionBefore(Number(end), word, text)
  const [, near = '', line = ''] = NEAR.exec(message) ?? []
  if (!near) return null
  const lineStart = text.split('\n', Number(line) - 1).join('\n').length
  // With several statements the server counts lines from the start of the failing one.
  const index = text.indexOf(near, lineStart)
  return index < 0 ? null : index + 1
}

/** @param end of the word in bytes, counted from the start of its statement, so nothing is known of a text with several */
function positionBefore(end: number, word: string, text: string): number | null {
  if (!isOneStatement(text, 'mysql')) return null
  const index = Buffer.from(text).toString('utf8', 0, end - 1).length - word.length
  return text.startsWith(word, index) ? index + 1 : null
}

/** Says in one sentence why there is no connection. */
export function connectError(error: unknown, options: MysqlOptions): QueryError {
  if (error instanceof QueryError) return error
  return new QueryError(connectionFailure(error, options) ?? driverMessage(error, options), { cause: error })
}

function driverMessage(error: unknown, { host, port, ssl_mode }: MysqlOptions): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : null
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT') {
    return `the server at ${host}:${port} does not offer SSL, which SSL mode "${ssl_mode}" asks for`
  }
  return code === 'PROTOCOL_CONNECTION_LOST' ? `the server at ${host}:${port} closed the connection` : error.message
}
