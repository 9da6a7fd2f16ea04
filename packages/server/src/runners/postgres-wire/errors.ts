import { QueryError } from '../runner.ts'
import { connectionFailure } from '../sql/connection-messages.ts'
import type { PostgresOptions } from './options.ts'
import type { ServerError } from './wire.ts'

const SYNTAX_ERROR = '42601'

/** Characters of a long line that are shown on each side of the place of an error. */
const EXCERPT_BEFORE = 40
const EXCERPT_AFTER = 30

/** True when the server refuses to prepare several statements at once. It has run none of them. */
export function refusesSeveralStatements({ code, routine, message }: ServerError): boolean {
  return code === SYNTAX_ERROR && (routine === 'exec_parse_message' || /multiple (commands|statements)/i.test(message))
}

/**
 * What the server says, for the analyst: the message, the line with a caret under the place, the detail and the hint.
 * @param text the whole text of the query
 * @param start where in it the statement begins that the server's position counts from
 */
export function statementError(error: ServerError, text: string, start: number): QueryError {
  const index = error.position === null ? null : start + indexOfCharacter(text.slice(start), error.position)
  const lines = [
    error.message,
    index === null ? null : excerpt(text, index),
    error.detail && `DETAIL: ${error.detail}`,
    error.hint && `HINT: ${error.hint}`,
  ]
  return new QueryError(lines.filter((line) => line !== null).join('\n'), {
    cause: error,
    position: index === null ? null : index + 1,
  })
}

/** PostgreSQL counts characters, JavaScript 16-bit units, of which an emoji takes two. */
function indexOfCharacter(text: string, position: number): number {
  let index = 0
  for (let left = position - 1; left > 0 && index < text.length; left--)
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1
  return index
}

function excerpt(text: string, index: number): string {
  const lineStart = text.lastIndexOf('\n', index - 1) + 1
  const nextLine = text.indexOf('\n', index)
  const line = text.slice(lineStart, nextLine < 0 ? text.length : nextLine).replaceAll('\t', ' ')
  const column = index - lineStart
  // The comment in front that says who runs the query is not what the analyst wrote.
  const comment = /^\s*\/\*.*?\*\/\s*/.exec(line)?.[0].length ?? 0
  const written = comment <= column ? comment : 0
  const from = column - written > EXCERPT_BEFORE + 3 ? column - EXCERPT_BEFORE : written
  const to = line.length - column > EXCERPT_AFTER + 3 ? column + EXCERPT_AFTER : line.length
  const label = `LINE ${text.slice(0, lineStart).split('\n').length}: ${from > written ? '...' : ''}`
  const shown = `${label}${line.slice(from, to).trimEnd()}${to < line.length ? '...' : ''}`
  return `${shown}\n${' '.repeat(label.length + column - from)}^`
}

/** Why there is no connection, in one sentence. */
export function connectError(error: unknown, options: PostgresOptions): QueryError {
  const sentence = connectionFailure(error, options) ?? driverMessage(error, options)
  return new QueryError(sentence, { cause: error })
}

function driverMessage(error: unknown, { host, port, user, password, sslmode }: PostgresOptions): string {
  const message = error instanceof Error ? error.message : String(error)
  if (message === 'timeout expired') return `could not connect to server at ${host}:${port}: no answer in time`
  if (message.includes('does not support SSL')) {
    return `the server at ${host}:${port} does not offer SSL, which SSL mode "${sslmode}" asks for`
  }
  if (!password && message.startsWith('SASL'))
    return `the server asks for the password of user "${user ?? ''}", and none is set`
  if (message.startsWith('Connection terminated')) return `the server at ${host}:${port} closed the connection`
  return message
}
