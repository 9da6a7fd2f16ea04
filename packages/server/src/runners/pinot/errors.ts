import { errorAtPosition } from '../http/error-message.ts'
import { causesIn } from '../http/java-trace.ts'
import type { QueryError } from '../runner.ts'

/** `… at line 1, column 8.` */
const POSITION = /\bat line (\d+), column (\d+)/

/**
 * The error for a message of Pinot. Most consist of a name and a stack trace of Java, of which the last cause says the most:
 * `UnknownColumnError:\norg.apache.pinot.….BadQueryRequestException: Unknown columnName 'x' found in the query\n\tat …`
 * @param text the query text, to locate the position in it
 */
export function errorIn(message: string, text: string): QueryError {
  const [name = '', ...trace] = message.split('\n')
  if (!trace.some((line) => line.startsWith('\tat '))) return errorAtPosition(message, text, POSITION)
  const reason = causesIn(trace).at(-1)?.message
  return errorAtPosition(reason ? `${name} ${reason}` : name, text, POSITION)
}
