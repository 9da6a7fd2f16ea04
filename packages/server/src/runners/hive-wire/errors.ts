import { positionAt } from '../http/error-message.ts'
import { QueryError } from '../runner.ts'

/** Words that the server puts in front of its messages. */
const FRAMING = /^(?:Failed to open new session: |Error while (?:compiling|processing) statement: )?(?:FAILED: )?/
/** The name of a class of Java, in front of the message of an exception. */
const CLASS = /^(?:[a-z]\w*\.)+[A-Z][\w$]*: /
/** Lines of a stack trace. */
const FRAME = /^\s*(?:at [\w$.<>]+\(|\.\.\. \d+ more)/
/** `Line 1:7 Invalid …` and `ParseException line 2:0 cannot …`: the line counted from 1, the character in it from 0. */
const PLACE = /\bline (\d+):(\d+) /i

/** The message of the server without what is the same in all of them, and without stack traces. */
export function withoutFraming(message: string): string {
  const lines = message.split('\n').filter((line) => !FRAME.test(line))
  return lines.join('\n').replace(FRAMING, '').replace(CLASS, '').trim()
}

/**
 * The error with the position that its message names.
 * @param statement what was sent, a part of the query text
 */
export function located(error: QueryError, statement: string, queryText: string): QueryError {
  const [, line, character] = PLACE.exec(error.message) ?? []
  if (line === undefined) return error
  const start = Math.max(0, queryText.indexOf(statement))
  return new QueryError(error.message, {
    cause: error,
    position: start + positionAt(statement, line, Number(character) + 1),
  })
}
