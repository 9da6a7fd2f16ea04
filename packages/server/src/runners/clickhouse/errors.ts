import { QueryError } from '../runner.ts'

/** `Code: 62, e.displayText() = DB::Exception: Syntax error: …, e.what() = DB::Exception`, or shorter in later versions. */
const EXCEPTION = /^Code: \d+[.,] (?:e\.displayText\(\) = )?DB::\w*Exception: ([\s\S]*)$/
const ENDINGS = /(?:, e\.what\(\) = [\s\S]*|\.? \(version [^)]*\)[\s\S]*|\s*Stack trace:[\s\S]*)$/

/** Whether a line begins the error of a query that failed mid-stream. */
export const isException = (line: string): boolean => line.startsWith('Code: ') && EXCEPTION.test(line)

/** Parses an error, with its position in the query; null if it has another form. */
export function serverError(body: string): QueryError | null {
  const [, text = ''] = EXCEPTION.exec(body.trim()) ?? []
  if (text === '') return null
  const message = text.replace(ENDINGS, '').trim()
  const [, position] = /failed at position (\d+)/.exec(message) ?? []
  return new QueryError(message, { position: position === undefined ? null : Number(position) })
}

/** Since version 24.11 this line precedes the error of a query that fails mid-stream; since 25.11 a second line follows it. */
export const EXCEPTION_MARKER = '__exception__'
const MARKED = `${EXCEPTION_MARKER}\\r?\\n(?:\\w+\\r?\\n)?`
const SERVER_ERROR = new RegExp(`${MARKED}(Code: [\\s\\S]*)`)
const LEADING_ERROR = new RegExp(`^\\s*(?:${MARKED})?(Code: [\\s\\S]*)`)

/** The error with which a text begins; null if there is none. */
export const leadingError = (text: string): QueryError | null => serverError(LEADING_ERROR.exec(text)?.[1] ?? '')

/** The error somewhere behind the marker; null if there is none. */
export const markedError = (text: string): QueryError | null => serverError(SERVER_ERROR.exec(text)?.[1] ?? '')

/** If ClickHouse fails mid-stream it writes the error and drops the connection. Report the error, not the disconnect. */
export async function* surfaceServerError(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let last: Buffer[] = []
  try {
    for await (const chunk of body) {
      last = [...last.slice(-1), chunk]
      yield chunk
    }
  } catch (error) {
    throw markedError(Buffer.concat(last).toString()) ?? error
  }
}
