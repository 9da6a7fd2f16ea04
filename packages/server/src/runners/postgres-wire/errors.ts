import { QueryError } from '../runner.ts'
import { connectionFailure, lacksTls, otherServer } from '../sql/connection-messages.ts'
import type { PostgresOptions } from './options.ts'
import type { ServerError } from './wire.ts'

const SYNTAX_ERROR = '42601'
/** The code of errors of servers that give them none, such as QuestDB; PostgreSQL has no error of this code. */
export const NO_CODE = '00000'

/** Characters of a long line to show on each side of the error position. */
const EXCERPT_BEFORE = 40
const EXCERPT_AFTER = 30

/**
 * Whether the server refused to prepare several statements at once. It has run none of them.
 * @param starts indices of the statements in the text that it refused
 */
export function refusesSeveralStatements(
  { code, routine, message, position }: ServerError,
  text: string,
  starts: readonly number[],
): boolean {
  if (code === NO_CODE && position !== null) {
    const index = indexOfCharacter(text, position)
    return starts.some((start, at) => at > 0 && start <= index && text.slice(start, index).trim() === '')
  }
  return code === SYNTAX_ERROR && (routine === 'exec_parse_message' || /multiple (commands|statements)/i.test(message))
}

/**
 * Converts an error of the server: message, the line with a caret under the position, detail and hint.
 * @param text the whole query text
 * @param start index of the statement in it, to which the server's position is relative
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

/** PostgreSQL counts characters, JavaScript UTF-16 units, of which an emoji takes two. */
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
  // Skips the annotation of who runs the query, which the analyst did not write.
  const comment = /^\s*\/\*.*?\*\/\s*/.exec(line)?.[0].length ?? 0
  const written = comment <= column ? comment : 0
  const from = column - written > EXCERPT_BEFORE + 3 ? column - EXCERPT_BEFORE : written
  const to = line.length - column > EXCERPT_AFTER + 3 ? column + EXCERPT_AFTER : line.length
  const label = `LINE ${text.slice(0, lineStart).split('\n').length}: ${from > written ? '...' : ''}`
  const shown = `${label}${line.slice(from, to).trimEnd()}${to < line.length ? '...' : ''}`
  return `${shown}\n${' '.repeat(label.length + column - from)}^`
}

/** Says in one sentence why there is no connection. */
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
  if (message === 'There was an error establishing an SSL connection') return lacksTls({ host, port })
  if (message.startsWith('received invalid response'))
    return otherServer({ host, port }, "a server with PostgreSQL's protocol", { isEncrypted: sslmode !== 'disable' })
  if (!password && message.startsWith('SASL'))
    return `the server asks for the password of user "${user ?? ''}", and none is set`
  if (message.startsWith('Connection terminated')) return `the server at ${host}:${port} closed the connection`
  return message
}
