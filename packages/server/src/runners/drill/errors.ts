import { errorAtPosition } from '../http/error-message.ts'
import { causesIn } from '../http/java-trace.ts'
import type { QueryError } from '../runner.ts'
import type { DrillFailure } from './answer.ts'

/** `From line 2, column 15 to line 2, column 32: …` or `… at line 2, column 7.` */
const POSITION = /\bline (\d+), column (\d+)/
const LINES = /\bline (\d+)(?=, column \d+)/gi

/** Messages that only say that there was another error, which the stack trace names. */
const OUTER = /^(?:Unexpected exception during fragment initialization|SYSTEM ERROR: Drill Remote Exception)/
/** Lines of a message that help nobody who reads it: where in the cluster it happened, and that there is a log. */
const NOISE = /^(?:Fragment: |\[Error Id: |Please, refer to logs)/
/** `From line 1, column 8 to line 1, column 9: X: X`, as Calcite repeats it. */
const REPEATED = /: (.+): \1$/s

/**
 * The error for a query that has failed before its first row.
 * @param text the query text, in front of which one line was sent
 */
export function failureIn({ errorMessage, stackTrace, queryState }: DrillFailure, text: string): QueryError {
  const cause = causesIn(stackTrace).at(-1)
  const message = OUTER.test(errorMessage) && cause ? `${cause.name}: ${cause.message}` : readable(errorMessage)
  // Of a syntax error, the message has the line of the word before; the exception of the parser has its own.
  const [place] = (message.startsWith('Encountered ') && POSITION.exec(cause?.message ?? '')) || []
  const placed = place === undefined ? message : message.replace(POSITION, place)
  return errorAtPlace(placed || `Drill ended the query in the state ${queryState}, without a message.`, text)
}

/**
 * The error for a query that has failed after some rows, from its profile.
 * @param verboseError message and stack trace: `(java.lang.NumberFormatException) x`, then frames and `Caused By (…) …`
 */
export function lateFailureIn(verboseError: string, text: string): QueryError {
  const causes = [...verboseError.matchAll(/^ *(?:Caused By )?\((?:[\w$]+\.)*([\w$]+)\) (.*)$/gm)]
  const [, name, reason] = causes.at(-1) ?? []
  const message = OUTER.test(verboseError) && name ? `${name}: ${reason}` : readable(verboseError.split(/\n *\(/)[0] ?? '')
  return errorAtPlace(message || 'Drill ended the query with an error after some rows, and does not say which.', text)
}

function readable(message: string): string {
  const lines = message.split('\n').filter((line) => line.trim() !== '' && !NOISE.test(line))
  return lines.join('\n').replace(REPEATED, ': $1')
}

const errorAtPlace = (message: string, text: string): QueryError =>
  errorAtPosition(
    message.replace(LINES, (_, line: string) => `line ${Math.max(1, Number(line) - 1)}`),
    text,
    POSITION,
  )
