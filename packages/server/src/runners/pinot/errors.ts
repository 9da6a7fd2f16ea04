import { errorAtPosition } from '../http/error-message.ts'
import type { QueryError } from '../runner.ts'

/** The name of a class of Java, in front of the message of an exception. */
const CLASS = /^(?:Caused by: )?(?:[a-z]\w*\.)+[A-Z][\w$]*: /
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
  const reasons: string[] = []
  let isReason = false
  for (const line of trace) {
    const begins = CLASS.test(line)
    if (begins) reasons.push(line.replace(CLASS, ''))
    else if (isReason && !isFrame(line)) reasons.push(`${reasons.pop()}\n${line}`)
    isReason = begins || (isReason && !isFrame(line))
  }
  const reason = reasons.at(-1)?.trim()
  return errorAtPosition(reason ? `${name} ${reason}` : name, text, POSITION)
}

const isFrame = (line: string): boolean => /^(\t|\.\.\.)/.test(line)
